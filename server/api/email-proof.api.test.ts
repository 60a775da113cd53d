// Members whose provider gave no e-mail address prove one by a code.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { actFor } from '#server/adapters/database.ts'
import type { Queue } from '#server/adapters/queue.ts'
import { createMailbox, deliver as sendDue, makeDue, type SentEmail } from '#server/testing/mailbox.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import type { EmailProof } from '#shared/email-proof.ts'

let test: TestProduct
const box = createMailbox()
const { sent, outcomes } = box
const jobs: string[] = []
const deliver = () => sendDue(test, box.mail)
beforeAll(async () => {
  const queue = {
    send: (_db: unknown, name: string) => {
      jobs.push(name)
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  } as unknown as Queue
  test = await createTestProduct({ deps: { mail: box.mail, queue } })
})
beforeEach(async () => {
  // Sends the e-mails that earlier tests left.
  await deliver()
  for (const list of [sent, outcomes, jobs]) list.length = 0
})
afterAll(() => test.close())

async function kakaoMember(email: string | null = null): Promise<Member> {
  const member = await test.member()
  await sql`update public."user" set email = ${email} where id = ${member.id}`.execute(test.database)
  return member
}
async function ask(
  member: Member,
  email: string,
  { headers, isDelivered = true }: { headers?: Record<string, string>; isDelivered?: boolean } = {},
) {
  const body = { uuid: member.id, email }
  const response = await test.post('/v1/auth/user/email', body, member.token, headers)
  if (isDelivered) await deliver()
  return [response.status, await response.json()] as const
}
/** The values that the member reads. */
const readAs = (member: Member, what: 'email_proof' | 'address') =>
  test.database.transaction().execute(async (trx) => {
    await actFor(trx, { id: member.id, assurance: 'aal1' })
    const { rows } = await sql<{ read: EmailProof | null }>`
      select ${sql.raw(`public.read_${what}()`)} as read`.execute(trx)
    return rows[0]!.read
  })
const lookAt = (member: Member) => readAs(member, 'email_proof')
const verify = async (member: Member, code: string) =>
  (
    (await (
      await test.post('/v1/auth/user/email/verify', { uuid: member.id, code }, member.token)
    ).json()) as { result: string }
  ).result
const ownAddress = (member: Member) => readAs(member, 'address')
/** The same member with a fresh sign-in. */
async function freshly(member: Member): Promise<Member> {
  const amr = [{ method: 'oauth', timestamp: Math.floor(Date.now() / 1000) }]
  return { ...member, token: await test.sign({ sub: member.id, session_id: member.sessionId, amr }) }
}
const codeIn = (email: SentEmail | undefined) => /^\d{6}$/m.exec(email?.text ?? '')?.[0] ?? ''
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')
const addressOf = async (member: Member) =>
  (
    await sql<{ email: string | null }>`select email from public."user" where id = ${member.id}`.execute(
      test.database,
    )
  ).rows[0]!.email

it('B32: a code proves the address that it was sent to, once, and the e-mail is in the language of the page', async () => {
  const member = await kakaoMember()
  expect(await ask(member, ' Mina@Example.com ', { headers: { 'accept-language': 'ko' } })).toEqual([
    200,
    { result: true },
  ])
  const code = codeIn(sent[0])
  expect(sent[0]).toMatchObject({ to: 'mina@example.com', subject: `문장 인증 번호 ${code}` })
  expect(sent[0]!.html).not.toMatch(/<a |emails\.\w/)
  expect(await verify(member, wrongOf(code))).toBe('wrong')
  expect(await addressOf(member)).toBeNull()
  expect((await Promise.all([verify(member, code), verify(member, code)])).toSorted()).toEqual([
    'done',
    'expired',
  ])
  expect(await addressOf(member)).toBe('mina@example.com')
})

it('B32, B22: an address is changed the same way, with a fresh sign-in or the second factor only; the old one stays until the new one is proven', async () => {
  const member = await kakaoMember('old@example.com')
  expect(await ownAddress(member)).toEqual({ proven_by: 'provider', waiting: null })
  expect(await ask(member, 'new@example.com')).toMatchObject([403, { code: 'fresh_sign_in_required' }])
  const fresh = await freshly(member)
  expect(await ask(fresh, 'OLD@example.com')).toMatchObject([
    400,
    { code: 'invalid_field', field: 'email', detail: { rule: 'invalid' } },
  ])
  expect(sent).toEqual([])
  await ask(fresh, 'new@example.com')
  expect(sent.map(({ to }) => to)).toEqual(['new@example.com'])
  expect(await ownAddress(member)).toEqual({
    proven_by: 'provider',
    waiting: { email: 'new@example.com', email_state: 'sent' },
  })
  expect(await verify(member, wrongOf(codeIn(sent[0])))).toBe('wrong')
  expect(await addressOf(member)).toBe('old@example.com')
  expect(await verify(member, codeIn(sent[0]))).toBe('done')
  expect(await addressOf(member)).toBe('new@example.com')
  expect(await ownAddress(member)).toEqual({ proven_by: 'code', waiting: null })
  const signIn = await sql`select email from auth.users where id = ${member.id}`.execute(test.database)
  expect(signIn.rows).not.toEqual([{ email: 'new@example.com' }])
})

it('B32, O01: all e-mails use the address that was proven last', async () => {
  const member = await freshly(await kakaoMember('before@example.com'))
  await ask(member, 'after@example.com')
  const invite = async (emails: string) =>
    (await test.post('/v1/auth/user/invite/by/email', { uuid: member.id, emails }, member.token)).status
  expect(await invite('before@example.com')).toBe(400)
  await verify(member, codeIn(sent[0]))
  expect([await invite('after@example.com'), await invite('before@example.com')]).toEqual([400, 200])
  await sql`select private.enqueue_member_email(${member.id}::uuid, 'receipt', ${member.id}, '{}')`.execute(
    test.database,
  )
  const { rows } =
    await sql`select recipient from private.email_outbox where user_id = ${member.id} and kind = 'receipt'`.execute(
      test.database,
    )
  expect(rows).toEqual([{ recipient: 'after@example.com' }])
})

it('B32: a code allows five guesses, is valid for ten minutes, and only for its own address and member', async () => {
  const [member, other] = [await kakaoMember(), await kakaoMember()]
  await ask(member, 'first@example.com')
  const code = codeIn(sent[0])
  await ask(other, 'second@example.com')
  expect(await verify(other, wrongOf(codeIn(sent[1])))).toBe('wrong')
  const guesses = await Promise.all(Array.from({ length: 8 }, () => verify(member, wrongOf(code))))
  expect(guesses.filter((guess) => guess === 'wrong')).toHaveLength(5)
  expect(await verify(member, code)).toBe('expired')
  await ask(member, 'first@example.com')
  await sql`update private.email_proof set created_at = now() - interval '11 minutes' where user_id = ${member.id}`.execute(
    test.database,
  )
  expect(await verify(member, codeIn(sent[2]))).toBe('expired')
  expect(await addressOf(member)).toBeNull()
})

it('B32: the response does not reveal whether an address is in use, and the number of e-mails is limited', async () => {
  await kakaoMember('taken@example.com')
  const member = await kakaoMember()
  expect(await ask(member, 'taken@example.com')).toEqual(await ask(member, 'nobody@example.com'))
  for (const email of ['no address', 'a@b', ''])
    expect(await ask(member, email)).toMatchObject([400, { code: 'invalid_field' }])
  for (let count = 0; count < 3; count++) await ask(member, 'taken@example.com')
  expect(await ask(member, 'third@example.com')).toMatchObject([429, { code: 'too_many_requests' }])
  const another = await kakaoMember()
  expect((await ask(another, 'taken@example.com'))[0]).toBe(200)
  expect(await ask(another, 'taken@example.com')).toMatchObject([429, { code: 'too_many_requests' }])
})

it('B32: a job sends the e-mail once, only the member sees the outcome, and the code is stored nowhere', async () => {
  const [member, other] = [await kakaoMember(), await kakaoMember()]
  expect(await ask(member, 'job@example.com', { isDelivered: false })).toEqual([200, { result: true }])
  expect([sent, await lookAt(member)]).toEqual([[], { email: 'job@example.com', email_state: 'waiting' }])
  expect(jobs).toEqual(['send-emails'])
  const { rows: waiting } =
    await sql`select * from private.email_outbox where user_id = ${member.id}`.execute(test.database)
  await Promise.all([deliver(), deliver()])
  await deliver()
  expect(sent).toHaveLength(1)
  expect(await lookAt(member)).toEqual({ email: 'job@example.com', email_state: 'sent' })
  expect(await lookAt(other)).toBeNull()
  const { rows } = await sql`select * from private.email_proof where user_id = ${member.id}`.execute(
    test.database,
  )
  expect(JSON.stringify([...rows, ...waiting])).not.toContain(codeIn(sent[0]))
  expect(await verify(member, codeIn(sent[0]))).toBe('done')
  expect(await lookAt(member)).toBeNull()
})

it('B32: the member sees that the server refused or deferred the e-mail, and it is retried; another address starts over', async () => {
  const member = await kakaoMember()
  outcomes.push('refused')
  await ask(member, 'wrong@example.com')
  expect(await lookAt(member)).toEqual({ email: 'wrong@example.com', email_state: 'refused' })
  outcomes.push('later')
  await ask(member, 'busy@example.com')
  expect(await lookAt(member)).toEqual({ email: 'busy@example.com', email_state: 'later' })
  await makeDue(test)
  await deliver()
  expect(await lookAt(member)).toEqual({ email: 'busy@example.com', email_state: 'sent' })
  expect(new Set(sent.slice(1).map(({ id }) => id)).size).toBe(1)
  sent.length = 0
  await ask(member, 'right@example.com')
  expect(sent.map(({ to }) => to)).toEqual(['right@example.com'])
  expect(await lookAt(member)).toEqual({ email: 'right@example.com', email_state: 'sent' })
  expect(await verify(member, codeIn(sent[0]))).toBe('done')
  expect(await addressOf(member)).toBe('right@example.com')
})

it('B32: a visitor gets no e-mail, no caller acts for another member, and a machine without e-mail returns an error', async () => {
  const body = { uuid: (await kakaoMember()).id, email: 'x@example.com' }
  expect((await test.post('/v1/auth/user/email', body)).status).toBe(401)
  const other = await kakaoMember()
  expect((await test.post('/v1/auth/user/email', body, other.token)).status).toBe(403)
  const closed = await test.another({ mail: null })
  const response = await closed.app.request('/v1/auth/user/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${other.token}` },
    body: JSON.stringify({ ...body, uuid: other.id }),
  })
  expect(response.status).toBe(503)
  expect(jobs).toEqual([])
})

it('A35: a deletion removes the pending address and the record of the proven one', async () => {
  const member = await kakaoMember()
  await ask(member, 'proven@example.com')
  await verify(member, codeIn(sent[0]))
  await ask(await freshly(member), 'gone@example.com')
  await sql`update public."user" set provider = 'deleted', is_active = false where id = ${member.id}`.execute(
    test.database,
  )
  expect(
    (
      await sql`select user_id from private.email_proof where user_id = ${member.id}
        union all select user_id from private.proven_email where user_id = ${member.id}`.execute(
        test.database,
      )
    ).rows,
  ).toEqual([])
})
