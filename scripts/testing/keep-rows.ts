// Saves a test's rows as a file, from which supabase/tests/upgrade.db.test.ts begins after schema changes.
import { writeFileSync } from 'node:fs'
import pg from 'pg'

/** Tables with their rows as `to_jsonb` shows them, without columns that Postgres makes itself. */
export type KeptRows = { newestMigration: string; tables: Record<string, object[]> }

/** The tables that migrations themselves fill. */
const filledByMigrations = [
  'storage.buckets',
  'public.prompt_category_main',
  'public.prompt_category_sub',
  'public.prompt_model',
  'public.prompt_type',
  'private.invite_rule',
  'private.gift_rule',
  'private.night_rule',
  'private.visitor_secret',
]

/** @param file one row a line, so that differences can be read */
export async function keepRows(adminUrl: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows: migrations } = await client.query<{ newest: string }>(
      'select max(version) as newest from supabase_migrations.schema_migrations',
    )
    const tables: string[] = []
    for (const { name, columns } of await listTables(client)) {
      const { rows } = await client.query<{ row: object }>(
        `select to_jsonb(kept) as row from (select ${columns} from ${name}) kept`,
      )
      if (rows.length === 0 || filledByMigrations.includes(name)) continue
      tables.push(`"${name}": [\n${rows.map(({ row }) => JSON.stringify(row)).join(',\n')}\n]`)
    }
    writeFileSync(
      file,
      `{"newestMigration": "${migrations[0]!.newest}", "tables": {\n${tables.join(',\n')}\n}}\n`,
    )
  } finally {
    await client.end()
  }
}

async function listTables(client: pg.Client): Promise<{ name: string; columns: string }[]> {
  const { rows } = await client.query<{ name: string; columns: string }>(`
    select format('%s.%s', n.nspname, c.relname) as name,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage')
    group by n.nspname, c.relname
    order by 1`)
  return rows
}
