// The authors' access to their own prompts, with their own rights: the same functions in loaders and in the browser.
import type { ListLine, ListPage } from '#app/session/list-page.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { AppError } from '#shared/errors.ts'
import type { PromptForm } from '#shared/prompts-form.ts'
import { findPromptState, promptPageSize, type PromptState } from '#shared/prompts.ts'
import type { PromptLine } from './prompts-data.ts'

/** A prompt as its author writes it, with the columns' names. */
export type PromptContent = PromptForm

export type OwnPrompt = {
  id: number
  isShown: boolean
  state: PromptState
  /** Why the newest version was returned; null unless it was. */
  reason: string | null
  /** The author's latest content: for a shown prompt, it may be an unpublished edit. */
  content: PromptContent
  /** The number of the newest version; 0 without versions. */
  version: number
}

export type PromptVersionLine = {
  id: number
  number: number
  status: 'draft' | 'in_review' | 'approved' | 'returned' | 'superseded'
  reason: string | null
  title: string
  created_at: string
}

const contentColumns =
  'title, description, prompt, language, prompt_model_id, prompt_category_sub_id, sample_result'
const versionColumns = 'id, number, status, reason, title, created_at'

/** The member's own prompt for the editor, or null when it is another member's or does not exist. @throws AppError */
export async function findOwnPrompt(
  supabase: Supabase,
  memberId: string,
  id: number,
): Promise<OwnPrompt | null> {
  const [row, newest] = await Promise.all([
    supabase
      .from('prompt')
      .select(`is_show, review_status, ${contentColumns}`)
      .eq('id', id)
      .eq('user_id', memberId)
      .maybeSingle(),
    supabase
      .from('prompt_version')
      .select(`number, status, reason, ${contentColumns}`)
      .eq('prompt_id', id)
      .order('number', { ascending: false })
      .limit(1)
      .maybeSingle(),
  ])
  const error = row.error ?? newest.error
  if (error) throw asAppError(error)
  if (!row.data) return null
  const { is_show: isShown, review_status: reviewStatus, ...content } = row.data
  const { number: version = 0, status = null, reason = null, ...edit } = newest.data ?? {}
  const state = findPromptState({ isShown, reviewStatus, versionStatus: status })
  return {
    id,
    isShown,
    state,
    reason: status === 'returned' ? reason : null,
    content: (state.startsWith('edit_') ? edit : content) as PromptContent,
    version,
  }
}

/**
 * Registers a prompt (P15): as a draft, or submitted for review. @returns its id @throws AppError `too_many_requests`
 * after thirty a day
 */
export async function createPrompt(
  supabase: Supabase,
  input: { memberId: string; content: PromptContent; isSubmitted: boolean },
): Promise<number> {
  const { data, error } = await supabase
    .from('prompt')
    .insert({
      ...input.content,
      user_id: input.memberId,
      review_status: input.isSubmitted ? 'in_review' : 'draft',
    })
    .select('id')
    .single()
  if (error) throw asAppError(error)
  return data.id
}

/** Registers several prompts as drafts: all of them or none. @throws AppError `too_many_requests` after thirty a day */
export async function createDrafts(
  supabase: Supabase,
  memberId: string,
  contents: readonly PromptContent[],
): Promise<void> {
  const { error } = await supabase
    .from('prompt')
    .insert(contents.map((content) => ({ ...content, user_id: memberId, review_status: 'draft' })))
  if (error) throw asAppError(error)
}

/**
 * Changes the member's own prompt. The published content stays; the edit becomes a separate version (B40).
 * @param base the newest version that the author had seen
 * @returns the newest version now
 * @throws AppError `edit_conflict` when there is a newer one, `prompt_not_found` when it is not the member's
 */
export async function updatePrompt(
  supabase: Supabase,
  input: { id: number; content: PromptContent; isSubmitted: boolean; base: number },
): Promise<number> {
  const { data, error } = await supabase.rpc('save_prompt_edit', {
    prompt_id: input.id,
    content: input.content,
    is_submitted: input.isSubmitted,
    base_number: input.base,
  })
  if (error) throw asAppError(error)
  return data as number
}

/**
 * Stores the discarded side of a conflict as a version, before the newest. @returns the newest version now @throws
 * AppError
 */
export async function stashDiscardedEdit(
  supabase: Supabase,
  id: number,
  content: PromptContent,
): Promise<number> {
  const { data, error } = await supabase.rpc('stash_discarded_edit', { prompt_id: id, content })
  if (error) throw asAppError(error)
  return data as number
}

/** Takes an own prompt out of the list, or puts it back as it was approved (B10). @throws AppError */
export async function hidePrompt(supabase: Supabase, id: number, isHidden: boolean): Promise<void> {
  const { error } = await supabase.rpc('hide_prompt', { prompt_id: id, is_hidden: isHidden })
  if (error) throw asAppError(error)
}

/** Deletes the member's own prompt with its versions, permanently. @throws AppError `prompt_not_found` */
export async function deletePrompt(supabase: Supabase, id: number, memberId: string): Promise<void> {
  const { data, error } = await supabase
    .from('prompt')
    .delete()
    .eq('id', id)
    .eq('user_id', memberId)
    .select('id')
  if (error) throw asAppError(error)
  if (data.length === 0) throw new AppError('prompt_not_found')
}

export type SimilarPrompt = { id: number; title: string; percent: number }

/**
 * Shown prompts with nearly the same text, the most similar first. @param exceptId the prompt itself @throws AppError
 */
export async function findSimilarPrompts(
  supabase: Supabase,
  input: { title: string; prompt: string; exceptId: number | null },
): Promise<SimilarPrompt[]> {
  const { data, error } = await supabase.rpc('find_similar_prompts', {
    title: input.title,
    prompt: input.prompt,
    ...(input.exceptId === null ? {} : { except_id: input.exceptId }),
  })
  if (error) throw asAppError(error)
  return data.map((row) => ({
    id: row.id ?? 0,
    title: row.title_found ?? '',
    percent: Math.round((row.similarity ?? 0) * 100),
  }))
}

/** An existing match of a text: an own prompt with the same text, or a shown one with nearly the same. */
export type PromptMatch = { isOwn: boolean; similar: SimilarPrompt | null }

/** @param candidates fifty at most @returns in their order, and how many prompts the member may still make today @throws AppError */
export async function findDuplicates(
  supabase: Supabase,
  candidates: readonly { title: string; prompt: string }[],
): Promise<{ leftToday: number; matches: PromptMatch[] }> {
  const { data, error } = await supabase.rpc('find_prompt_duplicates', { candidates: [...candidates] })
  if (error) throw asAppError(error)
  type Found = {
    own_id: number | null
    similar: { id: number; title: string; similarity: number } | null
  }
  const { left_today: leftToday, found } = data as { left_today: number; found: Found[] }
  return {
    leftToday,
    matches: found.map(({ own_id: ownId, similar }) => ({
      isOwn: ownId !== null,
      similar: similar && {
        id: similar.id,
        title: similar.title,
        percent: Math.round(similar.similarity * 100),
      },
    })),
  }
}

/** All of the member's own prompts in their current library state, oldest first. @throws AppError */
export async function readAllOwnPrompts(
  supabase: Supabase,
  memberId: string,
): Promise<(PromptContent & { review_status: string; created_at: string })[]> {
  const all: (PromptContent & { id: number; review_status: string; created_at: string })[] = []
  for (;;) {
    const { data, error } = await supabase
      .from('prompt')
      .select(`id, review_status, created_at, ${contentColumns}`)
      .eq('user_id', memberId)
      .gt('id', all.at(-1)?.id ?? 0)
      .order('id')
      .limit(exportPageSize)
    if (error) throw asAppError(error)
    all.push(...(data as typeof all))
    if (data.length < exportPageSize) return all
  }
}
const exportPageSize = 200

/** All stored versions, newest first. @throws AppError */
export async function listPromptVersions(supabase: Supabase, id: number): Promise<PromptVersionLine[]> {
  const { data, error } = await supabase
    .from('prompt_version')
    .select(versionColumns)
    .eq('prompt_id', id)
    .order('number', { ascending: false })
  if (error) throw asAppError(error)
  return data as PromptVersionLine[]
}

/** @throws AppError `not_found` */
export async function getPromptVersion(supabase: Supabase, versionId: number): Promise<PromptContent> {
  const { data, error } = await supabase
    .from('prompt_version')
    .select(contentColumns)
    .eq('id', versionId)
    .single()
  if (error) throw asAppError(error)
  return data as PromptContent
}

/** A page of own or saved prompts; total is null but for the first page. */
export type LinePage<Line extends ListLine> = ListPage<Line> & { next: string | null }
export type OwnLine = PromptLine & { state: PromptState; reason: string | null }

/** The member's own prompts, the newest first, 30 a page (P26). @throws AppError */
export async function listOwnPrompts(supabase: Supabase, cursor: string | null): Promise<LinePage<OwnLine>> {
  type Row = PromptLine & {
    is_show: boolean
    review_status: string
    version_status: string | null
    reason: string | null
  }
  const page = await readPage<Row>(supabase, 'list_own_prompts', cursor)
  return {
    ...page,
    lines: page.lines.map(({ is_show, review_status, version_status, reason, ...line }) => ({
      ...line,
      state: findPromptState({
        isShown: is_show,
        reviewStatus: review_status,
        versionStatus: version_status,
      }),
      reason: version_status === 'returned' ? reason : null,
    })),
  }
}

/** The member's saved prompts that are still visible, last saved first, 30 a page (P26). @throws AppError */
export const listSavedPrompts = (supabase: Supabase, cursor: string | null): Promise<LinePage<PromptLine>> =>
  readPage<PromptLine>(supabase, 'list_saved_prompts', cursor)

async function readPage<Line extends ListLine>(
  supabase: Supabase,
  name: 'list_own_prompts' | 'list_saved_prompts',
  cursor: string | null,
): Promise<LinePage<Line>> {
  const { data, error } = await supabase.rpc(name, {
    page_size: promptPageSize,
    ...(cursor === null ? {} : { cursor }),
  })
  if (error) throw asAppError(error)
  return data as unknown as LinePage<Line>
}
