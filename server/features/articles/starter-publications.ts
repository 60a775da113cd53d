// The articles and notices of a new site, written for this product.
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { siteName } from '#shared/site.ts'
import { translate } from '#shared/words.ts'
import { publish } from './publish.ts'
import { readPublication, type Publication } from './read-publication.ts'

const folder = new URL('./starter/', import.meta.url)

/** In the order of their file names: the first was published last. @throws Error for an invalid file */
export function readStarterPublications(): Publication[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const read = readPublication(readFileSync(new URL(name, folder), 'utf8'))
      if ('problems' in read) throw new Error(`${name}: ${read.problems.join(' ')}`)
      return nameSite(read.publication)
    })
}

/** Replaces `{site}` and `{site|은/는}` by the product's name, which an operator can change in one place. */
function nameSite(publication: Publication): Publication {
  const named = { ...publication }
  for (const language of ['ko', 'en'] as const)
    for (const part of ['title', 'summary', 'content'] as const) {
      const field = `${part}_${language}` as const
      named[field] = translate({ text: named[field] }, 'text', { site: siteName[language] })
    }
  return named
}

/**
 * Adds them once, to a database without articles and notices. Later changes of an operator stay.
 * @returns the number of added ones
 */
export async function addStarterPublications(database: Database): Promise<number> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from public.article) and not exists (select from public.notice) as is_empty`.execute(
    database,
  )
  if (!rows[0]?.is_empty) return 0
  const publications = readStarterPublications()
  const now = Date.now()
  for (const [place, publication] of publications.entries()) {
    // One day apart, so that the list has a visible order.
    const published_at = new Date(now - place * 86_400_000).toISOString()
    await publish(database, { ...publication, published_at })
  }
  return publications.length
}
