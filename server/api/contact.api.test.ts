import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerQuestion } from '#server/features/contact/answers.ts'
import { listOpenQuestions } from '#server/features/contact/questions.ts'
import type { Queue } from '#server/adapters/queue.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct({ env: { TRUSTED_PROXY: 'true' } })
})
afterAll(() => test.close())

const question = {
  type: 'error',
  email: 'me@example.com',
  title: '저장이 안 돼요',
  description: '어제부터요.',
  lang: 'ko',
}
const ask = (person: Member, change: object = {}) =>
  test.post('/v1/contact', { ...question, uuid: person.id, ...change }, person.token)
const askAsVisitor = (address: string, title = question.title) =>
  test.post('/v1/contact', { ...question, title }, undefined, { 'x-forwarded-for': address })
const queue = { send: () => Promise.resolve() } as unknown as Queue
const answer = (id: number, text: string) => answerQuestion({ database: test.database, queue }, id, text)
const alarmsOf = (id: string) =>
  test.database
    .selectFrom('user_alarm')
    .select(['kind', 'source_id', 'data'])
    .where('user_id', '=', id)
    .execute()

it('O03, O04, N01: a member asks, an operator answers once, and the member gets the answer and one alarm', async () => {
  const person = await test.member()
  const response = await ask(person)
  expect(response.status).toBe(200)
  const { id } = ((await response.json()) as { result: { id: number } }).result
  expect(await listOpenQuestions(test.database)).toMatchObject([
    { id, type: 'error', email: 'me@example.com', title: '저장이 안 돼요', isMember: true },
  ])
  await expect(answer(id, '  ')).rejects.toMatchObject({ code: 'no_content' })
  await answer(id, ' 고쳤어요. ')
  await expect(answer(id, '다시')).rejects.toMatchObject({ code: 'not_found' })
  expect(await alarmsOf(person.id)).toEqual([
    { kind: 'contact_reply', source_id: String(id), data: { title: '저장이 안 돼요' } },
  ])
  const row = await test.database
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([row.answer, row.user_id, row.answered_at !== null]).toEqual(['고쳤어요.', person.id, true])
})

it('O03: a visitor asks too, the row has no member, and the limit is three an hour from one address', async () => {
  const statuses = []
  for (let turn = 0; turn < 4; turn++)
    statuses.push((await askAsVisitor('203.0.113.7', `Turn ${turn}`)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await askAsVisitor('203.0.113.8')).status).toBe(200)
  const rows = await test.database
    .selectFrom('contact')
    .select('user_id')
    .where('user_id', 'is', null)
    .execute()
  expect(rows).toHaveLength(4)
  const keys = await test.database.selectFrom('private.use_count').select('key').execute()
  expect(JSON.stringify(keys)).not.toContain('203.0.113')
})

it('O03: the limit of a member is five an hour, from any address', async () => {
  const person = await test.member()
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, turn) => ask(person, { title: `Turn ${turn}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
})

it('O03, O18: wrong fields are named, and no caller asks in another member’s name', async () => {
  const [person, other] = [await test.member(), await test.member()]
  const wrong = await ask(person, { email: 'nobody' })
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { code: 'invalid_field', field: 'email', detail: { rule: 'invalid' } },
  ])
  expect((await ask(person, { answer: 'x' })).status).toBe(400)
  const foreign = await test.post('/v1/contact', { ...question, uuid: other.id }, person.token)
  expect(foreign.status).toBe(403)
  expect((await test.post('/v1/contact', question, 'no-token')).status).toBe(401)
  const blocked = await test.member({ isBlock: true })
  expect((await ask(blocked)).status).toBe(403)
})

it('attacks 9: fifteen concurrent requests with the same question store one question and count once', async () => {
  const person = await test.member()
  const answers = await Promise.all(Array.from({ length: 15 }, () => ask(person)))
  const ids = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { result: { id: number } }).result.id),
  )
  expect([new Set(ids).size, answers.every(({ status }) => status === 200)]).toEqual([1, true])
  expect((await ask(person, { title: 'Another' })).status).toBe(200)
})
