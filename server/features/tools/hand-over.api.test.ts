// A process ends while texts are being written, and another one completes them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { fsck } from '#server/fsck.ts'
import type { Product } from '#server/main.ts'
import { promptOf } from '#server/adapters/fakes/fake-answers.ts'
import {
  answerWell,
  choiceOf,
  fakeArticle,
  revisionOf,
  startFakeProvider,
  type FakeCall,
  type FakeProvider,
} from '#server/adapters/fakes/fake-provider.ts'
import { findBrokenRules } from '#server/testing/find-broken-rules.ts'
import { eventsOf, readEvents, textOf, type NumberedEvent } from '#server/testing/read-events.ts'
import { startProductProcess } from '#server/testing/product-process.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { articleSchema, toolSchemas } from '#shared/tools-form.ts'

let fake: FakeProvider
let test: TestProduct
const form = articleSchema.parse({
  topic: '동네 도서관에서 보내는 토요일',
  tone: 'informal',
  language: 'Korean',
})

beforeAll(async () => {
  fake = await startFakeProvider()
  test = await createTestProduct({ env: { RUN_CAPACITY: '60', ...fake.env('openai') } })
})
afterEach(async () => {
  const broken = await fsck(test.database)
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
const follow = (member: Member, id: number, lastEventId: number) =>
  call(test.product, member, `/v1/ai/tool/run/${id}/events?uuid=${member.id}`, undefined, {
    'last-event-id': String(lastEventId),
  })
const runIdOf = (events: NumberedEvent[]) => (events[0]!.event as { run_id: number }).run_id

/** Reads until the text has this many characters, then closes the connection. */
async function readSome(response: Response, characters: number): Promise<NumberedEvent[]> {
  const seen: NumberedEvent[] = []
  for await (const event of eventsOf(response)) {
    seen.push(event)
    if (textOf(seen).length >= characters) break
  }
  return seen
}

/** The earlier text in the prompt of a continuation; null for a new text. */
function begunOf({ body }: FakeCall): string | null {
  const said = JSON.stringify(body)
  const found = /<begun-(\w+)>\\n((?:(?!<\/begun)[\s\S])*)\\n<\/begun-\1>/.exec(said)
  return found ? (JSON.parse(`"${found[2]!}"`) as string) : null
}

/** Every first call of a text stops after some deltas; the continuation gets the rest. */
function holdFirstCalls(): void {
  fake.reply = (asked) => {
    if (asked.part !== 'text') return answerWell(asked)
    const begun = begunOf(asked)
    if (begun !== null) return { text: fakeArticle.slice(begun.length) }
    return { ...answerWell(asked), fault: { after: 20, kind: 'hang' } }
  }
}

it('server B5: of fifty texts in a process that gets SIGTERM none fails, is lost or is charged twice: another process continues them', async () => {
  holdFirstCalls()
  const other = await startProductProcess(test, { ...fake.env('openai'), RUN_CAPACITY: '60' })
  const members = await Promise.all(Array.from({ length: 50 }, () => test.member()))
  const begun = await Promise.all(
    members.map(async (member) => {
      const response = await other.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member)
      return readSome(response, 200)
    }),
  )
  expect(await other.stop()).toBe(0)
  const rest = await Promise.all(
    members.map(async (member, index) =>
      readEvents(await follow(member, runIdOf(begun[index]!), begun[index]!.at(-1)!.id)),
    ),
  )
  for (const [index, events] of rest.entries()) {
    expect(textOf([...begun[index]!, ...events])).toBe(fakeArticle)
    expect(events.filter(({ event }) => event.type === 'error')).toEqual([])
    expect(events.at(-1)!.event).toMatchObject({ type: 'done', status: 'done' })
    // Stages that were over before the process ended are not sent again.
    expect(events.filter(({ event }) => event.type === 'stage' && event.stage === 'outline')).toEqual([])
  }
  const rows = await test.database
    .selectFrom('tool_use')
    .select(['status', 'content', 'attempt', 'token', 'token_input', 'error_code'])
    .execute()
  expect(rows).toHaveLength(50)
  for (const row of rows)
    expect(row).toMatchObject({ status: 'done', content: fakeArticle, attempt: 1, error_code: null })
  const runs = await test.database.selectFrom('private.run').selectAll().execute()
  expect(runs.map(({ status, failure_count }) => [status, failure_count])).toEqual(
    runs.map(() => ['done', 0]),
  )
  // One charge each, for the usage of both processes.
  const charges = await test.database
    .selectFrom('token_history')
    .select(['user_id', 'amount'])
    .where('kind', '=', 'use')
    .execute()
  expect(new Set(charges.map(({ user_id }) => user_id)).size).toBe(50)
  expect(charges).toHaveLength(50)
  for (const { user_id, amount } of charges) {
    const run = runs.find(({ member_id }) => member_id === user_id)!
    expect(-amount).toBe(run.token)
    expect(run.token).toBeLessThanOrEqual(run.held_token)
  }
  expect(await findBrokenRules(test.database)).toEqual([])
  // Each text was begun once.
  expect(fake.calls.filter((asked) => asked.part === 'text' && begunOf(asked) === null)).toHaveLength(50)
})

it('server B5: a queued text whose process ends stays in the queue, and another process writes it', async () => {
  fake.reply = answerWell
  const gate = Promise.withResolvers<void>()
  const other = await test.another()
  const crowd = await Promise.all(Array.from({ length: 60 }, () => test.member()))
  fake.reply = (asked) =>
    asked.part === 'outline' ? { ...answerWell(asked), pace: () => gate.promise } : answerWell(asked)
  const ahead = await Promise.all(
    crowd.map(async (member) => call(test.product, member, '/v1/ai/tool/article', form)),
  )
  const member = await test.member()
  const seen: NumberedEvent[] = []
  for await (const event of eventsOf(await call(other, member, '/v1/ai/tool/article', form))) {
    seen.push(event)
    if (event.event.type === 'queued') break
  }
  await other.stop({ drainMs: 0 })
  gate.resolve()
  const events = await readEvents(await follow(member, runIdOf(seen), seen.at(-1)!.id))
  expect(events.map(({ event }) => event)).toContainEqual({ type: 'queued', position: 0 })
  expect(textOf(events)).toBe(fakeArticle)
  expect(events.at(-1)!.event).toMatchObject({ type: 'done', status: 'done' })
  await Promise.all(ahead.map((response) => readEvents(response)))
  expect(await findBrokenRules(test.database)).toEqual([])
})

it('server B5: a section rewrite fails when its process ends: the text is unchanged, and nothing is charged', async () => {
  fake.reply = answerWell
  const member = await test.member()
  const id = runIdOf(await readEvents(await call(test.product, member, '/v1/ai/tool/article', form)))
  const before = await test.database
    .selectFrom('tool_use')
    .select(['content', 'token', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const other = await test.another()
  fake.reply = (asked) =>
    asked.part === 'text' ? { ...answerWell(asked), fault: { after: 3, kind: 'hang' } } : answerWell(asked)
  const calls = fake.calls.length
  const response = await call(other, member, '/v1/ai/tool/edit', {
    id,
    feature: 'section',
    section: { number: 0, heading: /^## (.*)$/m.exec(fakeArticle)![1]! },
  })
  expect(response.status).toBe(200)
  while (fake.calls.length === calls) await nextTurn()
  const events = readEvents(response)
  await other.stop({ drainMs: 0 })
  expect((await events).at(-1)!.event).toMatchObject({ type: 'done', status: 'failed', token: 0 })
  expect(
    await test.database
      .selectFrom('tool_use')
      .select(['content', 'token', 'status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  ).toEqual(before)
})

const isSecondDraft = (asked: FakeCall) => promptOf(asked).includes('<ideas>')
const isFirstDraft = (asked: FakeCall) => asked.part === 'text' && !isSecondDraft(asked)
const emailText = '김 선생님께\n\n토요일에 강당을 빌릴 수 있을까요?\n\n한지우 드림'
const letterText = '도서관에서 3년 동안 책을 빌려주고 정리했습니다. 그 일을 여기서도 성실히 하겠습니다.'
const email = toolSchemas.email.parse({
  topic: '강당 빌리기',
  strong_points: '조용합니다',
  tone: 'informal',
  language: 'Korean',
})
const letter = toolSchemas['cover-letter'].parse({
  introduce: '사서',
  career: '도서관에서 3년',
  duty: '사서',
  questions: [{ question: '지원 동기', limit: 50, unit: 'characters' }],
  tone: 'formal',
  language: 'Korean',
})
/** Texts with the answers after their draft: the last call of the first process, and the calls that are made twice. */
const drafted = [
  {
    tool: 'article',
    form,
    draft: fakeArticle,
    text: fakeArticle.replace('아침 아홉 시', '아침 열 시'),
    replies: { revision: revisionOf(fakeArticle.replace('아침 아홉 시', '아침 열 시')) },
    ends: { revision: ['revision'] },
  },
  {
    tool: 'email',
    form: email,
    draft: `# 강당\n\n${emailText}`,
    text: emailText.replace('빌릴 수', '쓸 수'),
    replies: {
      text: `<ideas>\n- 하나\n</ideas>\n\n# 강당\n\n${emailText}`,
      choice: choiceOf('1', [['빌릴 수', '쓸 수']]),
    },
    // No second draft is stored before the choice.
    ends: { text: ['text'], choice: ['text', 'choice'], passages: ['passages'] },
  },
  {
    tool: 'cover-letter',
    form: letter,
    draft: letterText,
    text: `## 지원 동기\n\n${letterText.replace('일을', '일')}`,
    replies: { text: letterText, choice: choiceOf('1', [['그 일을', '그 일']]) },
    ends: { choice: ['text', 'choice'] },
  },
] as const

it.each(
  drafted.flatMap((each) =>
    Object.entries(each.ends).map(([last, twice]) => ({
      ...each,
      last,
      twice,
      name: `${each.tool}, ${last}`,
    })),
  ),
)(
  'server B5: a text whose process ends after its draft is not written again: what is missing follows ($name)',
  async ({ tool, form: order, draft, text, replies, last, twice }) => {
    const answer = (asked: FakeCall) => {
      if (isFirstDraft(asked)) return { text: draft }
      const given = (replies as Partial<Record<FakeCall['part'], string>>)[asked.part]
      return given ? { text: given } : answerWell(asked)
    }
    const held = Promise.withResolvers<void>()
    fake.reply = (asked) => {
      if (asked.part !== last || isFirstDraft(asked)) return answer(asked)
      held.resolve()
      return { text: ' ', fault: { after: 0, kind: 'hang' } }
    }
    const [other, member] = [await test.another(), await test.member()]
    const before = fake.calls.length
    const [started] = await readSome(await call(other, member, `/v1/ai/tool/${tool}`, order), 0)
    const id = runIdOf([started!])
    await held.promise
    fake.reply = answer
    await other.stop({ drainMs: 0 })
    const events = await readEvents(await follow(member, id, 0))
    expect(events.at(-1)!.event).toMatchObject({ type: 'done', status: 'done' })
    const row = await test.database
      .selectFrom('tool_use')
      .select(['content', 'token'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([row.content, textOf(events)]).toEqual([text, text])
    const calls = fake.calls.slice(before)
    const names = calls.map((asked) => (isFirstDraft(asked) ? 'draft' : asked.part))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(twice)
    expect(calls.map(begunOf)).toEqual(calls.map(() => null))
    const run = await test.database
      .selectFrom('private.run')
      .select(['token', 'held_token'])
      .where('subject_id', '=', id)
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect([run.token > 0 && run.token <= run.held_token, row.token]).toEqual([true, run.token])
    expect(await findBrokenRules(test.database)).toEqual([])
  },
)

it('a member who stopped a text in its revision continues after its draft, whose end they have not changed', async () => {
  const member = await test.member()
  const held = Promise.withResolvers<void>()
  fake.reply = (asked) => {
    if (asked.part !== 'revision') return answerWell(asked)
    held.resolve()
    return { text: ' ', fault: { after: 0, kind: 'hang' } }
  }
  const [started] = await readSome(await call(test.product, member, '/v1/ai/tool/article', form), 0)
  const id = runIdOf([started!])
  await held.promise
  await (await call(test.product, member, '/v1/ai/tool/stop', { id })).text()
  expect((await readEvents(await follow(member, id, 0))).at(-1)!.event).toMatchObject({ status: 'stopped' })
  fake.reply = answerWell
  const goOn = async () => {
    const before = fake.calls.length
    const response = await call(test.product, member, `/v1/ai/tool/run/${id}/again`, { mode: 'continue' })
    expect((await readEvents(response)).at(-1)!.event).toMatchObject({ type: 'done', status: 'done' })
    return fake.calls.slice(before)
  }
  const set = (values: object) =>
    test.database.updateTable('tool_use').set(values).where('id', '=', id).execute()
  expect((await goOn()).map(({ part }) => part)).toEqual(['revision', 'titles', 'tags'])
  const cut = fakeArticle.slice(0, 400)
  await set({ status: 'stopped', stage: 'text', content: cut })
  expect((await goOn()).flatMap((asked) => (asked.part === 'text' ? [begunOf(asked)] : []))).toEqual([cut])
})
