import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMail } from '#server/adapters/mail.ts'
import { parseEmail, startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { deliver, emptyOutbox, leaveClaimed, makeDue } from '#server/testing/mailbox.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'

let server: MailServer
let test: TestProduct
beforeAll(async () => {
  server = await startMailServer()
  test = await createTestProduct({
    env: { ...server.env, TRUSTED_PROXY: 'true' },
  })
})
afterAll(async () => {
  await test.close()
  await server.close()
})
beforeEach(async () => {
  server.forget()
  await emptyOutbox(test)
})

let net = 0
/** Each call comes from a network of its own unless given. */
const invite = (person: Member, emails: unknown, headers: Record<string, string> = {}) =>
  test.post('/v1/auth/user/invite/by/email', { emails, uuid: person.id }, person.token, {
    'x-forwarded-for': `203.0.113.${++net}`,
    ...headers,
  })
const query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await test.database.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
const work = () => deliver(test, createMail(test.config.mail))
const waiting = () => query(`select recipient from private.email_outbox where state = 'waiting'`)
let people = 0
const someone = () => `friend${++people}@example.com`

it('O01, O02, security 116: several addresses get an e-mail each, as text and HTML and in the language, that names no other recipient', async () => {
  const person = await test.member({ nickname: '김<b>하늘</b>' })
  const [first, second] = [someone(), someone()]
  const answer = await invite(person, ` ${first}, ${second.toUpperCase()},, ${second} `, {
    'accept-language': 'ko',
  })
  expect([answer.status, await answer.json()]).toEqual([200, { result: { count: 2 } }])
  await work()
  expect(server.received.map(({ to }) => to)).toEqual([[first], [second]])
  for (const email of server.received) {
    const { head, body } = parseEmail(email)
    const other = email.to[0] === first ? second : first
    expect(email.from).toBe('hello@munjang.example')
    expect(email.raw).not.toContain(other)
    expect(head).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(head).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/v1\/mail\/refuse\?token=/m)
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(head).not.toMatch(/^(bcc|cc):/im)
    expect(body).toContain('김<b>하늘</b> 님이 문장에서')
    expect(body).toContain('김&lt;b&gt;하늘&lt;/b&gt; 님이 문장에서')
    expect(body).toMatch(/http:\/\/localhost:3000\/ko\/invite\/[A-Z2-9]{8}/)
  }
  expect(await query('select 1 from private.email_outbox where recipient is not null')).toEqual([])
})

it('O01, security 116: an invalid address is named and nothing is sent: wrong, too many, none, the inviter’s own, headers, lists', async () => {
  const person = await test.member()
  await query(`update public."user" set email = 'Me@example.com' where id = $1`, [person.id])
  const good = someone()
  const cases: [unknown, string, string][] = [
    ['', 'emails', 'required'],
    [' , ,', 'emails', 'required'],
    [`${good}, nobody`, 'emails.1', 'invalid'],
    [`${good}\r\nBcc: victim@example.com`, 'emails.1', 'invalid'],
    [`${good}%0d%0aBcc:victim@example.com`, 'emails.0', 'invalid'],
    ['=?utf-8?q?a=40example.com?=', 'emails.0', 'invalid'],
    ['"a,b"@example.com', 'emails.0', 'invalid'],
    [`${good}, me@EXAMPLE.com`, 'emails.1', 'invalid'],
    [Array.from({ length: 11 }, someone).join(','), 'emails', 'too_many'],
    [42, 'emails', 'invalid'],
  ]
  for (const [emails, field, rule] of cases) {
    const answer = await invite(person, emails)
    expect([emails, answer.status, await answer.json()]).toMatchObject([
      emails,
      400,
      { code: 'invalid_field', field, detail: { rule } },
    ])
  }
  expect((await invite(person, Array.from({ length: 1_000 }, someone))).status).toBe(400)
  expect(await waiting()).toEqual([])
})

it('O02, O18: no caller invites for another member, without a session, or while blocked', async () => {
  const [person, other] = [await test.member(), await test.member()]
  const path = '/v1/auth/user/invite/by/email'
  expect((await test.post(path, { emails: someone(), uuid: other.id }, person.token)).status).toBe(403)
  expect((await test.post(path, { emails: someone(), uuid: person.id })).status).toBe(401)
  expect((await test.post(path, { emails: someone() }, person.token)).status).toBe(400)
  expect(
    (await test.post(path, { emails: someone(), uuid: person.id, bcc: 'x@example.com' }, person.token))
      .status,
  ).toBe(400)
  expect((await invite(await test.member({ isBlock: true }), someone())).status).toBe(403)
  expect(await waiting()).toEqual([])
})

it('security 115: the limits are twenty a day for a member and sixty from one network, across processes; then 429 with the time to retry', async () => {
  const person = await test.member()
  const ten = () => Array.from({ length: 10 }, someone).join(',')
  const elsewhere = await test.another()
  const answers = await Promise.all([
    invite(person, ten()),
    invite(person, ten()),
    invite(person, ten()),
    elsewhere.app.request('/v1/auth/user/invite/by/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
      body: JSON.stringify({ emails: ten(), uuid: person.id }),
    }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429])
  const refused = answers.find(({ status }) => status === 429)!
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(86_000)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect(await refused.json()).toMatchObject({
    code: 'too_many_requests',
    detail: { until: expect.any(String) },
  })
  expect(await waiting()).toHaveLength(20)

  const from = { 'x-forwarded-for': '198.51.100.9' }
  const statuses: number[] = []
  for (let turn = 0; turn < 7; turn++) statuses.push((await invite(await test.member(), ten(), from)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(JSON.stringify(await query('select sender_hash from private.invited_address'))).not.toContain(
    '198.51.100',
  )
})

it('security 116: an address gets one invitation in thirty days from any inviter, and the response does not reveal it', async () => {
  const address = someone()
  const answers = await Promise.all(
    [await test.member(), await test.member(), await test.member()].map((person) => invite(person, address)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await waiting()).toHaveLength(1)
  await work()
  await work()
  expect(server.received).toHaveLength(1)
  await query(`update private.invited_address set created_at = now() - interval '30 days 1 minute'`)
  await invite(await test.member(), address)
  expect(await waiting()).toHaveLength(1)
})

it('security 116: an unsubscribed address never gets an e-mail again, not even a pending one', async () => {
  const [address, another] = [someone(), someone()]
  await invite(await test.member(), address)
  await work()
  const { head, body } = parseEmail(server.received[0]!)
  const refuse = (url: string) =>
    test.product.app.request(new URL(url).pathname + new URL(url).search, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const oneClick = /List-Unsubscribe: <([^>]+)>/.exec(head)![1]!
  expect(body).toContain(`/en/mail/refuse?${new URL(oneClick).search.slice(1)}`)
  expect((await refuse(oneClick)).status).toBe(200)
  expect((await refuse(oneClick)).status).toBe(200)
  for (const wrong of [
    `${oneClick}x`,
    oneClick.replace(/token=.*/, 'token='),
    oneClick.replace('token=', 'token=a'),
  ])
    expect((await refuse(wrong)).status, wrong).toBe(404)
  await query(`update private.invited_address set created_at = now() - interval '31 days'`)
  expect((await invite(await test.member(), address)).status).toBe(200)
  expect(await waiting()).toEqual([])

  await invite(await test.member(), another)
  await query(
    `insert into private.mail_refusal (address_hash) select payload ->> 'address_hash' from private.email_outbox where recipient = $1`,
    [another],
  )
  await work()
  expect(server.received).toHaveLength(1)
  expect(JSON.stringify(await query('select * from private.mail_refusal'))).not.toContain('example.com')
})

it('a busy mail server is retried, one that refuses for good is not, and a crash never sends twice', async () => {
  await invite(await test.member(), someone())
  server.refusals.push({ responseCode: 451 })
  await work()
  await makeDue(test)
  await work()
  expect(server.received).toHaveLength(1)
  await invite(await test.member(), someone())
  server.refusals.push({ responseCode: 550 })
  await work()
  await makeDue(test)
  await work()
  await invite(await test.member(), someone())
  await leaveClaimed(test, 3)
  await work()
  expect(server.received).toHaveLength(1)
  expect(await query(`select state from private.email_outbox order by id`)).toEqual([
    { state: 'sent' },
    { state: 'refused' },
    { state: 'unknown' },
  ])
})

it('A35, O02: no e-mail is sent for a member who was deleted or blocked meanwhile', async () => {
  const [leaver, blocked] = [await test.member(), await test.member()]
  for (const person of [leaver, blocked]) await invite(person, someone())
  await query(`update public."user" set provider = 'deleted', is_active = false where id = $1`, [leaver.id])
  await query(`update public."user" set is_block = true where id = $1`, [blocked.id])
  await work()
  expect(await query('select state, recipient from private.email_outbox')).toEqual([
    { state: 'failed', recipient: null },
  ])
  expect(server.received).toEqual([])
})
