// The e-mail about a changed address, as a mail server receives it.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMail } from '#server/adapters/mail.ts'
import { parseEmail, startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { deliver, emptyOutbox, makeDue } from '#server/testing/mailbox.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'

let server: MailServer
let test: TestProduct
beforeAll(async () => {
  server = await startMailServer()
  test = await createTestProduct({ env: server.env })
})
afterAll(async () => {
  await test.close()
  await server.close()
})
beforeEach(async () => {
  server.forget()
  await emptyOutbox(test)
})

async function memberWith(email: string | null): Promise<Member> {
  const member = await test.member()
  await sql`update public."user" set email = ${email} where id = ${member.id}`.execute(test.database)
  const amr = [{ method: 'oauth', timestamp: Math.floor(Date.now() / 1000) }]
  return { ...member, token: await test.sign({ sub: member.id, session_id: member.sessionId, amr }) }
}
const code = '271828'
const verify = async (member: Member) =>
  (await test.post('/v1/auth/user/email/verify', { uuid: member.id, code }, member.token)).json()
async function change(member: Member, email: string, language = 'en') {
  const body = { uuid: member.id, email }
  await test.post('/v1/auth/user/email', body, member.token, { 'accept-language': language })
  await sql`update private.email_proof p set code_hash = private.hash_email_code(p.user_id, ${code})
    where user_id = ${member.id}`.execute(test.database)
  return verify(member)
}
/** Pending e-mails to previous addresses. */
const waiting = async () =>
  (
    await sql<{ id: string; state: string }>`
      select id, state from private.email_outbox where kind = 'email_changed' order by id`.execute(
      test.database,
    )
  ).rows
const send = async () => {
  await sql`delete from private.email_outbox where kind = 'email_code'`.execute(test.database)
  await deliver(test, createMail(test.config.mail))
}

it('B32: the previous address gets one e-mail with the time of the change, the new address (masked), and what to do', async () => {
  const member = await memberWith('before@example.com')
  expect(await change(member, 'thief@example.org')).toEqual({ result: 'done' })
  expect(await verify(member)).toEqual({ result: 'expired' })
  expect(await waiting()).toHaveLength(1)
  await sql`update private.email_outbox set payload = payload || '{"changed_at": "2026-11-22T15:04:00Z"}'
    where user_id = ${member.id} and kind = 'email_changed'`.execute(test.database)
  await Promise.all([send(), send()])
  await send()
  expect(server.received.map(({ to }) => to)).toEqual([['before@example.com']])
  const { head, body } = parseEmail(server.received[0]!)
  expect(head).toMatch(/^Subject: Your Munjang email address was changed$/m)
  expect(body).toMatch(/^New address: t\*\*\*@example\.org\r?\nChanged on: November 23, 2026 at 12:04\sAM/m)
  expect(body).not.toContain('thief@')
  expect(body).toContain(`${test.config.publicOrigin}/en/contact`)
  expect(body).not.toMatch(/emails\.\w|\{\w+\}/)
})

it('B32: the e-mail is in the language of the page where the address was changed', async () => {
  await change(await memberWith('before@example.com'), 'after@example.com', 'ko')
  await send()
  const { body } = parseEmail(server.received[0]!)
  expect(body).toContain('새 주소: a***@example.com\n바뀐 때: ')
  expect(body).toContain(`${test.config.publicOrigin}/ko/contact`)
  expect(body).not.toMatch(/emails\.\w|\{\w+\}/)
})

it('B32: a member without a previous address gets no e-mail', async () => {
  expect(await change(await memberWith(null), 'first@example.com')).toEqual({ result: 'done' })
  expect(await waiting()).toEqual([])
})

it('B32: an e-mail that the server deferred is retried, and one that it refused is not', async () => {
  await change(await memberWith('before@example.com'), 'after@example.com')
  server.refusals.push({ responseCode: 451 })
  await send()
  expect(await waiting()).toMatchObject([{ state: 'waiting' }])
  await makeDue(test)
  server.refusals.push({ responseCode: 550 })
  await send()
  await makeDue(test)
  await send()
  expect(server.received).toEqual([])
  expect(await waiting()).toMatchObject([{ state: 'refused' }])
})
