// Loads a page of prompts for list loaders, with the names of its categories.
import type { Supabase } from '#app/session/supabase.ts'
import type { Language } from '#shared/language.ts'
import { AppError } from '#shared/errors.ts'
import { requirePage } from '#app/session/require.ts'
import { listSubCategories, promptCategories } from '#shared/prompts.ts'
import { parsePromptFilter, type PromptFilter } from './prompt-filter.ts'
import {
  listCategoryLabels,
  listPrompts,
  type CategoryLabels,
  type PromptLine,
  type PromptPage,
} from './prompts-data.ts'

const known = new Map<Language, Promise<CategoryLabels>>()

/** Category names are part of the schema: read once by each process. */
export function loadCategoryLabels(supabase: Supabase, language: Language): Promise<CategoryLabels> {
  const found = known.get(language)
  if (found) return found
  const labels = listCategoryLabels(supabase, language)
  known.set(language, labels)
  labels.catch(() => known.delete(language))
  return labels
}

export type LoadedPrompts = PromptPage & {
  labels: CategoryLabels
  /** Too many searches (B13): the result is the list without the keyword, or empty for a later page. */
  isLimited: boolean
}

/** @param cursor of the wanted page, null for the first @throws a 404 response for an unknown cursor; AppError */
export async function loadPrompts(
  supabase: Supabase,
  language: Language,
  filter: PromptFilter,
  cursor: string | null,
): Promise<LoadedPrompts> {
  const [{ isLimited, ...page }, labels] = await Promise.all([
    listWithinLimit(supabase, filter, cursor).catch(refuseUnknownCursor),
    loadCategoryLabels(supabase, language),
  ])
  const codes = [
    ...Object.keys(promptCategories),
    ...(filter.main ? listSubCategories(filter.main).map(({ code }) => code) : []),
    ...[...page.lines, ...page.moved_up].map((line) => line.category_sub),
  ]
  return { ...page, isLimited, labels: pickLabels(labels, codes) }
}

/** The liveliest prompts in a language, as the home page shows them. @throws AppError */
export async function loadLiveliestPrompts(
  supabase: Supabase,
  language: Language,
  count: number,
): Promise<{ lines: PromptLine[]; labels: CategoryLabels }> {
  const filter = parsePromptFilter(new URLSearchParams({ language }))!
  const [{ lines }, labels] = await Promise.all([
    listPrompts(supabase, filter, null, count),
    loadCategoryLabels(supabase, language),
  ])
  const codes = lines.flatMap((line) => [line.category_main, line.category_sub])
  return { lines, labels: pickLabels(labels, codes) }
}

function pickLabels(labels: CategoryLabels, codes: readonly string[]): CategoryLabels {
  return Object.fromEntries(Object.entries(labels).filter(([code]) => codes.includes(code)))
}

async function listWithinLimit(
  supabase: Supabase,
  filter: PromptFilter,
  cursor: string | null,
): Promise<PromptPage & { isLimited: boolean }> {
  try {
    return { ...(await listPrompts(supabase, filter, cursor)), isLimited: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    if (cursor !== null)
      return { lines: [], moved_up: [], total: null, is_total_exact: true, next: cursor, isLimited: true }
    return { ...(await listPrompts(supabase, { ...filter, keyword: '' }, null)), isLimited: true }
  }
}

function refuseUnknownCursor(error: unknown): never {
  requirePage(!(error instanceof AppError && error.code === 'invalid_request'))
  throw error
}
