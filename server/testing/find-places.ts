import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'

/** Searches a text in every table of the product and of the sign-in, column by column. */
export async function findPlaces(db: Database, text: string): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select c.oid::regclass::text as place from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'auth') and c.relkind = 'r' order by 1`.execute(db)
  const found: string[] = []
  for (const { place } of rows) {
    const { rows: hits } = await sql`
      select 1 from ${sql.raw(place)} t where strpos(lower(to_jsonb(t)::text), lower(${text})) > 0 limit 1`.execute(
      db,
    )
    if (hits.length > 0) found.push(place)
  }
  return found
}
