// A process that is killed in the middle of a run, and what the next one makes of it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerWell, startFakeProvider, type FakeProvider } from '#server/outside/fakes/fake-provider.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { articleForm } from '#shared/tools-form.ts'

let test: TestProduct
let fake: FakeProvider
const children: ChildProcess[] = []
const form = articleForm.parse({
  topic: '동네 도서관에서 보내는 토요일',
  tone: 'informal',
  language: 'Korean',
})

beforeAll(async () => {
  fake = await startFakeProvider()
  test = await createTestProduct({ env: { RUN_LEASE_SECONDS: '1', ...fake.env('openai') } })
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
  test.database.selectFrom('private.usage_hold').select('cause').where('spender_id', '=', memberId).execute()

/** A process of its own that starts one run for the member and stays in it. */
async function startRunElsewhere(memberId: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../../testing/run-elsewhere.ts', import.meta.url)),
      memberId,
      JSON.stringify(form),
    ],
    {
      env: {
        ...process.env,
        ...fake.env('openai'),
        DATABASE_URL: test.config.databaseUrl,
        RUN_LEASE_SECONDS: '1',
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

it.each([
  ['before the first word', (call: { part: string }) => call.part === 'outline', 0],
  ['in the middle of the text', (call: { part: string }) => call.part === 'text', 30],
] as const)(
  'row 61, R1: after kill -9 %s the run has failed, nothing is charged, the saved text stays and a new run is possible',
  async (_name, isPlace, pieces) => {
    const member = await test.member()
    const never = new Promise<void>(() => undefined)
    let sent = 0
    fake.reply = (call) =>
      isPlace(call)
        ? { ...answerWell(call), pace: () => (sent++ < pieces ? Promise.resolve() : never) }
        : answerWell(call)
    const child = await startRunElsewhere(member.id)
    await until(async () => {
      const run = await runOf(member.id)
      return pieces === 0 ? run?.status === 'running' : (run?.content.length ?? 0) > 50
    })
    expect(await holdsOf(member.id)).toHaveLength(1)
    const saved = (await runOf(member.id))!.content
    await kill(child)

    // The sweep of the product that lives finds it when the lease has run out.
    await until(async () => (await runOf(member.id))?.status === 'failed')
    expect(await runOf(member.id)).toMatchObject({
      status: 'failed',
      error_code: 'stream_cut',
      token: 0,
      content: saved,
    })
    expect([await usageOf(member.id), await holdsOf(member.id)]).toEqual([{ token: 100_000 }, []])
    fake.reply = answerWell
    const again = await test.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member.token)
    expect(again.status).toBe(200)
    await again.text()
  },
  30_000,
)

it('row 60: a run that is alive keeps its lease for longer than the lease lasts', async () => {
  const member = await test.member()
  const gate = Promise.withResolvers<void>()
  fake.reply = (call) =>
    call.part === 'text' ? { ...answerWell(call), pace: () => gate.promise } : answerWell(call)
  const response = await test.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member.token)
  const { created_at: startedAt } = (await runOf(member.id))!
  await until(async () => {
    const hold = await test.database
      .selectFrom('private.usage_hold')
      .select('lease_until')
      .where('spender_id', '=', member.id)
      .executeTakeFirstOrThrow()
    return Date.parse(hold.lease_until) - Date.parse(startedAt) > 3_000
  })
  gate.resolve()
  await response.text()
  expect(await runOf(member.id)).toMatchObject({ status: 'done' })
}, 30_000)

it('a run whose hold was taken over ends without charging and without overwriting the sweep', async () => {
  const member = await test.member()
  const gate = Promise.withResolvers<void>()
  fake.reply = (call) =>
    call.part === 'text' ? { ...answerWell(call), pace: () => gate.promise } : answerWell(call)
  const response = await test.post('/v1/ai/tool/article', { ...form, uuid: member.id }, member.token)
  await test.database.deleteFrom('private.usage_hold').where('spender_id', '=', member.id).execute()
  await until(async () => (await runOf(member.id))?.status === 'failed')
  gate.resolve()
  expect(await response.text()).toContain('"status":"failed"')
  expect(await runOf(member.id)).toMatchObject({ status: 'failed', error_code: 'stream_cut', token: 0 })
  expect(await usageOf(member.id)).toEqual({ token: 100_000 })
}, 30_000)

it('a product that is stopped refunds its runs at once', async () => {
  const member = await test.member()
  const gate = Promise.withResolvers<void>()
  fake.reply = (call) =>
    call.part === 'text' ? { ...answerWell(call), pace: () => gate.promise } : answerWell(call)
  const { createToolModel } = await import('#server/outside/models.ts')
  const other = await test.another({ model: createToolModel(test.config.models) })
  await other.app.request('/v1/ai/tool/article', {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...form, uuid: member.id }),
  })
  await other.stop()
  expect(await runOf(member.id)).toMatchObject({ status: 'failed', error_code: 'stream_cut', token: 0 })
  expect([await usageOf(member.id), await holdsOf(member.id)]).toEqual([{ token: 100_000 }, []])
  gate.resolve()
})
