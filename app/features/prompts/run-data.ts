// A member's runs of prompts, read and deleted with the member's own rights: the same functions in loaders and in the browser.
import type { ListPage } from '#app/session/list-page.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import { promptModelName } from '#shared/prompts-run.ts'
import type { RunStatus } from '#shared/tools.ts'
import type { ModelName } from '#shared/usage.ts'

/** One answer: a row of a conversation. */
export type PromptRun = {
  id: number
  status: RunStatus
  title: string
  /** The prompt with its placeholders; of a follow-up the question. */
  prompt: string
  prompt_parameter: Record<string, string>
  result: string
  model: PromptModelName
  /** The model that answered instead. */
  by: ModelName
  is_demo: boolean
  error_code: ErrorCode | null
  token: number
  prompt_id: number | null
  prompt_use_id: number | null
  is_comparison: boolean
  regenerated_from_id: number | null
}

const columns =
  'id, status, title, prompt, prompt_parameter, result, prompt_model_id, model, is_demo, error_code, token, prompt_id, prompt_use_id, is_comparison, regenerated_from_id'

/**
 * The conversation that a run belongs to: the run without a parent, then its children in their order (P25). Empty when the
 * member has no such run. @throws AppError
 */
export async function findConversation(supabase: Supabase, id: number): Promise<PromptRun[]> {
  const found = await supabase.from('prompt_use').select('id, prompt_use_id').eq('id', id).maybeSingle()
  if (found.error) throw asAppError(found.error)
  if (!found.data) return []
  const root = found.data.prompt_use_id ?? found.data.id
  const { data, error } = await supabase
    .from('prompt_use')
    .select(columns)
    .or(`id.eq.${root},prompt_use_id.eq.${root}`)
    .order('created_at')
    .order('id')
  if (error) throw asAppError(error)
  return data.map(({ prompt_model_id: modelId, model, ...row }) => ({
    ...(row as Omit<PromptRun, 'model' | 'by'>),
    model: promptModelName(modelId),
    by: model as ModelName,
  }))
}

/** A line of the history: a whole conversation. */
export type PromptUseLine = {
  id: number
  title: string
  status: RunStatus
  prompt_id: number | null
  is_demo: boolean
  excerpt: string
  created_at: string
  model: PromptModelName
  /** The number of models that answered in parallel with the first. */
  comparisons: number
  token: number
  follow_ups: number
}
export type PromptUsePage = ListPage<PromptUseLine> & { next: number | null }

/** Newest first, 30 a page, with the total (P25). @param after id of the last line that is shown @throws AppError */
export async function listPromptUses(supabase: Supabase, after: number | null): Promise<PromptUsePage> {
  const { data, error } = await supabase.rpc('list_prompt_uses', after === null ? {} : { after })
  if (error) throw asAppError(error)
  const { lines, total } = data as { lines: PromptUseLine[]; total: number }
  return { lines, total, next: lines.at(-1)?.id ?? null }
}

/**
 * Deletes the member's own finished runs among `ids` (P27). They can be restored for a day. @returns the deleted ids
 * @throws AppError `select_history` without any
 */
export async function deletePromptUses(supabase: Supabase, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) throw new AppError('select_history')
  const { data, error } = await supabase.rpc('delete_prompt_uses', { ids: [...ids] })
  if (error) throw asAppError(error)
  return data
}

/** @returns the restored ids @throws AppError */
export async function restorePromptUses(supabase: Supabase, ids: readonly number[]): Promise<number[]> {
  const { data, error } = await supabase.rpc('restore_prompt_uses', { ids: [...ids] })
  if (error) throw asAppError(error)
  return data
}

/** Makes a text of an answer, to be edited like those of the tools. @returns the text's id @throws AppError */
export async function editResult(
  supabase: Supabase,
  id: number,
  language: 'Korean' | 'English',
): Promise<number> {
  const { data, error } = await supabase.rpc('edit_prompt_result', {
    use_id: id,
    document_language: language,
  })
  if (error) throw asAppError(error)
  return data
}
