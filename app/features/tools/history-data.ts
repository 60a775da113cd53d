// The list of a member's texts, with the member's own rights. Apart from tool-data.ts: only the history needs it.
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { AppError } from '#shared/errors.ts'
import { isWritingTool, titleMaxLength, type WritingTool } from '#shared/tools.ts'
import type { ToolUseLine } from './tool-data.ts'

export type HistoryLine = ToolUseLine & {
  /** The context of the search term, when it is in the text. */
  excerpt: string | null
}
export type HistoryPage = { lines: HistoryLine[]; total: number }
export type HistoryFilter = { words: string; tool: WritingTool | null }

const wordsMaxLength = 100

/** The address contains the history's filter: /tool/history?q=…&tool=…. @returns null for unknown values */
export function parseHistoryFilter(query: URLSearchParams): HistoryFilter | null {
  const tool = query.get('tool') || null
  if (tool !== null && !isWritingTool(tool)) return null
  return { words: (query.get('q') ?? '').trim().slice(0, wordsMaxLength), tool }
}

/**
 * Newest first, 30 a page, with the exact total of all that match (T23).
 * @param after id of the last line that is shown; null for the first page
 * @throws AppError
 */
export async function listTexts(
  supabase: Supabase,
  { words, tool }: HistoryFilter,
  after: number | null,
): Promise<HistoryPage> {
  const { data, error } = await supabase.rpc('list_texts', {
    search: words,
    ...(tool === null ? {} : { tool }),
    ...(after === null ? {} : { after_id: after }),
  })
  if (error) throw asAppError(error)
  return { lines: data as (HistoryLine & { total: number })[], total: data[0]?.total ?? 0 }
}

/**
 * Hides finished texts, which can be restored for some minutes. @returns the hidden ids @throws AppError
 * `select_history` without any (T25)
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
