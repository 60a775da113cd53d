// Applies supabase/migrations in order, as the Supabase CLI does, and records them in the same table.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export const migrationsFolder = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))

type Migration = { version: string; name: string; sql: string }

/**
 * Any number that no other advisory lock of ours uses: two processes that start at the same time run one after the
 * other.
 */
const migrationLock = 714_025

/**
 * Applies all pending migrations, one transaction each.
 * @returns the versions applied now
 * @throws when an applied migration was changed, is older than the baseline, or is missing here (an older product on a
 * newer database). Then nothing has been applied
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await applyMissing(client, readMigrations(folder))
  } finally {
    await client.end()
  }
}

/**
 * Versions that the next start would apply; only reads.
 * @throws as `migrate`
 */
export async function listPending(client: pg.Client, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder)
  const { rows } = await client.query<{ table: string | null }>(
    `select to_regclass('supabase_migrations.schema_migrations') as table`,
  )
  const missing = rows[0]?.table ? await findMissing(client, migrations) : migrations
  return missing.map(({ version }) => version)
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const match = /^(\d{14})_(.+)\.sql$/.exec(file)
      if (!match) throw new Error(`${file}: a migration is named <14 digits>_<name>.sql`)
      return { version: match[1]!, name: match[2]!, sql: readFileSync(join(folder, file), 'utf8') }
    })
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  // The table of the Supabase CLI, so that `supabase db push` and this start share one record.
  await client.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  `)
  const missing = await findMissing(client, migrations)
  for (const migration of missing) await apply(client, migration)
  return missing.map((migration) => migration.version)
}

async function findMissing(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.version, row.statements]))
  refuseDifferentPast(applied, migrations)
  return migrations.filter((migration) => !applied.has(migration.version))
}

function refuseDifferentPast(applied: Map<string, string[] | null>, migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const [version, statements] of applied) {
    const migration = known.get(version)
    if (!migration && migrations[0] && version < migrations[0].version)
      throw new Error(
        `The database was made before ${migrations[0].version}_${migrations[0].name}, which replaces all earlier migrations. To keep its data, go on with the version of Munjang that made it (docs/database.md). To begin anew, run \`npm run db:reset\`.`,
      )
    if (!migration)
      throw new Error(
        `The database holds migration ${version}, which this version of Munjang does not know. Start the newer version.`,
      )
    // `supabase migration repair` marks a version as applied without its statements.
    if (statements && squeeze(statements.join('')) !== squeeze(migration.sql)) {
      if (migration === migrations[0])
        throw new Error(
          `The database was made by another ${version}_${migration.name} than this version of Munjang has. To keep its data, go on with the version that made it (docs/database.md). To begin anew, run \`npm run db:reset\`.`,
        )
      throw new Error(
        `Migration ${version}_${migration.name} was changed after it was applied. Add a new migration instead; for data of your own machine, \`npm run db:reset\` starts over.`,
      )
    }
  }
}

/** The Supabase CLI stores each statement by itself, trimmed and without its semicolon (tried with 2.x: comments stay where they are). */
const squeeze = (sql: string): string => sql.replace(/[\s;]+/g, '')

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [migration.version, migration.name, [migration.sql]],
    )
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.version}_${migration.name} failed: ${(cause as Error).message}`, {
      cause,
    })
  }
}
