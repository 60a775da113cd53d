// Saved keywords, with the member's own rights. The database copies their figures from a report.
import type { KeywordMetrics, Searches } from '#shared/keywords.ts'
import type { ListPage } from '#app/session/list-page.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

export const comparedMax = 20

/** Searches are null when the keyword has too few to be counted. */
export type SavedFigures = {
  pc_searches: Searches | null
  mobile_searches: Searches | null
  competition: KeywordMetrics['competition']
  blog_count: number
  web_count: number
}
export type SavedKeyword = {
  id: number
  keyword: string
  note: string
  /** The name of its list, or empty. */
  list: string
  is_sample: boolean
  first_figures: SavedFigures
  last_figures: SavedFigures
  last_read_at: string
  created_at: string
  /** The member's blog that is looked for, or empty. */
  blog: string
  /** Null when it was not found, or not looked for yet: then `rank_checked_at` is null too. */
  rank_position: number | null
  rank_checked_at: string | null
  /** The last weeks in which it was looked up, oldest first. */
  weeks: KeywordWeek[]
}
/** `week`: its Monday. `searches`: null when they were too few to be counted. */
export type KeywordWeek = { week: string; searches: number | null; less_than: boolean }
export type SavedPage = ListPage<SavedKeyword> & { next: number | null }

/** The id of the saved keyword, or null. @throws AppError */
export async function findSavedKeyword(
  supabase: Supabase,
  memberId: string,
  { key, isSample }: { key: string; isSample: boolean },
): Promise<number | null> {
  const { data, error } = await supabase
    .from('saved_keyword')
    .select('id')
    .eq('user_id', memberId)
    .eq('key', key)
    .eq('is_sample', isSample)
    .is('removed_at', null)
  if (error) throw asAppError(error)
  return data[0]?.id ?? null
}

/** Saves a keyword whose analysis is open. @returns its id @throws AppError not_found, texts_full */
export async function saveKeyword(supabase: Supabase, key: string): Promise<number> {
  const { data, error } = await supabase.rpc('save_keyword', { keyword_key: key })
  if (error) throw asAppError(error)
  return data
}

/** Removes them, or restores them within a day. @returns the ids @throws AppError not_found, texts_full */
export async function removeSavedKeywords(
  supabase: Supabase,
  ids: readonly number[],
  isRemoved: boolean,
): Promise<readonly number[]> {
  for (const id of ids) {
    const { error } = await supabase.rpc('remove_saved_keyword', { id, is_removed: isRemoved })
    if (error) throw asAppError(error)
  }
  return ids
}

/** @throws AppError */
export async function saveNote(supabase: Supabase, id: number, note: string): Promise<void> {
  const { error } = await supabase.from('saved_keyword').update({ note }).eq('id', id)
  if (error) throw asAppError(error)
}

/** Desktop and mobile together; null when they were not counted. */
export function searchesOf({ pc_searches: pc, mobile_searches: mobile }: SavedFigures): Searches | null {
  return pc && mobile && { count: pc.count + mobile.count, less_than: pc.less_than && mobile.less_than }
}
