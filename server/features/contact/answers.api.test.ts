// Answers of operators, and their e-mails as a mail server receives them.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMail, type Mail } from '#server/adapters/mail.ts'
import { parseEmail, startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { deliver, emptyOutbox, leaveClaimed, makeDue } from '#server/testing/mailbox.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let server: MailServer
let test: TestProduct
let operator: Person
type Person = Awaited<ReturnType<TestProduct['member']>>
beforeAll(async () => {
  server = await startMailServer()
  test = await createTestProduct({
    env: { ...server.env, TRUSTED_PROXY: 'true' },
  })
  operator = await member('operator')
})
afterAll(async () => {
  await test.close()
  await server.close()
})
beforeEach(async () => {
  server.forget()
  await emptyOutbox(test)
})

async function member(role = 'member'): Promise<Person> {
  const made = await test.member()
  await sql`update public."user" set role = ${role} where id = ${made.id}`.execute(test.database)
  return role === 'member' ? made : { ...made, token: await test.tokenOf(made, 'aal2') }
}
let net = 0
async function ask(fields: object = {}, asker?: Person): Promise<number> {
  const question = {
    type: 'etc',
    email: 'v@example.com',
    title: 'Where?',
    lang: 'en',
  }
  const headers = { 'x-forwarded-for': `203.0.113.${++net}` }
  const body = {
    ...question,
    description: `I wonder. ${net}`,
    ...fields,
    ...(asker ? { uuid: asker.id } : {}),
  }
  const response = await test.post('/v1/contact', body, asker?.token, headers)
  return ((await response.json()) as { result: { id: number } }).result.id
}
const answer = async (question: number, text = 'In the header.', who = operator) => {
  const response = await test.post('/v1/contact/answer', { uuid: who.id, question, answer: text }, who.token)
  return [response.status, ((await response.json()) as { code?: string }).code]
}
const again = async (question: number, who = operator) => {
  const response = await test.post('/v1/contact/answer/email', { uuid: who.id, question }, who.token)
  return [response.status, ((await response.json()) as { code?: string }).code]
}
const written = async () =>
  (
    await sql<{ question: number }>`
      select split_part(idempotency_key, ':', 2)::integer as question from private.email_outbox where kind = 'answer' order by id`.execute(
      test.database,
    )
  ).rows.map(({ question }) => question)
const send = (mail: Mail | null = createMail(test.config.mail)) => deliver(test, mail)
const emailStateOf = async (question: number) =>
  (
    await sql<{ state: string | null }>`
      select private.answer_email_state(e) as state from public.contact c
      left join private.email_outbox e on e.idempotency_key = 'answer:' || c.id where c.id = ${question}`.execute(
      test.database,
    )
  ).rows[0]?.state

it('O04: an answer is stored with its operator and sent in one e-mail, in the language of the question and with the question below', async () => {
  const question = await ask({
    title: '저장이 안 돼요',
    description: '어제부터요.\n왜 그럴까요?',
    lang: 'ko',
  })
  expect(await answer(question, '  고쳤어요.\n\n고마워요!  ')).toEqual([200, undefined])
  expect(await emailStateOf(question)).toBe('waiting')
  expect(await written()).toEqual([question])
  await Promise.all([send(), send()])
  await send()
  expect(server.received.map(({ to }) => to)).toEqual([['v@example.com']])
  const { head, body } = parseEmail(server.received[0]!)
  expect(head).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(body).toContain('고쳤어요.\n\n고마워요!')
  expect(body).toContain('> 저장이 안 돼요\n> \n> 어제부터요.\n> 왜 그럴까요?')
  expect(body).toContain('고쳤어요.<br><br>고마워요!')
  expect(body).toContain(`${test.config.publicOrigin}/ko/contact`)
  expect(body).not.toMatch(/answer\.\w|\{\w+\}/)
  expect(await emailStateOf(question)).toBe('sent')
  const { rows } = await sql`select answer, answered_by from public.contact where id = ${question}`.execute(
    test.database,
  )
  expect(rows).toEqual([{ answer: '고쳤어요.\n\n고마워요!', answered_by: operator.id }])
})

it('O04, N01: a member gets the alarm and the e-mail', async () => {
  const asker = await member()
  const question = await ask({ email: 'asker@example.com' }, asker)
  await answer(question)
  const { rows } = await sql`select kind from public.user_alarm where user_id = ${asker.id}`.execute(
    test.database,
  )
  expect(rows).toEqual([{ kind: 'contact_reply' }])
  await send()
  expect(server.received.map(({ to }) => to)).toEqual([['asker@example.com']])
})

it('security 116: the content of a question is text: no header, no markup, no second address', async () => {
  const question = await ask({
    title: 'Hi\r\nBcc: victim@example.com =?utf-8?q?x?= <b>{site}</b>',
    description: '<script>alert(1)</script>\r\nBcc: victim@example.com',
  })
  await answer(question, '<img src=x onerror=alert(1)> & more')
  // The form would refuse this title.
  await sql`update public.contact set title = ${'A\r\nBcc: other@example.com\u2028B'} where id = ${question}`.execute(
    test.database,
  )
  await send()
  expect(server.received.map(({ to }) => to)).toEqual([['v@example.com']])
  const { head, body } = parseEmail(server.received[0]!)
  expect(head).not.toMatch(/^(bcc|cc):/im)
  expect(head.match(/^(to|from|subject):/gim)).toHaveLength(3)
  const html = body.slice(body.indexOf('<!doctype'))
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; more')
  expect(html).not.toMatch(/<(script|img|b)\b/)
  for (const email of ['v@example.com\r\nBcc: x@example.com', 'a@example.com,b@example.com', 'nobody'])
    expect(
      (await test.post('/v1/contact', { type: 'etc', email, title: 't', description: 'd', lang: 'en' }))
        .status,
    ).toBe(400)
})

it('B19: only operators answer, once and with text; a refused answer sends nothing', async () => {
  const [question, outsider, colleague] = [await ask(), await member(), await member('operator')]
  expect(await answer(question, 'Me.', outsider)).toEqual([403, 'forbidden'])
  expect(await again(question, outsider)).toEqual([403, 'forbidden'])
  expect(await answer(question, ' ')).toEqual([400, 'invalid_field'])
  expect(await answer(question, '가'.repeat(10_001))).toEqual([400, 'invalid_field'])
  expect(await answer(999_999)).toEqual([404, 'not_found'])
  expect(await again(question)).toEqual([404, 'not_found'])
  expect(await written()).toEqual([])
  const outcomes = await Promise.all([answer(question), answer(question), answer(question, 'No.', colleague)])
  const first = outcomes[2]![0] === 200 ? colleague : operator
  expect(outcomes.map(([status]) => Number(status)).toSorted((a, b) => a - b)).toEqual(
    first === colleague ? [200, 404, 404] : [200, 200, 404],
  )
  expect(await written()).toEqual([question])
  expect((await test.post('/v1/contact/answer', { question, answer: 'x' })).status).toBe(401)
})

it('B19, A25: an operator without the second factor cannot answer', async () => {
  const guarded = await member('operator')
  const low = { ...guarded, token: await test.tokenOf(guarded) }
  const question = await ask()
  expect(await answer(question, 'x', low)).toEqual([403, 'forbidden'])
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
    values (gen_random_uuid(), ${guarded.id}, 'totp', 'verified', 'app', now(), now())`.execute(test.database)
  expect(await answer(question, 'x', low)).toEqual([403, 'second_factor_required'])
  expect(await answer(question, 'x', guarded)).toEqual([200, undefined])
})

it('O04: a refused, abandoned or cut e-mail shows its status and can be sent again; a deferred one is retried by itself', async () => {
  const question = await ask()
  await answer(question)
  expect(await again(question)).toEqual([404, 'not_found'])
  server.refusals.push({ responseCode: 550 })
  await send()
  expect(await emailStateOf(question)).toBe('refused')
  await send()
  expect(server.received).toEqual([])

  expect(await again(question)).toEqual([200, undefined])
  expect(await emailStateOf(question)).toBe('waiting')
  for (let attempt = 1; attempt <= 10; attempt++) {
    server.refusals.push({ responseCode: 451 })
    await send()
    expect(await emailStateOf(question)).toBe(attempt < 10 ? 'later' : 'failed')
    await makeDue(test)
  }
  expect(await again(question)).toEqual([200, undefined])
  await leaveClaimed(test, 0)
  await send()
  expect(await again(question)).toEqual([404, 'not_found'])
  await leaveClaimed(test, 3)
  await send()
  expect(await emailStateOf(question)).toBe('unknown')
  expect(server.received).toEqual([])
  expect(await again(question)).toEqual([200, undefined])
  await send()
  expect(await emailStateOf(question)).toBe('sent')
  expect(await again(question)).toEqual([404, 'not_found'])
  expect(server.received).toHaveLength(1)
  const { rows } = await sql<{ act: string; operator_id: string }>`
    select act, operator_id from private.operator_log where subject_id = ${String(question)} order by id`.execute(
    test.database,
  )
  expect(rows.map(({ act }) => act)).toEqual(['question_answer', ...Array(3).fill('question_send')])
  expect(rows.every(({ operator_id: who }) => who === operator.id)).toBe(true)
})

it('O04: a machine without e-mail stores the answer without one, and an answer from a terminal reports that nothing was sent', async () => {
  const closed = await test.another({ mail: null })
  const question = await ask()
  const call = (path: string, body: object) =>
    closed.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${operator.token}` },
      body: JSON.stringify({ uuid: operator.id, question, ...body }),
    })
  expect((await call('/v1/contact/answer', { answer: 'Kept.' })).status).toBe(200)
  expect([await emailStateOf(question), await written()]).toEqual([null, []])
  expect((await call('/v1/contact/answer/email', {})).status).toBe(503)
  // This machine sends e-mails now.
  expect(await again(question)).toEqual([200, undefined])
  await send(null)
  expect(await emailStateOf(question)).toBe('failed')
})

it('A35, decision 023: a deletion of the member removes the e-mail of a question, also a pending one', async () => {
  const asker = await member()
  const question = await ask({}, asker)
  await answer(question)
  await sql`update public."user" set provider = 'deleted', is_active = false where id = ${asker.id}`.execute(
    test.database,
  )
  await send()
  expect(server.received).toEqual([])
  expect(
    (await sql`select from private.email_outbox where recipient is not null`.execute(test.database)).rows,
  ).toEqual([])
})
