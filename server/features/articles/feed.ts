// The news feed of the site (RSS 2.0, https://www.rssboard.org/rss-specification).
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { feedPath } from '#shared/articles.ts'
import type { Language } from '#shared/language.ts'
import en from '#shared/messages/en/articles.json' with { type: 'json' }
import ko from '#shared/messages/ko/articles.json' with { type: 'json' }
import { siteName } from '#shared/site.ts'

const words = { ko, en }
const entriesMax = 30

/** The newest articles and notices of a language, newest first: title, summary and URL. */
export async function writeFeed(
  db: Database,
  { origin, language }: { origin: string; language: Language },
): Promise<string> {
  const { rows } = await sql<{ path: string; title: string; summary: string; published: string }>`
    select path, title, summary, published_at::text as published from (
      select '/notice/detail/' || id as path, ${sql.ref(`title_${language}`)} as title,
        ${sql.ref(`summary_${language}`)} as summary, published_at from public.notice
      union all
      select '/article/detail/' || id, ${sql.ref(`title_${language}`)}, ${sql.ref(`summary_${language}`)}, published_at from public.article
    ) as publication
    where published_at <= now() order by published_at desc, path desc limit ${entriesMax}`.execute(db)
  const home = `${origin}/${language}`
  const items = rows.map(({ path, title, summary, published }) => {
    const address = escape(home + path)
    return `<item><title>${escape(title)}</title><link>${address}</link><guid>${address}</guid><description>${escape(summary)}</description><pubDate>${new Date(published).toUTCString()}</pubDate></item>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escape(siteName[language])}</title><link>${escape(home)}</link><language>${language}</language>`,
    `<description>${escape(words[language].article.description)}</description>`,
    `<atom:link href="${escape(`${origin}${feedPath(language)}`)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>',
    '',
  ].join('\n')
}

const escape = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
