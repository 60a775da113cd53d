// Prompt runs over time: several models in parallel, cancels, following from another process, and crashes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FakeCall } from '#server/adapters/fakes/fake-provider.ts'
import { createPromptModels } from '#server/adapters/models.ts'
import type { Product } from '#server/main.ts'
import { readRunOf } from '#server/runs/run-row.ts'
import { readStoredEvents } from '#server/runs/stored-events.ts'
import { findBrokenRules } from '#server/testing/find-broken-rules.ts'
import {
  answerOf,
  answerPrompt,
  alarmsOf,
  createPromptCase,
  eventsIn,
  executePath,
  insertPrompt,
  runPrompt,
  textIn,
  tokensOf,
  useCountOf,
  usesOf,
  type PromptCase,
} from '#server/testing/prompt-cases.ts'
import { recoverRunsOf } from '#server/testing/held-runs.ts'
import { eventsOf, readEvents } from '#server/testing/read-events.ts'
import { createTestProduct, type Member } from '#server/testing/test-product.ts'
import type { PromptEvent } from '#shared/prompts-run.ts'

let use: PromptCase
let other: Product
beforeAll(async () => {
  use = await createPromptCase()
  other = await use.test.another()
})
afterEach(() => use.settle())
afterAll(() => use.close())

const ask = ({ app }: Product, member: Member, path: string, body?: object, headers = {}) =>
  app.request(path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify({ ...body, uuid: member.id }) } : {}),
  })
const follow = (product: Product, member: Member, id: number, lastEventId = 0) =>
  ask(product, member, `/v1/ai/use/prompt/run/${id}/events?uuid=${member.id}`, undefined, {
    'last-event-id': String(lastEventId),
  })
const stop = (product: Product, member: Member, id: number) =>
  ask(product, member, '/v1/ai/use/prompt/stop', { id })
const scene = (text = '안녕') => use.scene({ text })
/** Deltas after the first ones wait until the gate opens. */
function holdAfter(deltas: number, isHeld: (call: FakeCall) => boolean = () => true) {
  const gate = Promise.withResolvers<void>()
  use.fake.reply = (call) => {
    let sent = 0
    if (!isHeld(call)) return answerPrompt(call)
    return {
      ...answerPrompt(call),
      deltaLength: 3,
      pace: () => (sent++ < deltas ? Promise.resolve() : gate.promise),
    }
  }
  return gate
}

it('B39: three models answer in parallel in one run, under one hold, with one settlement', async () => {
  const { member, id, author } = await scene()
  const events = await eventsIn(await runPrompt(use.test, member, { prompt_id: id, side_by_side: true }))
  expect(events[0]).toMatchObject({
    type: 'started',
    ceiling: 2 * 4_300 + 12_800,
    answers: [{ model: 'gpt' }, { model: 'gemini' }, { model: 'claude' }],
  })
  expect(['gpt', 'gemini', 'claude'].map((model) => textIn(events, model))).toEqual([
    answerOf.openai,
    answerOf.gemini,
    answerOf.anthropic,
  ])
  expect(events.at(-1)).toMatchObject({ type: 'done', status: 'done', token: 300 })
  const [own, ...beside] = await usesOf(use.test, member)
  expect(own).toMatchObject({ prompt_use_id: null, is_comparison: false, prompt_model_id: 1, token: 60 })
  expect(beside).toMatchObject([
    { prompt_use_id: own!.id, is_comparison: true, prompt_model_id: 2, token: 60, result: answerOf.gemini },
    {
      prompt_use_id: own!.id,
      is_comparison: true,
      prompt_model_id: 6,
      token: 180,
      result: answerOf.anthropic,
    },
  ])
  const history = await use.test.database
    .selectFrom('token_history')
    .select('amount')
    .where('user_id', '=', member.id)
    .where('kind', '=', 'use')
    .execute()
  expect(history).toEqual([{ amount: -300 }])
  expect([await useCountOf(use.test, id), (await alarmsOf(use.test, author)).length]).toEqual([1, 1])

  // A follow-up continues the answer of the model that it names.
  await eventsIn(
    await runPrompt(use.test, member, { prompt_use_id: own!.id, prompt: '왜요?', model: 'claude' }),
  )
  const sent = JSON.stringify(use.fake.calls[3]!.body)
  expect([
    use.fake.calls[3]!.format,
    sent.includes(answerOf.anthropic),
    sent.includes(answerOf.openai),
  ]).toEqual(['anthropic', true, false])
})

it('B39: the prompt’s own model comes first, and a model that fails is named and not charged', async () => {
  const { test, fake } = use
  const { author, member } = await scene()
  const id = await insertPrompt(test, author, { model: 6, text: '안녕' })
  fake.reply = (call) => (call.format === 'gemini' ? { status: 500 } : answerPrompt(call))
  const events = await eventsIn(await runPrompt(test, member, { prompt_id: id, side_by_side: true }))
  expect(events[0]).toMatchObject({ answers: [{ model: 'claude' }, { model: 'gpt' }, { model: 'gemini' }] })
  expect(events).toContainEqual({
    type: 'answer',
    model: 'gemini',
    status: 'failed',
    token: 0,
    code: 'model_unavailable',
  })
  expect(events.at(-1)).toMatchObject({ status: 'done', token: 240, available: 100_000 - 240 })
  expect((await usesOf(test, member)).map(({ status, token }) => [status, token])).toEqual([
    ['done', 180],
    ['done', 60],
    ['failed', 0],
  ])
  fake.reply = () => ({ status: 500 })
  const failed = await eventsIn(await runPrompt(test, member, { prompt_id: id, side_by_side: true }))
  expect(failed.slice(-2)).toMatchObject([
    { type: 'error', code: 'model_unavailable' },
    { type: 'done', status: 'failed', token: 0 },
  ])
  const plain = await test.post(
    executePath,
    { prompt_id: id, side_by_side: true, uuid: member.id },
    member.token,
  )
  expect(await plain.json()).toMatchObject({ code: 'invalid_field', field: 'side_by_side' })
})

it('the tools’ model answers for a model without a key, which cannot be compared', async () => {
  const one = await createTestProduct({ env: use.fake.env('openai') })
  try {
    const [author, member] = [await one.member(), await one.member()]
    const id = await insertPrompt(one, author, { model: 6, text: '안녕' })
    const events = await eventsIn(await runPrompt(one, member, { prompt_id: id }))
    expect(events[0]).toMatchObject({ answers: [{ model: 'claude', by: 'gpt' }] })
    expect(await usesOf(one, member)).toMatchObject([{ prompt_model_id: 6, model: 'gpt' }])
    const refused = await runPrompt(one, member, { prompt_id: id, side_by_side: true })
    expect(await refused.json()).toMatchObject({ code: 'invalid_field', field: 'side_by_side' })
  } finally {
    await one.close()
  }
})

it('without any key the demo answers for each model, is labelled, and its answer has the filled-in values', async () => {
  const demo = await createTestProduct()
  try {
    const [author, member] = [await demo.member(), await demo.member()]
    for (const language of ['ko', 'en'] as const) {
      const id = await insertPrompt(demo, author, { language })
      const run = { prompt_id: id, prompt_parameter: { 이름: '하나 | 서점' }, side_by_side: true }
      const events = await eventsIn(await runPrompt(demo, member, run))
      expect(events[0]).toMatchObject({ is_demo: true })
      const texts = ['gpt', 'gemini', 'claude'].map((model) => textIn(events, model))
      expect(new Set(texts).size).toBe(3)
      for (const text of texts) expect(text).toMatch(/하나 \\?\| 서점/)
      const followed = await eventsIn(
        await runPrompt(demo, member, {
          prompt_use_id: (events[0] as { run_id: number }).run_id,
          prompt: 'why?',
        }),
      )
      expect(textIn(followed, 'gpt')).toContain('why?')
    }
    expect(await findBrokenRules(demo.database)).toEqual([])
  } finally {
    await demo.close()
  }
})

it('T15, B39: a second run is refused, and the error names the live run of any kind', async () => {
  const { member, id } = await scene()
  const gate = holdAfter(1)
  const going = await runPrompt(use.test, member, { prompt_id: id })
  const [row] = await usesOf(use.test, member)
  const inTheWay = { code: 'request_in_progress', detail: { prompt_use_id: row!.id } }
  const second = await ask(other, member, executePath, { prompt_id: id })
  expect([second.status, await second.json()]).toMatchObject([409, inTheWay])
  const article = { topic: '도서관', tone: 'formal', language: 'Korean', uuid: member.id }
  expect(await (await use.test.post('/v1/ai/tool/article', article, member.token)).json()).toMatchObject(
    inTheWay,
  )
  const followUp = await runPrompt(use.test, member, { prompt_use_id: row!.id, prompt: '이어서' })
  expect(await followUp.json()).toMatchObject({ code: 'request_in_progress' })
  gate.resolve()
  expect((await eventsIn(going)).at(-1)).toMatchObject({ status: 'done' })
})

it('a run is followed from another process, without gaps or repeats, and from a snapshot when its events are gone', async () => {
  const { member, id } = await scene()
  const gate = holdAfter(2)
  const response = await runPrompt(use.test, member, { prompt_id: id })
  const runId = Number(response.headers.get('x-prompt-use-id'))
  const elsewhere = readEvents<PromptEvent>(await follow(other, member, runId))
  gate.resolve()
  const [here, there] = [await readEvents<PromptEvent>(response), await elsewhere]
  // A late reader gets a snapshot of the events, then the rest.
  const [whole, late] = [here, there].map((all) => all.map(({ event }) => event)) as [
    PromptEvent[],
    PromptEvent[],
  ]
  expect([late[0], late.at(-1), textIn(late, 'gpt')]).toEqual([whole[0], whole.at(-1), textIn(whole, 'gpt')])
  expect(await readEvents(await follow(other, member, runId, here[2]!.id))).toEqual(here.slice(3))
  const stranger = await use.test.member()
  expect((await follow(use.test.product, stranger, runId)).status).toBe(404)

  const deleted = await use.test.database
    .deleteFrom('private.run_event')
    .where((eb) =>
      eb(
        'run_id',
        'in',
        eb
          .selectFrom('private.run')
          .select('id')
          .where('kind', '=', 'prompt_use')
          .where('subject_id', '=', runId),
      ),
    )
    .returningAll()
    .execute()
  const replayed = await eventsIn(await follow(other, member, runId))
  expect(textIn(replayed, 'gpt')).toBe(answerOf.openai)
  expect(replayed.at(-1)).toEqual(here.at(-1)!.event)
  await use.test.database.insertInto('private.run_event').values(deleted).execute()
})

it('a cancel from another process saves and charges the text so far, and counts as a use', async () => {
  const { member, id } = await scene()
  holdAfter(2)
  const response = await runPrompt(use.test, member, { prompt_id: id, side_by_side: true })
  const stranger = await use.test.member()
  let runId = 0
  const answered: number[] = []
  const events: PromptEvent[] = []
  for await (const { event } of eventsOf<PromptEvent>(response)) {
    events.push(event)
    if (event.type === 'started') runId = event.run_id
    if (events.filter(({ type }) => type === 'text').length === 6 && event.type === 'text')
      for (const who of [stranger, member]) answered.push((await stop(other, who, runId)).status)
  }
  expect(answered).toEqual([404, 200])
  expect(events.at(-1)).toMatchObject({ type: 'done', status: 'stopped' })
  const rows = await usesOf(use.test, member)
  expect(rows.map(({ status }) => status)).toEqual(['stopped', 'stopped', 'stopped'])
  expect(rows.map(({ result }) => result)).toEqual(
    [answerOf.openai, answerOf.gemini, answerOf.anthropic].map((text) => text.slice(0, 6)),
  )
  expect(await tokensOf(use.test, member)).toBe(100_000 - rows.reduce((sum, { token }) => sum + token, 0))
  expect(rows[0]!.token).toBeGreaterThan(0)
  expect(await useCountOf(use.test, id)).toBe(1)
  expect(await (await stop(other, member, runId)).json()).toMatchObject({ code: 'not_running' })
})

it('T15: a disconnect does not stop the run; a member who is blocked meanwhile ends it without a charge', async () => {
  const { member, id } = await scene()
  let runId = 0
  for await (const { event } of eventsOf<PromptEvent>(await runPrompt(use.test, member, { prompt_id: id }))) {
    if (event.type === 'started') runId = event.run_id
    break
  }
  expect((await eventsIn(await follow(other, member, runId))).at(-1)).toMatchObject({ status: 'done' })

  const gate = holdAfter(1)
  const response = await runPrompt(use.test, member, { prompt_id: id })
  await use.test.database.updateTable('user').set({ is_block: true }).where('id', '=', member.id).execute()
  expect((await eventsIn(response)).slice(-2)).toMatchObject([
    { type: 'error', code: 'user_blocked' },
    { type: 'done', status: 'failed', token: 0 },
  ])
  gate.resolve()
})

it.each(['reserved', 'working', 'settling', 'settled'] as const)(
  'R1, I1, I4: a process killed when its run is %s leaves no run without an end, charged once or not at all',
  async (step) => {
    const { member, id } = await scene()
    await once(runElsewhere(member.id, { prompt_id: id, side_by_side: true }, step), 'exit')
    await recoverRunsOf(use.test.database, member.id)
    const [row] = await usesOf(use.test, member)
    const events = await eventsIn(await follow(other, member, row!.id))
    const isDone = step === 'settled'
    expect(events.at(-1)).toMatchObject({ type: 'done', status: isDone ? 'done' : 'failed' })
    const rows = await usesOf(use.test, member)
    expect(rows.map(({ status }) => status)).toEqual(Array(3).fill(isDone ? 'done' : 'failed'))
    expect(await tokensOf(use.test, member)).toBe(100_000 - (isDone ? 300 : 0))
    expect(await useCountOf(use.test, id)).toBe(isDone ? 1 : 0)
  },
)

const runOf = (subjectId: number, memberId: string) =>
  readRunOf(use.test.database, { kind: 'prompt_use', subjectId, memberId })

it('row 61, R1: after kill -9 in the middle of the answers the stored part of each stays, nothing is charged, and a new run is possible', async () => {
  const { member, id } = await scene()
  holdAfter(2)
  const child = runElsewhere(member.id, { prompt_id: id, side_by_side: true })
  const stored = async () => {
    const [row] = await usesOf(use.test, member)
    const batches = row
      ? await readStoredEvents(use.test.database, (await runOf(row.id, member.id)).id, 0)
      : []
    return batches.map(({ lines }) => lines).join('\n')
  }
  while (((await stored()).match(/"type":"text"/g)?.length ?? 0) < 6)
    await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await recoverRunsOf(use.test.database, member.id)
  const [row] = await usesOf(use.test, member)
  const events = await eventsIn(await follow(other, member, row!.id))
  expect(events.slice(-2)).toMatchObject([
    { type: 'error', code: 'stream_cut' },
    { type: 'done', status: 'failed', token: 0, available: 100_000 },
  ])
  expect((await usesOf(use.test, member)).map(({ result, error_code }) => [result, error_code])).toEqual(
    [answerOf.openai, answerOf.gemini, answerOf.anthropic].map((text) => [text.slice(0, 6), 'stream_cut']),
  )
  use.fake.reply = answerPrompt
  expect((await eventsIn(await runPrompt(use.test, member, { prompt_id: id }))).at(-1)).toMatchObject({
    status: 'done',
  })
})

it('a process that shuts down refunds its prompt runs at once', async () => {
  const { member, id } = await scene()
  const gate = holdAfter(1)
  const leaving = await use.test.another({ promptModels: createPromptModels(use.test.config.models) })
  await ask(leaving, member, executePath, { prompt_id: id }, { accept: 'text/event-stream' })
  await leaving.stop()
  expect(await usesOf(use.test, member)).toMatchObject([
    { status: 'failed', error_code: 'stream_cut', token: 0 },
  ])
  expect(await tokensOf(use.test, member)).toBe(100_000)
  gate.resolve()
})

/** A separate process that starts one run for the member and stays in it, or kills itself at a step. */
function runElsewhere(memberId: string, form: object, deadlyStep = '') {
  const { fake, test } = use
  return spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../../testing/run-elsewhere.ts', import.meta.url)),
      memberId,
      JSON.stringify(form),
      deadlyStep,
    ],
    {
      env: {
        ...process.env,
        ...fake.env('anthropic'),
        ...fake.env('gemini'),
        ...fake.env('openai'),
        DATABASE_URL: test.config.databaseUrl,
        SUPABASE_URL: 'http://127.0.0.1:3000',
        SUPABASE_PUBLISHABLE_KEY: 'p',
        SUPABASE_SECRET_KEY: 's',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
}
