// Notices and articles for readers, in the language of the page.
import {
  publicationPageSize,
  publicationTypes,
  type PublicationKind,
  type PublicationType,
} from '#shared/articles.ts'
import type { Language } from '#shared/language.ts'
import type { ListPage } from '#app/session/list-page.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

type PublicationLine = {
  id: number
  type: PublicationType
  title: string
  summary: string
  published_at: string
}
export type PublicationPage = ListPage<PublicationLine> & { next: number | null }
export type Publication = PublicationLine & { content: string; updated_at: string }

type Row = { id: number; type: string; title: string; summary: string; published_at: string }

const lineColumns = (language: Language) =>
  `id, type, title:title_${language}, summary:summary_${language}, published_at`

/** The requested type of a list: null for all, undefined for an unknown type. */
export function readType(kind: PublicationKind, value: string | null): PublicationType | null | undefined {
  if (value === null) return null
  return publicationTypes[kind].find((type) => type === value)
}

/**
 * Publications, latest first, 30 a page.
 * @param wanted.before number of the last line on screen; null for the first page
 * @throws AppError
 */
export async function listPublications(
  supabase: Supabase,
  language: Language,
  wanted: { kind: PublicationKind; type: PublicationType | null; before: number | null },
): Promise<PublicationPage> {
  let query = supabase
    .from(wanted.kind)
    .select(lineColumns(language))
    .order('published_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(publicationPageSize + 1)
  if (wanted.type) query = query.eq('type', wanted.type)
  if (wanted.before !== null) {
    const last = await findPublication(supabase, language, wanted.kind, wanted.before)
    if (!last) return { lines: [], next: null }
    const at = last.published_at
    query = query.or(`published_at.lt."${at}",and(published_at.eq."${at}",id.lt.${last.id})`)
  }
  const { data, error } = await query
  if (error) throw asAppError(error)
  const rows = data as unknown as Row[]
  const lines = rows.slice(0, publicationPageSize) as PublicationLine[]
  return { lines, next: rows.length > publicationPageSize ? lines.at(-1)!.id : null }
}

/** One publication that is already public, or null. @throws AppError */
export async function findPublication(
  supabase: Supabase,
  language: Language,
  kind: PublicationKind,
  id: number,
): Promise<Publication | null> {
  const { data, error } = await supabase
    .from(kind)
    .select(`${lineColumns(language)}, content:content_${language}, updated_at`)
    .eq('id', id)
    .maybeSingle()
  if (error) throw asAppError(error)
  return data as unknown as Publication | null
}
