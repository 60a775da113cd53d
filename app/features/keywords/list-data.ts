// Lists of saved keywords, with the member's own rights. A list is a name that saved keywords have: it is there as long
// as one of them has it.
import { countCharacters } from '#shared/characters.ts'
import { cleanKeyword, keywordLimits } from '#shared/keywords.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** `count`: its saved keywords. */
export type OwnList = { name: string; count: number }

/** The list that an address names; null for all keywords, and for what can be no name. */
export function parseList(query: URLSearchParams): string | null {
  const name = cleanKeyword(query.get('list') ?? '')
  const isName = countCharacters(name) <= keywordLimits.listNameMaxLength && !/\p{Cc}/u.test(name)
  return isName && name !== '' ? name : null
}

/** By name. @throws AppError */
export async function readLists(supabase: Supabase, memberId: string): Promise<OwnList[]> {
  const { data, error } = await supabase
    .from('saved_keyword')
    .select('list')
    .eq('user_id', memberId)
    .is('removed_at', null)
    .neq('list', '')
  if (error) throw asAppError(error)
  return [...Map.groupBy(data, ({ list }) => list)]
    .map(([name, lines]) => ({ name, count: lines.length }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'ko'))
}

/**
 * Puts keywords into a list; an empty name takes them out.
 * @param from only those that are still in this list
 * @throws AppError texts_full for one list too many
 */
export async function moveKeywords(
  supabase: Supabase,
  ids: readonly number[],
  list: string,
  from?: string,
): Promise<void> {
  const moved = supabase.from('saved_keyword').update({ list }).in('id', ids)
  const { error } = await (from === undefined ? moved : moved.eq('list', from))
  if (error) throw asAppError(error)
}

/**
 * Renames a list, also to the name of another, which joins the two. An empty name deletes it, and its keywords stay.
 * @returns the ids of its keywords @throws AppError
 */
export async function renameList(supabase: Supabase, name: string, newName: string): Promise<number[]> {
  const { data, error } = await supabase
    .from('saved_keyword')
    .update({ list: newName })
    .eq('list', name)
    .select('id')
  if (error) throw asAppError(error)
  return data.map(({ id }) => id)
}
