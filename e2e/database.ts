// Changes the journeys' database where no screen can: block a member, spend a balance, age a history.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Runs one statement with the owner's rights on a product's database, the journeys' own unless another folder is named. @returns its rows */
export async function runSql(
  sql: string,
  values: unknown[] = [],
  folder = process.env.E2E_DATA_FOLDER ?? '',
): Promise<Record<string, unknown>[]> {
  const password = readFileSync(join(folder, 'postgres-password'), 'utf8')
  const port = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3]
  const client = new pg.Client({
    connectionString: `postgres://supabase_admin:${password}@127.0.0.1:${port}/postgres`,
  })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
