import { sql } from 'kysely'
import type { Database } from '#server/outside/database.ts'
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
  const at =
    wanted === 'now'
      ? sql<string>`now()`
      : wanted === 'draft'
        ? sql<string>`null::timestamptz`
        : sql<string>`${wanted}::timestamptz`
  const existing = await database
    .selectFrom(kind)
    .select(['id', 'published_at'])
    .where('key', '=', fields.key)
    .executeTakeFirst()
  if (!existing) {
    const row = await database
      .insertInto(kind)
      .values({ ...fields, published_at: at, updated_at: sql<string>`least(now(), ${at})` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: row.id, isNew: true }
  }
  const keepsTime = wanted === 'now' && existing.published_at !== null
  await database
    .updateTable(kind)
    .set({ ...fields, ...(keepsTime ? {} : { published_at: at }) })
    .where('id', '=', existing.id)
    .execute()
  return { id: existing.id, isNew: false }
}

/** Alarms of important notices whose time has come, each once (B34). */
export async function announceNotices(database: Database): Promise<void> {
  await sql`select private.announce_notices()`.execute(database)
}
