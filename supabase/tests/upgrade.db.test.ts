// What members had under an earlier schema, carried to the newest. All other databases of tests are migrated while they are empty.
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import pg from 'pg'
import { migrate, migrationsFolder } from '#scripts/engine/migrate.ts'
import { createTestDatabase } from '#scripts/testing/database.ts'
import type { KeptRows } from '#scripts/testing/keep-rows.ts'

/** Made by KEEP_ROWS (scripts/testing/database.ts) when their migration was the newest, and named after it. */
const earlierRows = fileURLToPath(new URL('./earlier-rows', import.meta.url))

it.each(readdirSync(earlierRows))(
  'reliability R15: %s: an upgrade keeps every row, and whatever must hold of them holds',
  async (file) => {
    const { newestMigration, tables } = JSON.parse(readFileSync(join(earlierRows, file), 'utf8')) as KeptRows
    const database = await createEarlierDatabase(newestMigration)
    const client = new pg.Client({ connectionString: database.adminUrl })
    await client.connect()
    try {
      await insertRows(client, tables)
      await migrate(database.url, migrationsFolder)
      for (const [table, rows] of Object.entries(tables))
        expect(await countRows(client, table), table).toBeGreaterThanOrEqual(rows.length)
    } finally {
      await client.end()
      // It is looked through for broken rules before it goes.
      await database.close()
    }
  },
)

async function createEarlierDatabase(newestMigration: string) {
  const migrations = mkdtempSync(join(tmpdir(), 'munjang-migrations-'))
  try {
    const known = readdirSync(migrationsFolder).filter((file) => file.split('_')[0]! <= newestMigration)
    for (const file of known) copyFileSync(join(migrationsFolder, file), join(migrations, file))
    return await createTestDatabase({ migrations })
  } finally {
    rmSync(migrations, { recursive: true })
  }
}

/** As they were: triggers have done their work on them already. */
async function insertRows(client: pg.Client, tables: KeptRows['tables']): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0]!).map(pg.escapeIdentifier).join(', ')
    await client.query(
      `insert into ${table} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  await client.query(`set session_replication_role = origin`)
  await moveCountersOn(client)
}

/** What a migration adds must not be given an id that is taken. */
async function moveCountersOn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('select setval(%L, (select coalesce(max(%I), 0) + 1 from %s), false)',
      pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass) as statement
    from pg_attribute join pg_class on pg_class.oid = attrelid and relkind = 'r'
    where attidentity <> '' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`)
  for (const { statement } of rows) await client.query(statement)
}

async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]!.count
}
