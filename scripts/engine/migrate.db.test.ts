// The table of applied migrations, which `supabase db push` and our own start share.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#scripts/testing/database.ts'
import { migrate, migrationsFolder } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
const files = {
  '20990101000000_single.sql': '-- One statement.\ncreate table public.pushed_single (id int);\n',
  '20990101000001_several.sql':
    'create table public.pushed_several (id int);\n\n-- A body with semicolons.\ncreate function public.pushed() returns void\nlanguage plpgsql as $$\nbegin\n  perform 1;\nend;\n$$;\n',
}
let test: TestDatabase
let client: pg.Client
beforeAll(async () => {
  test = await createTestDatabase()
  client = new pg.Client({ connectionString: test.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await test.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  await client.query('delete from supabase_migrations.schema_migrations')
})

/** As `supabase db push` of 2.x writes it: trimmed statements, each without its semicolon. */
const push = (name: string, statements: string[] | null) =>
  client.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [name.slice(0, 14), name.slice(15, -4), statements],
  )
const [single, several] = Object.keys(files) as [string, string]
const pushBoth = async () => {
  await push(single, ['-- One statement.\ncreate table public.pushed_single (id int)'])
  await push(several, [
    'create table public.pushed_several (id int)',
    '-- A body with semicolons.\ncreate function public.pushed() returns void\nlanguage plpgsql as $$\nbegin\n  perform 1;\nend;\n$$',
  ])
}

it('clients 9: migrations that the official tool has pushed count as applied, with one statement in a file or several', async () => {
  await pushBoth()
  expect(await migrate(test.adminUrl, folder)).toEqual([])
})

it('clients 9: our own migrations, pushed by the official tool, are the ones that the next start looks for', async () => {
  for (const name of readdirSync(migrationsFolder)) {
    const sql = readFileSync(join(migrationsFolder, name), 'utf8')
    await push(
      name,
      sql.split(/;\s*\n/).map((statement) => statement.trim()),
    )
  }
  expect(await migrate(test.adminUrl, migrationsFolder)).toEqual([])
})

it('clients 9: a version that was marked as applied without its statements is not compared', async () => {
  await push(single, null)
  await push(several, null)
  expect(await migrate(test.adminUrl, folder)).toEqual([])
})

it('clients 9: a file changed after the tool had pushed it is refused, and a changed baseline reports the next step', async () => {
  for (const [name, says] of [
    [single, /made by another 20990101000000_single.*To keep its data.*npm run db:reset/],
    [several, /20990101000001_several was changed after it was applied/],
  ] as const) {
    await client.query('delete from supabase_migrations.schema_migrations')
    await pushBoth()
    writeFileSync(join(folder, name), files[name as keyof typeof files].replace('(id int)', '(id bigint)'))
    await expect(migrate(test.adminUrl, folder)).rejects.toThrow(says)
    writeFileSync(join(folder, name), files[name as keyof typeof files])
  }
})

it('a database from before the oldest migration is refused unchanged, with instructions to save its data or begin again', async () => {
  await push('20261121000100_foundations.sql', null)
  await expect(migrate(test.adminUrl, folder)).rejects.toThrow(
    /made before 20990101000000_single.*To keep its data.*docs\/database\.md.*npm run db:reset/,
  )
  expect((await client.query('select version from supabase_migrations.schema_migrations')).rows).toEqual([
    { version: '20261121000100' },
  ])
})
