// One run with many followers.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answerWell,
  fakeArticle,
  startFakeProvider,
  type FakeProvider,
} from '#server/adapters/fakes/fake-provider.ts'
import type { Product } from '#server/main.ts'
import { readEvents, textOf, type NumberedEvent } from '#server/testing/read-events.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { articleSchema } from '#shared/tools-form.ts'

let fake: FakeProvider
let test: TestProduct
const form = articleSchema.parse({
  topic: '동네 도서관에서 보내는 토요일',
  tone: 'informal',
  language: 'Korean',
})

beforeAll(async () => {
  fake = await startFakeProvider()
  test = await createTestProduct({ env: fake.env('openai') })
})
afterAll(async () => {
  await test.close()
  await fake.close()
})

it('a thousand followers of one text, in two processes, from its beginning and from the middle, all receive the same', async () => {
  const member = await test.member()
  const other = await test.another()
  const gate = Promise.withResolvers<void>()
  let sent = 0
  fake.reply = (asked) =>
    asked.part === 'text'
      ? { ...answerWell(asked), pace: () => (sent++ < 20 ? Promise.resolve() : gate.promise) }
      : answerWell(asked)
  const own = await test.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member.token)
  const runId = Number(own.headers.get('x-run-id'))
  const follow = (product: Product, lastEventId: number) =>
    product.app.request(`/v1/runs/${runId}/events?uuid=${member.id}`, {
      headers: { authorization: `Bearer ${member.token}`, 'last-event-id': String(lastEventId) },
    })
  const whole = readEvents(own)
  const responses = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => follow(index % 10 === 0 ? other : test.product, 0)),
  )
  const crowd = responses.map((response) => readEvents(response))
  gate.resolve()
  const last = (await whole).at(-1)!
  const seen = new Set<string>()
  const describe = (events: NumberedEvent[]) =>
    JSON.stringify([textOf(events), events.at(-1)!.id, events.at(-1)!.event])
  for (const events of await Promise.all(crowd)) seen.add(describe(events))
  expect([...seen]).toEqual([JSON.stringify([fakeArticle, last.id, last.event])])
  // From the middle, after the end.
  const middle = (await whole).find(({ event }) => event.type === 'text')!.id
  const late = await readEvents(await follow(other, middle))
  expect(late.at(-1)).toEqual(last)
  expect(late[0]!.id).toBe(middle + 1)
})
