// Vitest: one embedded Postgres for the whole run, with one migrated template database that each test file copies.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#scripts/engine/embedded-postgres.ts'
import { makeTemplate } from './database.ts'

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'munjang-test-'))
  const postgres = await startPostgres({ folder, isDurable: false, maxConnections: 200 })
  process.env.TEST_ADMIN_URL = postgres.adminUrl
  await makeTemplate(postgres.adminUrl)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
