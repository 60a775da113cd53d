import { sql } from 'kysely'
import type { OgImage } from '#server/og-image.ts'
import type { Database } from '#server/adapters/database.ts'
import type { PublicationKind } from '#shared/articles.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'

/**
 * The og-image of a notice or article that is published.
 * @throws AppError not_found
 */
export async function describePublication(
  db: Database,
  kind: PublicationKind,
  { id, language }: { id: number; language: Language },
): Promise<OgImage> {
  const row = await db
    .selectFrom(kind)
    .select([`title_${language} as title`, `summary_${language} as summary`])
    .where('id', '=', id)
    .where('published_at', '<=', sql<string>`now()`)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { title: row.title, note: row.summary, language }
}
