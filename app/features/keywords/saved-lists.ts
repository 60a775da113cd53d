// Pages of saved keywords. Apart from saved-data.ts: the browser reads only later ones.
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import type { KeywordWeek, SavedKeyword, SavedPage } from './saved-data.ts'

const pageSize = 50
const weeksShown = 12

/**
 * Newest first.
 * @param list its name; null for all keywords
 * @param after id of the last line that is shown
 * @throws AppError
 */
export async function listSavedKeywords(
  supabase: Supabase,
  memberId: string,
  list: string | null,
  after: number | null = null,
): Promise<SavedPage> {
  let query = supabase
    .from('saved_keyword')
    .select(
      'id, keyword, note, list, is_sample, first_figures, last_figures, last_read_at, created_at, blog, rank_position, rank_checked_at',
    )
    .eq('user_id', memberId)
    .is('removed_at', null)
  if (list !== null) query = query.eq('list', list)
  if (after !== null) query = query.lt('id', after)
  const { data, error } = await query.order('id', { ascending: false }).limit(pageSize + 1)
  if (error) throw asAppError(error)
  const lines = data.slice(0, pageSize) as unknown as Omit<SavedKeyword, 'weeks'>[]
  const weeks = await listWeeks(
    supabase,
    lines.map(({ id }) => id),
  )
  return {
    lines: lines.map((line) => ({ ...line, weeks: weeks.get(line.id) ?? [] })),
    next: data.length > pageSize ? lines.at(-1)!.id : null,
  }
}

/** The last weeks of each keyword. A page of keywords has at most 600 of them. @throws AppError */
async function listWeeks(supabase: Supabase, ids: number[]): Promise<Map<number, KeywordWeek[]>> {
  if (ids.length === 0) return new Map()
  const first = new Date(Date.now() - weeksShown * 7 * 86_400_000).toISOString().slice(0, 10)
  const { data, error } = await supabase
    .from('saved_keyword_week')
    .select('saved_id, week, searches, less_than')
    .in('saved_id', ids)
    .gte('week', first)
    .order('week')
  if (error) throw asAppError(error)
  return Map.groupBy(data, ({ saved_id: id }) => id)
}

/** All of a list, or all there are, for a file. @throws AppError */
export async function readAllSavedKeywords(
  supabase: Supabase,
  memberId: string,
  list: string | null,
): Promise<SavedKeyword[]> {
  const all: SavedKeyword[] = []
  let after: number | null = null
  do {
    const page: SavedPage = await listSavedKeywords(supabase, memberId, list, after)
    all.push(...page.lines)
    after = page.next
  } while (after !== null)
  return all
}
