import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { Publication } from './read-publication.ts'

/**
 * Saves a publication under its key: inserts it or updates the existing one. `now` does not change the time of an
 * earlier publication.
 * @returns its number and whether it is new
 */
export async function publish(
  database: Database,
  publication: Publication,
): Promise<{ id: number; isNew: boolean }> {
  const { kind, published_at: wanted, ...fields } = publication
  const existing = await database
    .selectFrom(kind)
    .select('id')
    .where('key', '=', fields.key)
    .executeTakeFirst()
  const { rows } = await sql<{ id: number }>`
    select id from private.save_publication(${kind}, ${existing?.id ?? null}::bigint, ${JSON.stringify(fields)}::jsonb, ${wanted}, null)`.execute(
    database,
  )
  return { id: rows[0]!.id, isNew: !existing }
}

/**
 * Announces important notices whose time has come: members get the alarm at their next page, readers of news an e-mail
 * (B34).
 */
export async function announceNotices(database: Database): Promise<void> {
  let written = 0
  do {
    const { rows } = await sql<{ written: number }>`select private.announce_notices() as written`.execute(
      database,
    )
    written = rows[0]!.written
  } while (written > 0)
}
