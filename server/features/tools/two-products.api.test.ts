// Two processes on one database: one starts a run, and the other follows, cancels, queues behind and rewrites it.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  answerWell,
  fakeArticle,
  startFakeProvider,
  type FakeCall,
  type FakeProvider,
} from '#server/adapters/fakes/fake-provider.ts'
import type { Product } from '#server/main.ts'
import { findBrokenRules } from '#server/testing/find-broken-rules.ts'
import { eventsOf, readEvents, textOf, type NumberedEvent } from '#server/testing/read-events.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { articleSchema } from '#shared/tools-form.ts'
import type { ToolEvent } from '#shared/tools.ts'

let fake: FakeProvider
let test: TestProduct
let other: Product
type Member = { id: string; token: string }
const form = articleSchema.parse({
  topic: '동네 도서관에서 보내는 토요일',
  tone: 'informal',
  language: 'Korean',
})

beforeAll(async () => {
  fake = await startFakeProvider()
  test = await createTestProduct({ env: { RUN_CAPACITY: '1', ...fake.env('openai') } })
  other = await test.another()
})
afterEach(async () => {
  const broken = await findBrokenRules(test.database)
  if (broken.length > 0) throw new Error(broken.join('\n'))
})
afterAll(async () => {
  await test.close()
  await fake.close()
})

const call = (product: Product, member: Member, path: string, body?: object, headers = {}) =>
  product.app.request(path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${member.token}`,
      'accept-language': 'en',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body ? { body: JSON.stringify({ ...body, uuid: member.id }) } : {}),
  })
const write = (product: Product, member: Member) => call(product, member, '/v1/ai/tool/article', form)
const again = (product: Product, member: Member, id: number, mode: string) =>
  call(product, member, `/v1/ai/tool/run/${id}/again`, { mode })
const follow = (product: Product, member: Member, id: number, lastEventId = 0) =>
  call(product, member, `/v1/ai/tool/run/${id}/events?uuid=${member.id}`, undefined, {
    'last-event-id': String(lastEventId),
  })
const stop = (product: Product, member: Member, id: number) =>
  call(product, member, '/v1/ai/tool/stop', { id })
const runIdOf = (events: NumberedEvent[]) => (events[0]!.event as { run_id: number }).run_id
const ends = (events: NumberedEvent[]) => events.at(-1)!.event as Extract<ToolEvent, { type: 'done' }>
const rowOf = (id: number) =>
  test.database.selectFrom('tool_use').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const versionsOf = async (id: number) => {
  const rows = await test.database
    .selectFrom('tool_use_version')
    .select(['content', 'made_by'])
    .where('tool_use_id', '=', id)
    .orderBy('number')
    .execute()
  return rows.map(({ content, made_by }) => [made_by, content])
}

/** The text stops after some deltas until the gate opens. */
function holdTextAfter(deltas: number) {
  const gate = Promise.withResolvers<void>()
  let sent = 0
  fake.reply = (asked: FakeCall) =>
    asked.part === 'text'
      ? { ...answerWell(asked), pace: () => (sent++ < deltas ? Promise.resolve() : gate.promise) }
      : answerWell(asked)
  return gate
}
/** Reads until the text begins and leaves the rest unread. */
async function readToText(response: Response) {
  const seen: NumberedEvent[] = []
  const events = eventsOf(response)
  for (;;) {
    const { value, done } = await events.next()
    if (done) throw new Error('The run ended before its text began.')
    seen.push(value)
    if (value.event.type === 'text') break
  }
  const rest = async () => {
    for await (const event of events) seen.push(event)
    return seen
  }
  return { seen, rest }
}

it('reliability 10, T15: a run started in one is followed live in the other, late and from any event, with the same result', async () => {
  const member = await test.member()
  const gate = holdTextAfter(10)
  const here = await readToText(await write(test.product, member))
  const id = runIdOf(here.seen)
  const there = await readToText(await follow(other, member, id))
  const later = (async () => readEvents(await follow(other, member, id, here.seen.at(-1)!.id)))()
  gate.resolve()
  const whole = await here.rest()
  const elsewhere = await there.rest()
  expect([elsewhere[0]!.event, elsewhere.at(-1)]).toEqual([whole[0]!.event, whole.at(-1)])
  expect(textOf(elsewhere)).toBe(fakeArticle)
  expect(await later).toEqual(whole.filter((event) => event.id > 0).slice(-(await later).length))
  expect((await later)[0]!.id).toBe(whole.find(({ event }) => event.type === 'text')!.id + 1)
  expect(textOf(whole)).toBe(fakeArticle)
})

it('reliability 10: a cancel through the other process saves the text and charges its part; the run continues there, and the state before is a version', async () => {
  const member = await test.member()
  const gate = holdTextAfter(20)
  const here = await readToText(await write(test.product, member))
  const id = runIdOf(here.seen)
  expect(await (await stop(other, member, id)).json()).toMatchObject({ result: { status: 'stopped' } })
  const stopped = await here.rest()
  gate.resolve()
  const text = textOf(stopped)
  expect((await rowOf(id)).content).toBe(text)
  const charged = ends(stopped).token
  expect(charged).toBeGreaterThan(0)

  fake.calls.length = 0
  fake.reply = (asked) =>
    asked.part === 'text' ? { text: fakeArticle.slice(text.length) } : answerWell(asked)
  const continued = await readEvents(await again(other, member, id, 'continue'))
  expect(textOf(continued)).toBe(fakeArticle)
  expect(continued[0]!.id).toBe(2_000_001)
  expect(fake.calls.map(({ part }) => part)).toEqual(['text', 'revision', 'titles', 'tags'])
  expect(JSON.stringify(fake.calls[0]!.body)).toContain(JSON.stringify(text).slice(1, -1))
  const row = await rowOf(id)
  expect(row).toMatchObject({ status: 'done', content: fakeArticle, token: charged + ends(continued).token })
  expect(await versionsOf(id)).toEqual([['run', text]])
  expect((await again(test.product, member, id, 'continue')).status).toBe(409)
})

it('a rewrite saves the old text as a version; when it fails the old text stays and the new one is the version', async () => {
  const member = await test.member()
  fake.reply = answerWell
  const first = await readEvents(await write(test.product, member))
  const id = runIdOf(first)
  fake.reply = (asked) => (asked.part === 'text' ? { text: '## 새 글\n\n다시 썼어요.' } : answerWell(asked))
  const second = await readEvents(await again(test.product, member, id, 'regenerate'))
  expect(textOf(second)).toBe('## 새 글\n\n다시 썼어요.')
  expect(await rowOf(id)).toMatchObject({ content: '## 새 글\n\n다시 썼어요.', status: 'done' })
  expect(await versionsOf(id)).toEqual([['run', fakeArticle]])

  fake.reply = (asked) =>
    asked.part === 'text' ? { ...answerWell(asked), fault: { after: 5, kind: 'reset' } } : answerWell(asked)
  const third = await readEvents(await again(test.product, member, id, 'regenerate'))
  expect(ends(third)).toMatchObject({ status: 'failed', token: 0 })
  expect(await rowOf(id)).toMatchObject({ content: '## 새 글\n\n다시 썼어요.', status: 'failed' })
  expect((await versionsOf(id)).map(([, content]) => content)).toEqual([
    fakeArticle,
    '## 새 글\n\n다시 썼어요.',
    textOf(third),
  ])
})

it('row 106: other members’ texts cannot be rewritten', async () => {
  const [member, stranger] = [await test.member(), await test.member()]
  fake.reply = answerWell
  const id = runIdOf(await readEvents(await write(test.product, member)))
  for (const mode of ['continue', 'regenerate'])
    expect((await again(test.product, stranger, id, mode)).status).toBe(404)
  expect((await again(test.product, member, id, 'sideways')).status).toBe(400)
})

it('B17: above the capacity of the site a run waits in the queue with its position, in any process', async () => {
  const members = await Promise.all([test.member(), test.member(), test.member()])
  const gate = holdTextAfter(3)
  const first = await readToText(await write(test.product, members[0]))
  const waiting = []
  for (const [index, product] of [other, test.product].entries()) {
    const events = eventsOf(await write(product, members[index + 1]!))
    const started = (await events.next()).value as NumberedEvent
    const queued = (await events.next()).value as NumberedEvent
    expect(queued.event).toEqual({ type: 'queued', position: index + 1 })
    expect((await rowOf(runIdOf([started]))).status).toBe('queued')
    waiting.push({ events, id: runIdOf([started]) })
  }
  // A run that is cancelled in the queue leaves it and pays nothing.
  expect(await (await stop(test.product, members[1]!, waiting[0]!.id)).json()).toMatchObject({
    result: { status: 'stopped', token: 0 },
  })
  gate.resolve()
  expect(ends(await first.rest()).status).toBe('done')
  const rest: NumberedEvent[] = []
  for await (const event of waiting[1]!.events) rest.push(event)
  expect(rest.map(({ event }) => event)).toContainEqual({ type: 'queued', position: 0 })
  expect(ends(rest).status).toBe('done')
  const left: NumberedEvent[] = []
  for await (const event of waiting[0]!.events) left.push(event)
  expect(ends(left)).toMatchObject({ status: 'stopped', token: 0 })
})

it('row 32: blocking a member ends the live run at once', async () => {
  const member = await test.member()
  const gate = holdTextAfter(10)
  const here = await readToText(await write(test.product, member))
  await test.database.updateTable('user').set({ is_block: true }).where('id', '=', member.id).execute()
  const events = await here.rest()
  expect(events.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: 'error', code: 'user_blocked' }),
  )
  expect(ends(events)).toMatchObject({ status: 'failed', token: 0 })
  expect((await follow(other, member, runIdOf(events))).status).toBe(403)
  gate.resolve()
})

it('R4: a database that drops every connection and refuses new ones for a while costs a run nothing', async () => {
  const member = await test.member()
  const gate = holdTextAfter(20)
  const here = await readToText(await write(test.product, member))
  fake.calls.length = 0
  await test.testDatabase.cutOff(async () => {
    gate.resolve()
    // The model has finished while nothing could be stored.
    while (fake.calls.at(-1)?.part !== 'tags') await new Promise((resolve) => setTimeout(resolve, 5))
  })
  const events = await here.rest()
  expect(ends(events)).toMatchObject({ status: 'done' })
  expect((await rowOf(runIdOf(events))).content).toBe(textOf(events))
})
