import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { Publication } from './read-publication.ts'

/**
 * Keeps a publication under its key: a new one, or what there was as it is now. `now` keeps the time of an earlier publishing.
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

/** Important notices whose time has come: members get their alarm when they next open a page, readers of news an e-mail (B34). */
export async function announceNotices(database: Database): Promise<void> {
  let written = 0
  do {
    const { rows } = await sql<{ written: number }>`select private.announce_notices() as written`.execute(
      database,
    )
    written = rows[0]!.written
  } while (written > 0)
}
