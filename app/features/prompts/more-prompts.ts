// Later pages of the public list, read by the browser.
import type { ListPage } from '#app/session/list-page.ts'
import type { Supabase } from '#app/session/supabase.ts'
import type { Language } from '#shared/language.ts'
import type { PromptFilter } from './prompt-filter.ts'
import { listCategoryLabels, listPrompts, type PromptLine } from './prompts-data.ts'

/**
 * A later page of the list, with the names of its categories. Lines that moved up come first. @throws AppError
 * `too_many_requests`
 */
export async function listMorePrompts(
  supabase: Supabase,
  filter: PromptFilter,
  cursor: string,
  language: Language,
): Promise<ListPage<PromptLine>> {
  const [{ lines, moved_up: movedUp, next }, labels] = await Promise.all([
    listPrompts(supabase, filter, cursor),
    listCategoryLabels(supabase, language),
  ])
  return { lines: [...movedUp, ...lines], next, labels }
}
