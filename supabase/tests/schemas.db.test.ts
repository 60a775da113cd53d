// supabase/schemas is what people read, supabase/migrations is what runs: both make the same database.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openTestDatabase, type TestDatabaseOptions } from '#scripts/testing/database.ts'
import { describeCatalogue } from '#scripts/testing/describe-catalogue.ts'

const schemas = fileURLToPath(new URL('../schemas', import.meta.url))

async function catalogueOf(options: TestDatabaseOptions): Promise<string[]> {
  const database = await openTestDatabase(options)
  try {
    return await describeCatalogue(database.client)
  } finally {
    await database.close()
  }
}

it('a database made from supabase/schemas, in the order of its files, has the catalogue and the fixed rows of one made by the migrations', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'munjang-schemas-'))
  try {
    const files = readdirSync(schemas).sort()
    const sql = files.map((file) => readFileSync(join(schemas, file), 'utf8')).join('\n')
    writeFileSync(join(folder, '20000101000000_schemas.sql'), sql)
    expect(await catalogueOf({ migrations: folder })).toEqual(await catalogueOf({}))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
