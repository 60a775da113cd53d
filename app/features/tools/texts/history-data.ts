// The list of a member's texts, with the member's own rights. Apart from tool-data.ts: only the history needs it.
import type { ListPage } from '#app/session/list-page.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { AppError } from '#shared/errors.ts'
import { isTextKind, titleMaxLength, type TextKind } from '#shared/tools.ts'
import { historySorts, type HistorySort } from './history-sorts.ts'
import type { ToolUseLine } from '../tool-data.ts'

export type HistoryLine = ToolUseLine & {
  /** When title, content, tags or picture changed last. */
  changed_at: string
  /** Since when it is in the trash; null outside it. */
  deleted_at: string | null
  labels: string[]
  /** The context of the search term, when it is in the text or its topic. */
  excerpt: string | null
  /** What the search found, as the text spells it. */
  matches: string[]
}
export type HistoryPage = ListPage<HistoryLine> & { total: number; next: string | null }

export type HistoryFilter = {
  words: string
  tool: TextKind | null
  label: string | null
  sort: HistorySort
  /** Whether the trash is listed, newest deletion first. */
  isTrash: boolean
}

/** Every text outside the trash, newest first. */
export const everyText: HistoryFilter = { words: '', tool: null, label: null, sort: 'new', isTrash: false }

const wordsMaxLength = 100

/**
 * The address contains the history's filter: /tool/history?view=trash&q=…&tool=…&label=…&sort=….
 * @returns null for unknown values
 */
export function parseHistoryFilter(query: URLSearchParams): HistoryFilter | null {
  const tool = query.get('tool') || null
  const view = query.get('view') || null
  const sort = historySorts.find((each) => each === (query.get('sort') || 'new'))
  if ((tool !== null && !isTextKind(tool)) || !sort || (view !== null && view !== 'trash')) return null
  return {
    words: (query.get('q') ?? '').trim().slice(0, wordsMaxLength),
    tool,
    label: query.get('label') || null,
    sort,
    isTrash: view === 'trash',
  }
}

/**
 * 30 a page, with the exact total of all that match (T23). A search finds words in titles, topics and texts; when
 * nothing matches, it forgives a typing error.
 * @param after `next` of the page before; null for the first page
 * @throws AppError
 */
export async function listTexts(
  supabase: Supabase,
  { words, tool, label, sort, isTrash }: HistoryFilter,
  after: string | null,
): Promise<HistoryPage> {
  const { data, error } = await supabase.rpc('list_texts', {
    search: words,
    sort,
    is_trash: isTrash,
    ...(tool === null ? {} : { of_tool: tool }),
    ...(label === null ? {} : { label }),
    ...(after === null ? {} : { cursor: after }),
  })
  if (error) throw asAppError(error)
  return {
    lines: data as (HistoryLine & { total: number })[],
    total: data[0]?.total ?? 0,
    next: data.at(-1)?.next_cursor ?? null,
  }
}

/** The member's newest texts that contain the words, for the palette. @throws AppError */
export async function searchTexts(supabase: Supabase, words: string): Promise<HistoryLine[]> {
  return (await listTexts(supabase, { ...everyText, words }, null)).lines
}

/**
 * Moves finished texts to the trash. @returns the moved ids @throws AppError `select_history` without any (T25)
 */
export async function deleteTexts(supabase: Supabase, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) throw new AppError('select_history')
  const { data, error } = await supabase.rpc('delete_texts', { ids: [...ids] })
  if (error) throw asAppError(error)
  return data
}

/** @returns the restored ids @throws AppError */
export async function restoreTexts(supabase: Supabase, ids: readonly number[]): Promise<number[]> {
  const { data, error } = await supabase.rpc('restore_texts', { ids: [...ids] })
  if (error) throw asAppError(error)
  return data
}

/** Deletes texts of the trash for good. @param ids null for all of them @returns the deleted ids @throws AppError */
export async function eraseTexts(supabase: Supabase, ids: readonly number[] | null): Promise<number[]> {
  const { data, error } = await supabase.rpc('erase_texts', ids === null ? {} : { ids: [...ids] })
  if (error) throw asAppError(error)
  return data
}

/** @throws AppError `request_in_progress` while a run writes it, `not_found` when it no longer exists */
export async function renameText(supabase: Supabase, id: number, title: string): Promise<void> {
  const { error } = await supabase.rpc('rename_text', { tool_use_id: id, title })
  if (error) throw asAppError(error)
}

/** @returns the id of the copy @throws AppError `too_many_requests` after a hundred in a day */
export async function duplicateText(supabase: Supabase, id: number, title: string): Promise<number> {
  const { data, error } = await supabase.rpc('duplicate_text', {
    tool_use_id: id,
    title: Array.from(title).slice(0, titleMaxLength).join(''),
  })
  if (error) throw asAppError(error)
  return data
}
