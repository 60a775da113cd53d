// Prompts as visitors and members get them: the same functions in loaders and in the browser, with the caller's own rights.
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import {
  promptPageSize,
  type PromptCategory,
  type PromptModelName,
  type PromptReportReason,
} from '#shared/prompts.ts'
import { promptFilterArguments, type PromptFilter } from './prompt-filter.ts'

export type PromptLine = {
  id: number
  title: string
  /** At most 300 characters in a list. */
  description: string
  language: Language
  photo: string | null
  view_count: number
  action_count: number
  like_count: number
  use_count: number
  created_at: string
  model: PromptModelName
  category_main: PromptCategory
  category_sub: string
  author: { nickname: string; photo: string | null; uuid: string }
}

export type PromptPage = {
  lines: PromptLine[]
  /** Lines that moved up before the cursor since the last page; some may be known already (P12). */
  moved_up: PromptLine[]
  /** Null but for the first page. */
  total: number | null
  is_total_exact: boolean
  /** Cursor of the next page, or null. */
  next: string | null
}

export type Prompt = PromptLine & {
  is_show: boolean
  updated_at: string
  sample_result: string
  /** The names between the double hashes, each once. */
  variables: string[]
  /** Null for visitors (P04). */
  prompt: string | null
  is_own: boolean
  is_saved: boolean
  is_thanked: boolean
  /** Set when title, text and so on belong to a version that its author tries, not to the published one. */
  version?: number
}

/** A page of the list. @param cursor `next` of the page before @throws AppError `keyword_too_short`, `invalid_request` */
export async function listPrompts(
  supabase: Supabase,
  filter: PromptFilter,
  cursor: string | null,
  size = promptPageSize,
): Promise<PromptPage> {
  const { data, error } = await supabase.rpc('list_prompts', {
    ...promptFilterArguments(filter),
    page_size: size,
    ...(cursor === null ? {} : { cursor }),
  })
  if (error) throw asAppError(error)
  return data as PromptPage
}

/** A shown prompt or one of the caller's own; null when there is none. @throws AppError */
export async function findPrompt(supabase: Supabase, id: number): Promise<Prompt | null> {
  const { data, error } = await supabase.rpc('read_prompt', { prompt_id: id })
  if (error) throw asAppError(error)
  return data as Prompt | null
}

/** Up to six others of the same kind. @throws AppError */
export async function listSimilarPrompts(supabase: Supabase, id: number): Promise<PromptLine[]> {
  const { data, error } = await supabase.rpc('list_similar_prompts', { prompt_id: id })
  if (error) throw asAppError(error)
  return data as PromptLine[]
}

/** Saves or takes back; repeating changes nothing (P18). @returns what holds now @throws AppError */
export async function savePrompt(
  supabase: Supabase,
  id: number,
  isSaved: boolean,
): Promise<{ isSaved: boolean; count: number }> {
  const { data, error } = await supabase.rpc('save_prompt', { prompt_id: id, is_saved: isSaved }).single()
  if (error) throw asAppError(error)
  return { isSaved: data.is_saved_now ?? isSaved, count: data.like_count ?? 0 }
}

const uniqueViolation = '23505'

/** Thanks the author; a repeat does nothing (P19). @returns false for a repeat @throws AppError `forbidden` for an own prompt */
export async function thankPrompt(supabase: Supabase, id: number, memberId: string): Promise<boolean> {
  const { error } = await supabase
    .from('prompt_action')
    .insert({ type: 'thank', prompt_id: id, user_id: memberId })
  if (error && error.code !== uniqueViolation) throw asAppError(error)
  return !error
}

/** Reports a prompt to the reviewers, once per member. @throws AppError `already_reported` for a repeat */
export async function reportPrompt(
  supabase: Supabase,
  report: { id: number; memberId: string; reason: PromptReportReason; detail: string },
): Promise<void> {
  const { error } = await supabase.from('prompt_report').insert({
    prompt_id: report.id,
    user_id: report.memberId,
    reason: report.reason,
    detail: report.detail,
  })
  if (error?.code === uniqueViolation) throw new AppError('already_reported', { cause: error })
  if (error) throw asAppError(error)
}

export type CategoryLabels = Record<string, string>

/** The names of all main and sub-categories by their code, in one language. Main and sub codes do not overlap. @throws AppError */
export async function listCategoryLabels(supabase: Supabase, language: Language): Promise<CategoryLabels> {
  const label = language === 'ko' ? 'label_ko' : 'label_en'
  const [mains, subs] = await Promise.all([
    supabase.from('prompt_category_main').select('code, label_ko, label_en'),
    supabase.from('prompt_category_sub').select('code, label_ko, label_en'),
  ])
  const error = mains.error ?? subs.error
  if (error) throw asAppError(error)
  return Object.fromEntries(
    [...(mains.data ?? []), ...(subs.data ?? [])].map((row) => [row.code, row[label]]),
  )
}
