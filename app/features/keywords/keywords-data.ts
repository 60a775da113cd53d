import { keywordPeriodHours } from '#shared/keywords.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

export type RecentSearch = {
  id: number
  keyword: string
  key: string
  /** Opens again for free. */
  isOpen: boolean
}

const recentMax = 12
const rowsRead = 40

/** The member's last analyses, each keyword once, newest first. @throws AppError */
export async function listRecentSearches(supabase: Supabase, memberId: string): Promise<RecentSearch[]> {
  const { data, error } = await supabase
    .from('keyword_search')
    .select('id, keyword, key, done_at')
    .eq('user_id', memberId)
    .eq('kind', 'data')
    .eq('status', 'done')
    .order('id', { ascending: false })
    .limit(rowsRead)
  if (error) throw asAppError(error)
  const newest = [...new Map(data.toReversed().map((row) => [row.key, row])).values()].toReversed()
  return newest.slice(0, recentMax).map(({ id, keyword, key, done_at: doneAt }) => ({
    id,
    keyword,
    key,
    isOpen: Date.parse(doneAt ?? '') + keywordPeriodHours * 3_600_000 > Date.now(),
  }))
}

export type KeywordSuggestion = { keyword: string; source: 'saved' | 'searched' | 'related' }

/** The member's own keywords that continue what was typed, best first. @throws AppError; the signal's reason */
export async function suggestKeywords(
  supabase: Supabase,
  typed: string,
  signal: AbortSignal,
): Promise<KeywordSuggestion[]> {
  const { data, error } = await supabase.rpc('suggest_keywords', { typed }).abortSignal(signal)
  signal.throwIfAborted()
  if (error) throw asAppError(error)
  return data as KeywordSuggestion[]
}

/** Every analysis of this keyword leaves the list, and is no longer open for free. @throws AppError */
export async function forgetSearches(supabase: Supabase, memberId: string, key: string): Promise<void> {
  const { error } = await supabase.from('keyword_search').delete().eq('user_id', memberId).eq('key', key)
  if (error) throw asAppError(error)
}
