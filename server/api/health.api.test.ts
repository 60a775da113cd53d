import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

const ask = async (path: string, init?: RequestInit) => {
  const response = await test.product.app.request(path, init)
  const { status, headers } = response
  return { status, headers, text: await response.text() }
}
const readiness = async () => {
  const { status, text } = await ask('/readyz')
  return `${status} ${text}`
}
const ready = '200 {"status":"ok"}'
const notReady = (because: string) => `503 {"status":"unavailable","because":"${because}"}`

it('a live process reports liveness and readiness to any caller, uncached', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const { status, headers, text } = await ask(path)
    expect([path, status, text]).toEqual([path, 200, '{"status":"ok"}'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('set-cookie')).toBeNull()
    expect(await ask(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
  }
})

it('a process is not ready when its database lacks a migration, and is when the database has more', async () => {
  await sql`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`.execute(
    test.database,
  )
  await expect.poll(readiness, { timeout: 10_000 }).toBe(ready)
  await sql`update supabase_migrations.schema_migrations set version = '29990101000001'
    where version = (select max(version) from supabase_migrations.schema_migrations where version < '2999')`.execute(
    test.database,
  )
  await expect.poll(readiness, { timeout: 10_000 }).toBe(notReady('migrations'))
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).headers.get('retry-after')).toBe('5')
})

it('without its database the process is live and not ready; it is ready again when the database is back', async () => {
  const other = await createTestProduct()
  const state = async () => {
    const live = await other.product.app.request('/healthz')
    const canAnswer = await other.product.app.request('/readyz')
    return [live.status, canAnswer.status, await canAnswer.text()]
  }
  await other.testDatabase.cutOff(async () => {
    await expect.poll(state, { timeout: 15_000 }).toEqual([200, 503, notReady('database').slice(4)])
  })
  await expect.poll(state, { timeout: 15_000 }).toEqual([200, 200, '{"status":"ok"}'])
  await other.close()
})

it('concurrent requests query the database once', async () => {
  // The result of an earlier test has expired.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const asked = vi.spyOn(test.database, 'getExecutor')
  const answers = await Promise.all(Array.from({ length: 50 }, readiness))
  vi.useRealTimers()
  expect(new Set(answers).size).toBe(1)
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
})
