// Outages of the database, simulated by a connection that the test can cut.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabaseLine, type DatabaseLine } from '#backend/testing/database-line.ts'
import { createVisitor } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
let line: DatabaseLine
beforeAll(async () => {
  line = await openDatabaseLine()
  backend = await startTestBackend({}, { withLibrary: true, databasePort: line.port })
})
afterAll(async () => {
  await line.restore()
  await backend.stop()
  await line.close()
})

const ask = () =>
  fetch(`${backend.url}/rest/v1/book?select=id&limit=1`, { headers: { apikey: backend.keys.publishableKey } })

it('R4: while the database is down every response is 503 with Retry-After, and afterwards requests work', async () => {
  const load = Array.from({ length: 60 }, () => ask())
  await line.cut()
  const during = await Promise.all([...load, ...Array.from({ length: 20 }, () => ask())])
  for (const answer of during) {
    if (answer.status === 200) continue
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toMatchObject({ code: 'PGRST001', details: null })
  }
  expect(during.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(20)
  await line.restore()
  await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(200)
  const after = await Promise.all(Array.from({ length: 40 }, () => ask()))
  expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
})

it('R4: connections that the server ends are replaced', async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask()))
  const load = Array.from({ length: 40 }, () => ask())
  await query(
    backend.database.adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'authenticator'`,
  )
  for (const { status } of await Promise.all(load)) expect([200, 503]).toContain(status)
  await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(200)
})

it('security 13: a schema change is detected after an outage too', async () => {
  await query(backend.database.ownerUrl, 'create table public.after_outage (id int)')
  const visitor = createVisitor(backend)
  await expect
    .poll(async () => (await visitor.from('after_outage').select()).status, { timeout: 10_000 })
    .toBe(200)
})
