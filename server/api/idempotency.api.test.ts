// Repeats of a request under the same Idempotency-Key, also concurrent ones and ones with another body.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetIdempotencyKeys } from '#server/metering/idempotency.ts'
import { readEvents } from '#server/testing/read-events.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { balance, briefOf } from '#server/testing/tool-cases.ts'
import { writingTools } from '#shared/tools.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

const article = { topic: '동네 도서관에서 보내는 토요일', tone: 'informal', language: 'Korean' }
const write = (member: Member, key: string, fields: object = article, path = '/v1/ai/tool/article') =>
  test.post(path, { ...fields, uuid: member.id }, member.token, { 'idempotency-key': key })
const textsOf = async ({ id }: Member) =>
  (await test.database.selectFrom('tool_use').select('id').where('user_id', '=', id).execute()).length
const runIdOf = async (response: Response) => {
  const [started] = await readEvents(response)
  return started?.event.type === 'started' ? started.event.run_id : null
}

it('attacks 9: the same request under the same key returns the same run and is charged once', async () => {
  const member = await test.member()
  const id = await runIdOf(await write(member, 'one'))
  const after = await balance(test, member.id)
  expect(await runIdOf(await write(member, 'one'))).toBe(id)
  expect(await textsOf(member)).toBe(1)
  expect(await balance(test, member.id)).toEqual(after)
  expect(await runIdOf(await write(member, 'two'))).not.toBe(id)
})

it('attacks 9: of many concurrent requests under one key one runs, and the others get an error', async () => {
  const member = await test.member()
  const answers = await Promise.all(Array.from({ length: 6 }, () => write(member, 'many')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  await Promise.all(answers.map((answer) => answer.text()))
  expect(await textsOf(member)).toBe(1)
})

it('attacks 9: another body, another path or a key that is too long is refused', async () => {
  const member = await test.member()
  await (await write(member, 'same')).text()
  const codeOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ]
  const other = { ...article, topic: '다른 이야기' }
  expect(await codeOf(await write(member, 'same', other))).toEqual([422, 'idempotency_key_reused'])
  const edit = await write(member, 'same', { keyword: '홈카페' }, '/v1/ai/tool/keyword-data')
  expect(await codeOf(edit)).toEqual([422, 'idempotency_key_reused'])
  expect(await codeOf(await write(member, 'x'.repeat(256)))).toEqual([400, 'invalid_request'])
})

it('attacks 9: keys belong to their member, and expire after a day', async () => {
  const [first, second] = [await test.member(), await test.member()]
  const ids = [await runIdOf(await write(first, 'shared')), await runIdOf(await write(second, 'shared'))]
  expect(ids[0]).not.toBe(ids[1])
  await sql`update private.idempotent_request set created_at = now() - interval '25 hours'
    where member_id = ${first.id}::uuid`.execute(test.database)
  await forgetIdempotencyKeys(test.database)
  expect(await runIdOf(await write(first, 'shared'))).not.toBe(ids[0])
  expect(await runIdOf(await write(second, 'shared'))).toBe(ids[1])
})

it('attacks 9: a refusal is not stored, so the same key may retry', async () => {
  const member = await test.member({ token: 0 })
  expect((await write(member, 'poor')).status).toBe(402)
  expect((await write(member, 'poor')).status).toBe(402)
})

it('attacks 9: a request whose process died runs again once its key counts as abandoned', async () => {
  const member = await test.member()
  await sql`insert into private.idempotent_request (member_id, key, fingerprint) values (${member.id}::uuid, 'lost', '\\x00')
    `.execute(test.database)
  expect((await write(member, 'lost')).status).toBe(422)
  await sql`update private.idempotent_request set created_at = now() - interval '3 minutes'
    where member_id = ${member.id}::uuid`.execute(test.database)
  expect(await runIdOf(await write(member, 'lost'))).toBeGreaterThan(0)
})

it('attacks 9: a keyword analysis under one key costs once, and a repeat gets the same response', async () => {
  const member = await test.member()
  const ask = async () =>
    (await write(member, 'keyword', { keyword: '홈카페' }, '/v1/ai/tool/keyword-data')).json()
  const first = await ask()
  expect(await ask()).toEqual(first)
})

const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3']
const edit = { id: 1, feature: 'text', instruction: '한 문장 더' }
/** Every route at which a member can spend tokens, image credits or money. */
const costly: [path: string, fields: object][] = [
  ...writingTools.map((tool): [string, object] => [`/v1/ai/tool/${tool}`, briefOf(tool).form]),
  ['/v1/ai/tool/run/1/again', { mode: 'regenerate' }],
  ['/v1/ai/tool/run/1/picture', {}],
  ['/v1/ai/tool/edit', edit],
  ['/v1/ai/tool/keyword-data', { keyword: '홈카페' }],
  ['/v1/auth/user/tone/create', { urls, language: 'ko' }],
  ['/v1/ai/use/execute/prompt', { prompt_id: 1 }],
  ['/v1/payment/order', { type: 'pack', pack: 'tokens_small' }],
  ['/v1/payment/confirm', { order: 'order-1' }],
  ['/v1/payment/subscription/pay', {}],
  ['/v1/payment/refund', { refund: '00000000-0000-4000-8000-000000000000' }],
]
it.each(costly)('attacks 9: %s refuses a key that was used for other content', async (path, fields) => {
  const member = await test.member()
  await sql`insert into private.idempotent_request (member_id, key, fingerprint)
    values (${member.id}::uuid, 'used', '\\x00')`.execute(test.database)
  const response = await write(member, 'used', fields, path)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    422,
    'idempotency_key_reused',
  ])
  expect(await balance(test, member.id)).toBe(100_000)
})

it.each(writingTools)('attacks 9: the same %s under the same key is one run, charged once', async (tool) => {
  const member = await test.member()
  const ask = () => write(member, 'tool', briefOf(tool).form, `/v1/ai/tool/${tool}`)
  const id = await runIdOf(await ask())
  const after = await balance(test, member.id)
  expect(await runIdOf(await ask())).toBe(id)
  expect([await textsOf(member), await balance(test, member.id)]).toEqual([1, after])
})

it('attacks 9: repeats under one key create one order and get the same response', async () => {
  const member = await test.member()
  const ask = async () =>
    (await write(member, 'order', { type: 'pack', pack: 'tokens_small' }, '/v1/payment/order')).json()
  const first = await ask()
  expect(await ask()).toEqual(first)
  const orders = await test.database
    .selectFrom('payment_order')
    .select('id')
    .where('user_id', '=', member.id)
    .execute()
  expect(orders).toHaveLength(1)
})
