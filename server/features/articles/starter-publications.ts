// The articles and notices of a new site, written for this product. Articles have a fixed form, which
// starter-publications.test.ts holds: a text before and after, bold only for names on a screen, and a link at the end.
// `](article:key)` leads to an article of an earlier file.
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
  const places = [...publications.entries()]
  const idOf = new Map<string, number>()
  // Articles first: notices have links to them.
  for (const wanted of ['article', 'notice'] as const)
    for (const [place, publication] of places.filter(([, { kind }]) => kind === wanted)) {
      // One day apart, so that the list has a visible order.
      const published_at = new Date(now - place * 86_400_000).toISOString()
      const { id } = await publish(database, { ...linkArticles(publication, idOf), published_at })
      if (wanted === 'article') idOf.set(publication.key, id)
    }
  return publications.length
}

/**
 * Replaces `](article:key)` by the article's page.
 * @throws Error for an article that is not one of the earlier files
 */
function linkArticles(publication: Publication, idOf: ReadonlyMap<string, number>): Publication {
  const linked = { ...publication }
  for (const language of ['ko', 'en'] as const)
    linked[`content_${language}`] = publication[`content_${language}`].replace(
      /\]\(article:([a-z0-9-]*)\)/g,
      (_, key: string) => {
        const id = idOf.get(key)
        if (id === undefined) throw new Error(`${publication.key}: no earlier article is called ${key}.`)
        return `](/${language}/article/detail/${id})`
      },
    )
  return linked
}
