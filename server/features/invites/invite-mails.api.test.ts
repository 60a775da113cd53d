import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createMail, type Mail } from '#server/outside/mail.ts'
import type { Queue } from '#server/outside/queue.ts'
import { readLetter, startMailServer, type MailServer } from '#server/testing/mail-server.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { sendInviteMail } from './invite-mails.ts'

let server: MailServer
let test: TestProduct
let mail: Mail
const jobs: { name: string; payload: { id: number } }[] = []
beforeAll(async () => {
  server = await startMailServer()
  const queue = {
    send: (_db: unknown, name: string, payload: { id: number }) => {
      jobs.push({ name, payload })
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  } as unknown as Queue
  test = await createTestProduct({
    env: { ...server.env, TRUSTED_PROXY: 'true' },
    parts: { queue },
  })
  mail = createMail(test.config.mail)!
})
afterAll(async () => {
  await test.close()
  await server.close()
})
beforeEach(() => {
  server.forget()
  jobs.length = 0
})

let net = 0
/** Each call from a net of its own, unless told. */
const invite = (person: Member, emails: unknown, headers: Record<string, string> = {}) =>
  test.post('/v1/auth/user/invite/by/email', { emails, uuid: person.id }, person.token, {
    'x-forwarded-for': `203.0.113.${++net}`,
    ...headers,
  })
const query = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await test.database.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
const sendMail = (id: number) => sendInviteMail({ config: test.config, database: test.database, mail }, id)
async function work(): Promise<void> {
  for (const { payload } of jobs.splice(0)) await sendMail(payload.id)
}
let people = 0
const someone = () => `friend${++people}@example.com`

it('O01, O02, security 116: several addresses get a letter each, in both forms and in the language, that names nobody else', async () => {
  const person = await test.member({ nickname: '김<b>하늘</b>' })
  const [first, second] = [someone(), someone()]
  const answer = await invite(person, ` ${first}, ${second.toUpperCase()},, ${second} `, {
    'accept-language': 'ko',
  })
  expect([answer.status, await answer.json()]).toEqual([200, { result: { count: 2 } }])
  await work()
  expect(server.received.map(({ to }) => to)).toEqual([[first], [second]])
  for (const letter of server.received) {
    const { head, body } = readLetter(letter)
    const other = letter.to[0] === first ? second : first
    expect(letter.from).toBe('hello@munjang.example')
    expect(letter.raw).not.toContain(other)
    expect(head).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(head).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/v1\/mail\/refuse\?token=/m)
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(head).not.toMatch(/^(bcc|cc):/im)
    expect(body).toContain('김<b>하늘</b> 님이 문장에서')
    expect(body).toContain('김&lt;b&gt;하늘&lt;/b&gt; 님이 문장에서')
    expect(body).toMatch(/http:\/\/localhost:3000\/ko\/invite\/[A-Z2-9]{8}/)
  }
  expect(await query('select 1 from private.invite_mail where address is not null')).toEqual([])
})

it('O01, security 116: what is no address is named and nothing is sent: wrong, too many, none, one’s own, headers, lists', async () => {
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
  expect(jobs).toEqual([])
})

it('O02, O18: nobody invites in another name, without a session, or while blocked', async () => {
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
  expect(jobs).toEqual([])
})

it('security 115: twenty a day for a member and sixty from one place, whichever process counts; then 429 and when to come back', async () => {
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
  expect(jobs).toHaveLength(20)

  const from = { 'x-forwarded-for': '198.51.100.9' }
  const statuses: number[] = []
  for (let turn = 0; turn < 7; turn++) statuses.push((await invite(await test.member(), ten(), from)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(JSON.stringify(await query('select sender_hash from private.invite_mail'))).not.toContain(
    '198.51.100',
  )
})

it('security 116: an address hears from us once in thirty days, whoever invites it, and the inviter is not told', async () => {
  const address = someone()
  const answers = await Promise.all(
    [await test.member(), await test.member(), await test.member()].map((person) => invite(person, address)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(jobs).toHaveLength(1)
  const [job] = jobs
  await work()
  await sendMail(job!.payload.id)
  expect(server.received).toHaveLength(1)
  await query(`update private.invite_mail set created_at = now() - interval '30 days 1 minute'`)
  await invite(await test.member(), address)
  expect(jobs).toHaveLength(1)
})

it('security 116: whoever refuses is never written to again, not even by a letter that was on its way', async () => {
  const [address, waiting] = [someone(), someone()]
  await invite(await test.member(), `${address},${waiting}`)
  const [first, second] = jobs.splice(0)
  await sendMail(first!.payload.id)
  const { head, body } = readLetter(server.received[0]!)
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
  await query(`update private.invite_mail set created_at = now() - interval '40 days' where id = $1`, [
    first!.payload.id,
  ])
  expect((await invite(await test.member(), address)).status).toBe(200)
  expect(jobs).toEqual([])

  await query(
    `insert into private.mail_refusal (address_hash) select address_hash from private.invite_mail where address = $1`,
    [waiting],
  )
  await sendMail(second!.payload.id)
  expect(server.received).toHaveLength(1)
  expect(JSON.stringify(await query('select * from private.mail_refusal'))).not.toContain('example.com')
})

it('a mail server that is busy is asked again, one that refuses for good is not, and a crash never sends twice', async () => {
  await invite(await test.member(), `${someone()},${someone()},${someone()}`)
  const [busy, refused, crashed] = jobs.splice(0).map(({ payload }) => payload.id)
  server.refusals.push({ responseCode: 451 })
  await expect(sendMail(busy!)).rejects.toThrow('did not take')
  await sendMail(busy!)
  expect(server.received).toHaveLength(1)
  server.refusals.push({ responseCode: 550 })
  await sendMail(refused!)
  await sendMail(refused!)
  // As a process leaves it that dies between sending and noting that.
  await query('update private.invite_mail set sending_at = now() where id = $1', [crashed])
  await sendMail(crashed!)
  expect(server.received).toHaveLength(1)
})

it('A35: whoever leaves takes along addresses that were not written to yet', async () => {
  const person = await test.member()
  await invite(person, someone())
  await query(`update public."user" set provider = 'deleted', is_active = false where id = $1`, [person.id])
  expect(await query('select address from private.invite_mail where user_id = $1', [person.id])).toEqual([
    { address: null },
  ])
  await work()
  expect(server.received).toEqual([])
})
