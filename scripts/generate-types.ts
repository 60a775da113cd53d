// npm run db:types: writes shared/database.types.ts from a freshly migrated database, in the form that supabase-js expects.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from './engine/embedded-postgres.ts'
import { describeDatabase } from './engine/describe-database.ts'
import { createTestDatabase, makeTemplate } from './testing/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'munjang-types-'))
const postgres = await startPostgres({ folder, isDurable: false })
try {
  await makeTemplate(postgres.adminUrl)
  process.env.TEST_ADMIN_URL = postgres.adminUrl
  const database = await createTestDatabase()
  writeFileSync(
    fileURLToPath(new URL('../shared/database.types.ts', import.meta.url)),
    await describeDatabase(database.adminUrl),
  )
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
