// Vitest: one embedded Postgres for the whole run, with one migrated template database that each test file copies.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#scripts/engine/embedded-postgres.ts'
import { makeTemplate } from './database.ts'

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'munjang-test-'))
  // Started by root, the database runs as another account, which must be able to reach its folder.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres({ folder, isDurable: false, maxConnections: 200 })
  const tearDown = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    process.env.TEST_ADMIN_URL = postgres.adminUrl
    await makeTemplate(postgres.adminUrl)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}
