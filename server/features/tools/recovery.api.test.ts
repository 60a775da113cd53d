// A process is killed in the middle of a run, and the next one recovers it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { answerWell, startFakeProvider, type FakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import { eventsAfter } from '#server/runs/run-log.ts'
import type { RunStep } from '#server/runs/execute-run.ts'
import { runKinds } from '#server/run-map.ts'
import { recoverRuns } from '#server/runs/recover-runs.ts'
import { RunRegistry } from '#server/runs/run-registry.ts'
import { readRunOf } from '#server/runs/run-row.ts'
import { readStoredEvents } from '#server/runs/stored-events.ts'
import { findBrokenRules } from '#server/testing/find-broken-rules.ts'
import { openIdleRun, recoverRunsOf } from '#server/testing/held-runs.ts'
import { readEvents, textOf } from '#server/testing/read-events.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import type { ToolEvent } from '#shared/tools.ts'
import { articleSchema } from '#shared/tools-form.ts'

let test: TestProduct
let fake: FakeProvider
const children: ChildProcess[] = []
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
  for (const child of children) child.kill('SIGKILL')
  await test.close()
  await fake.close()
})

const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}
const runOf = (memberId: string) =>
  test.database.selectFrom('tool_use').selectAll().where('user_id', '=', memberId).executeTakeFirst()
const usageOf = (memberId: string) =>
  test.database.selectFrom('user_usage').select('token').where('id', '=', memberId).executeTakeFirstOrThrow()
const holdsOf = (memberId: string) =>
  test.database
    .selectFrom('private.run')
    .select('id')
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()

/** The stages of a member's live runs. */
const stagesOf = async (memberId: string) =>
  (
    await test.database
      .selectFrom('private.run')
      .select('stage')
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .execute()
  ).map(({ stage }) => stage)

/** A separate process that starts one run for the member and stays in it, or kills itself at a step. */
function startRunElsewhere(memberId: string, deadlyStep?: RunStep): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../../testing/run-elsewhere.ts', import.meta.url)),
      memberId,
      JSON.stringify(form),
      ...(deadlyStep ? [deadlyStep] : []),
    ],
    {
      env: {
        ...process.env,
        ...fake.env('openai'),
        DATABASE_URL: test.config.databaseUrl,
        SUPABASE_URL: 'http://127.0.0.1:3000',
        SUPABASE_PUBLISHABLE_KEY: 'p',
        SUPABASE_SECRET_KEY: 's',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  children.push(child)
  return child
}
async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
const follow = async (member: { id: string; token: string }, runId: number, lastEventId: number) =>
  readEvents(
    await test.product.app.request(`/v1/ai/tool/run/${runId}/events?uuid=${member.id}`, {
      headers: { authorization: `Bearer ${member.token}`, 'last-event-id': String(lastEventId) },
    }),
  )

it.each(['reserved', 'working', 'settling', 'settled'] as const)(
  'R1, I1, I4: a process killed when its run is %s leaves no run without an end, charged once or not at all',
  async (step) => {
    const member = await test.member()
    fake.reply = answerWell
    await once(startRunElsewhere(member.id, step), 'exit')
    await recoverRunsOf(test.database, member.id)
    const run = (await runOf(member.id))!
    const events = await follow(member, run.id, 0)
    const isDone = step === 'settled'
    expect(events.at(-1)!.event).toMatchObject({ type: 'done', status: isDone ? 'done' : 'failed' })
    expect(await runOf(member.id)).toMatchObject(isDone ? { status: 'done' } : { status: 'failed', token: 0 })
    const { token } = await usageOf(member.id)
    expect(token).toBe(100_000 - (await runOf(member.id))!.token)
    expect(await findBrokenRules(test.database)).toEqual([])
  },
)

it('row 61, R1, I5: after kill -9 in the middle of the text nothing is charged, the stored part stays, readers receive the end and a new run is possible', async () => {
  const member = await test.member()
  const never = new Promise<void>(() => undefined)
  let sent = 0
  fake.reply = (call) =>
    call.part === 'text'
      ? { ...answerWell(call), pace: () => (sent++ < 30 ? Promise.resolve() : never) }
      : answerWell(call)
  const child = startRunElsewhere(member.id)
  const stored = async () => {
    const run = await runOf(member.id)
    if (!run) return []
    const of = { kind: 'tool_use' as const, subjectId: run.id, memberId: member.id }
    return readStoredEvents(test.database, (await readRunOf(test.database, of)).id, 0)
  }
  await until(async () => (await stored()).some(({ lines }) => lines.includes('"text","delta"')))
  expect(await stagesOf(member.id)).toEqual(['text'])
  await kill(child)
  const acknowledged = (await stored()).flatMap((batch) => eventsAfter(batch, 0))
  const savedText = textOf(acknowledged.map(({ id, json }) => ({ id, event: JSON.parse(json) as ToolEvent })))
  const lastId = acknowledged.at(-1)!.id
  await recoverRunsOf(test.database, member.id)

  // A reader may have received more than was stored. It gets a whole snapshot, so it shows neither a gap nor a repeat.
  const runId = (await runOf(member.id))!.id
  const events = await follow(member, runId, lastId + 5)
  expect(events[0]!.event.type).toBe('started')
  expect(textOf(events)).toBe(savedText)
  expect(events.slice(-2).map(({ event }) => event)).toMatchObject([
    { type: 'error', code: 'stream_cut', stage: 'text' },
    { type: 'done', status: 'failed', token: 0, available: 100_000 },
  ])
  expect(await runOf(member.id)).toMatchObject({
    status: 'failed',
    error_code: 'stream_cut',
    content: savedText,
  })
  expect(await holdsOf(member.id)).toEqual([])
  expect(await findBrokenRules(test.database)).toEqual([])

  // A new run continues where it stopped.
  const asked: string[] = []
  fake.reply = (call) => {
    asked.push(call.part)
    return call.part === 'text' ? { text: '그리고 집으로 돌아왔어요.' } : answerWell(call)
  }
  const again = await test.post(
    `/v1/ai/tool/run/${runId}/again`,
    { uuid: member.id, mode: 'continue' },
    member.token,
  )
  const rest = await readEvents(again)
  expect(asked).toEqual(['text', 'revision', 'titles', 'tags'])
  expect(textOf(rest).startsWith(savedText)).toBe(true)
  expect(await runOf(member.id)).toMatchObject({ status: 'done', attempt: 2, content: textOf(rest) })
  expect(await findBrokenRules(test.database)).toEqual([])
})

it('row 60, R8: a live run renews its lease beyond the first one, whatever our own clock is', async () => {
  const member = await test.member()
  const leaseSeconds = 10
  const gate = Promise.withResolvers<void>()
  fake.reply = (call) =>
    call.part === 'text' ? { ...answerWell(call), pace: () => gate.promise } : answerWell(call)
  const { response } = await writeElsewhere(member, { runs: new RunRegistry(test.database, leaseSeconds) })
  const { created_at: startedAt } = (await runOf(member.id))!
  const hour = 3_600_000
  const lived = async () => {
    const hold = await test.database
      .selectFrom('private.run')
      .select('lease_until')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    return Date.parse(hold.lease_until) - Date.parse(startedAt)
  }
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour })
    await until(async () => (await lived()) > (leaseSeconds + 1) * 1_000)
    vi.setSystemTime(Date.now() - 2 * hour)
    await until(async () => (await lived()) > (leaseSeconds + 2) * 1_000)
  } finally {
    vi.useRealTimers()
  }
  gate.resolve()
  await response.text()
  expect(await runOf(member.id)).toMatchObject({ status: 'done' })
})

it('an orphaned run ends without charging and without overwriting the rows of recovery', async () => {
  const member = await test.member()
  const gate = Promise.withResolvers<void>()
  fake.reply = (call) =>
    call.part === 'text' ? { ...answerWell(call), pace: () => gate.promise } : answerWell(call)
  const response = await test.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member.token)
  // A pause longer than the lease: recovery treats the run as orphaned.
  await recoverRunsOf(test.database, member.id)
  gate.resolve()
  expect(await response.text()).toContain('"status":"failed"')
  expect(await runOf(member.id)).toMatchObject({ status: 'failed', error_code: 'stream_cut', token: 0 })
  expect(await usageOf(member.id)).toEqual({ token: 100_000 })
})

const writeElsewhere = async (
  member: { id: string; token: string },
  deps: Parameters<TestProduct['another']>[0] = {},
) => {
  const { createToolModel } = await import('#server/adapters/models.ts')
  const other = await test.another({ model: createToolModel(test.config.models), ...deps })
  const write = () =>
    other.app.request('/v1/ai/tool/article', {
      method: 'POST',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...form, uuid: member.id }),
    })
  return { other, write, response: await write() }
}

it('server B5: a process that shuts down accepts no new run and completes the live ones', async () => {
  const [member, late] = [await test.member(), await test.member()]
  const gate = Promise.withResolvers<void>()
  fake.reply = (call) =>
    call.part === 'text' ? { ...answerWell(call), pace: () => gate.promise } : answerWell(call)
  const { other, response } = await writeElsewhere(member)
  const stopped = other.stop({ drainMs: 60_000 })
  const refused = await other.app.request('/v1/ai/tool/article', {
    method: 'POST',
    headers: { authorization: `Bearer ${late.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...form, uuid: late.id }),
  })
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'unavailable' }])
  gate.resolve()
  await stopped
  expect((await readEvents(response)).at(-1)!.event).toMatchObject({ type: 'done', status: 'done' })
  expect(await runOf(member.id)).toMatchObject({ status: 'done' })
  expect(await runOf(late.id)).toBeUndefined()
})

it('server B1: one run that cannot be ended blocks none of 99 others, and is quarantined after five failures with its tokens refunded', async () => {
  const [poisoned, ...others] = await Promise.all(Array.from({ length: 100 }, () => test.member()))
  const open = async (member: { id: string }) => {
    const { id } = await test.database
      .insertInto('tool_use')
      .values({
        user_id: member.id,
        tool: 'article',
        status: 'running',
        stage: 'text',
        request: '{}',
        language: 'Korean',
        model: 'demo',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return openIdleRun(test.database, {
      memberId: member.id,
      kind: 'tool_use',
      subjectId: id,
      leaseSeconds: 600,
    })
  }
  const bad = await open(poisoned!)
  for (const member of others) await open(member)
  // Events that are no JSON: parsing them fails.
  await test.database
    .insertInto('private.run_event')
    .values({ run_id: bad, first_id: 1_000_001, last_id: 1_000_001, events: 'poison' })
    .execute()
  await test.database
    .updateTable('private.run')
    .set({ lease_until: new Date(0).toISOString() })
    .where('ended_at', 'is', null)
    .execute()
  // One pass of recovery; it finds the poisoned run first.
  await recoverRuns(test.database, runKinds)
  for (const { id } of others) await until(async () => (await runOf(id))?.status === 'failed')
  expect(await holdsOf(poisoned!.id)).toHaveLength(1)
  await until(async () => {
    await test.database
      .updateTable('private.run')
      .set({ lease_until: new Date(0).toISOString() })
      .where('id', '=', bad)
      .where('ended_at', 'is', null)
      .execute()
    await recoverRuns(test.database, runKinds)
    return (await holdsOf(poisoned!.id)).length === 0
  })
  expect(await runOf(poisoned!.id)).toMatchObject({ status: 'failed', error_code: 'stream_cut', token: 0 })
  const run = await test.database
    .selectFrom('private.run')
    .select(['status', 'failure_count', 'token'])
    .where('id', '=', bad)
    .executeTakeFirst()
  expect(run).toEqual({ status: 'failed', failure_count: 5, token: 0 })
  expect(await usageOf(poisoned!.id)).toEqual({ token: 100_000 })
})

it('server B12: a section rewrite whose process dies leaves the text unchanged', async () => {
  const member = await test.member()
  fake.reply = answerWell
  await readEvents(await test.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member.token))
  const before = (await runOf(member.id))!
  await test.database
    .updateTable('tool_use')
    .set({ status: 'running', attempt: 2 })
    .where('id', '=', before.id)
    .execute()
  await sql`select private.open_run('tool_use', ${before.id}, 2, ${member.id}::uuid, 10, 0, 'gpt',
    '{"tool":"article","language":"ko","partOf":"done"}', -1)`.execute(test.database)
  await recoverRunsOf(test.database, member.id)
  expect(await runOf(member.id)).toMatchObject({
    status: 'done',
    stage: 'done',
    error_code: null,
    content: before.content,
  })
})

it('every run has its own id, with which its member, and no other, follows and cancels it', async () => {
  const [member, stranger] = [await test.member(), await test.member()]
  const gate = Promise.withResolvers<void>()
  fake.reply = (call) =>
    call.part === 'text' ? { ...answerWell(call), pace: () => gate.promise } : answerWell(call)
  const response = await test.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member.token)
  const runId = Number(response.headers.get('x-run-id'))
  const events = (who: { id: string; token: string }) =>
    test.product.app.request(`/v1/runs/${runId}/events?uuid=${who.id}`, {
      headers: { authorization: `Bearer ${who.token}` },
    })
  const cancel = (who: { id: string; token: string }) =>
    test.post(`/v1/runs/${runId}/cancel`, { uuid: who.id }, who.token)
  expect([(await events(stranger)).status, (await cancel(stranger)).status]).toEqual([404, 404])
  const followed = await events(member)
  const cancelled = await cancel(member)
  expect([cancelled.status, await cancelled.json()]).toEqual([
    200,
    { result: { id: runId, status: 'stopped' } },
  ])
  const received = (await readEvents(followed)).map(({ event }) => event)
  expect([received[0]!.type, received.at(-1)]).toMatchObject(['started', { type: 'done', status: 'stopped' }])
  expect(await (await cancel(member)).json()).toMatchObject({ code: 'not_running' })
  gate.resolve()
  await response.text()
})
