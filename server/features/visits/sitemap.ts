// The public pages for search engines, in each language (https://www.sitemaps.org/protocol.html).
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { languages, type Language } from '#shared/language.ts'

/** Ids of prompts in one file: with both languages in one library a file stays far below the protocol's 50,000 URLs. */
export const promptIdsPerFile = 20_000

/** Pages that always exist. */
const staticPages = [
  '',
  '/price',
  '/tool/list',
  '/tool/use?tool=article',
  '/tool/keyword',
  '/prompt/list',
  '/notice/list',
  '/article/list',
  '/help',
  '/contact',
  '/terms/use',
  '/terms/privacy',
]

/** The index of all sitemap files: one per language, and more of each as the library grows. */
export async function writeSitemapIndex(db: Database, origin: string): Promise<string> {
  const { rows } = await sql<{
    last: number
  }>`select coalesce(max(id), 1)::int8 as last from public.prompt`.execute(db)
  const count = Math.ceil(rows[0]!.last / promptIdsPerFile)
  const files = languages.flatMap((language) =>
    Array.from(
      { length: count },
      (_, index) => `${origin}/${language}-sitemap.xml${index ? `?page=${index + 1}` : ''}`,
    ),
  )
  return xml(
    'sitemapindex',
    files.map((address) => `<sitemap><loc>${escape(address)}</loc></sitemap>`),
  )
}

/**
 * The pages of one language. The first file has the static pages and our publications; every file has the shown prompts
 * of its range of ids in the language.
 * @param page from 1
 */
export async function writeSitemap(
  db: Database,
  { origin, language, page }: { origin: string; language: Language; page: number },
): Promise<string> {
  const publications = page === 1 ? await listPublications(db) : []
  const prompts = await listShownPrompts(db, language, page)
  const both = (path: string) => languages.map((code) => [code, `${origin}/${code}${path}`] as const)
  return xml('urlset', [
    ...(page === 1 ? staticPages : []).map((path) => entry(`${origin}/${language}${path}`, null, both(path))),
    ...publications.map(({ path, updated }) => entry(`${origin}/${language}${path}`, updated, both(path))),
    ...prompts.map(({ id, updated }) => entry(`${origin}/${language}/prompt/detail/${id}`, updated)),
  ])
}

async function listPublications(db: Database): Promise<{ path: string; updated: string }[]> {
  const { rows } = await sql<{ path: string; updated: string }>`
    select '/notice/detail/' || id as path, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as updated
      from public.notice where published_at <= now()
    union all
    select '/article/detail/' || id, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD')
      from public.article where published_at <= now()`.execute(db)
  return rows
}

async function listShownPrompts(
  db: Database,
  language: Language,
  page: number,
): Promise<{ id: number; updated: string }[]> {
  const after = (page - 1) * promptIdsPerFile
  const { rows } = await sql<{ id: number; updated: string }>`
    select id, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as updated from public.prompt
      where id > ${after} and id <= ${after + promptIdsPerFile} and is_show and language = ${language} order by id`.execute(
    db,
  )
  return rows
}

function entry(address: string, updated: string | null, pair: (readonly [Language, string])[] = []): string {
  const links = pair.map(
    ([code, href]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${escape(href)}"/>`,
  )
  return `<url><loc>${escape(address)}</loc>${updated ? `<lastmod>${updated}</lastmod>` : ''}${links.join('')}</url>`
}

function xml(root: 'urlset' | 'sitemapindex', entries: string[]): string {
  const namespaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<${root} ${namespaces}>`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n')
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
