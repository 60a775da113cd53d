import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { connectDatabase } from './database.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

it('reliability R4: when the database closes a connection in use, its transaction fails and the process runs on', async () => {
  const database = connectDatabase(test.testDatabase.url, { connectionsMax: 1 })
  const admin = new pg.Client({ connectionString: test.testDatabase.adminUrl })
  await admin.connect()
  const uncaught = vi.fn<(error: Error) => void>()
  process.on('uncaughtExceptionMonitor', uncaught)
  const broken = database.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await admin.query('select pg_terminate_backend($1, 10000)', [rows[0]!.pid])
    await sql`select 1`.execute(trx)
  })
  await expect(broken).rejects.toThrow(/terminat|not queryable/)
  expect((await sql<{ one: number }>`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  expect(uncaught).not.toHaveBeenCalled()
  process.off('uncaughtExceptionMonitor', uncaught)
  await admin.end()
  await database.destroy()
})
