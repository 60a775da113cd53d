// A prompt's unvalidated form, and the draft that the browser stores until it is saved.
import type { Language } from '#shared/language.ts'
import {
  listSubCategories,
  promptCategories,
  promptModels,
  type PromptCategory,
  type PromptModelName,
} from '#shared/prompts.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { createDraft, parseTexts } from '#app/session/draft.ts'
import type { Checked } from '#app/session/use-form.ts'
import type { PromptContent } from './author-data.ts'

/** By the names of the form's fields. Empty is not chosen yet; `sub` is the id of a sub-category. */
export type PromptDraft = {
  title: string
  description: string
  main: string
  sub: string
  model: string
  language: string
  prompt: string
  sample_result: string
}

export const emptyDraft = (language: Language): PromptDraft => ({
  title: '',
  description: '',
  main: '',
  sub: '',
  model: '',
  language,
  prompt: '',
  sample_result: '',
})

export function draftOfContent(content: PromptContent): PromptDraft {
  const { prompt_model_id: modelId, prompt_category_sub_id: sub, ...texts } = content
  return {
    ...texts,
    main: mainOfSub(sub) ?? '',
    sub: String(sub),
    model: Object.keys(promptModels).find((name) => promptModels[name as PromptModelName] === modelId) ?? '',
  }
}

/** The main category that a sub-category belongs to, or null for an id that there is not. */
export const mainOfSub = (sub: number): PromptCategory | null =>
  (Object.keys(promptCategories) as PromptCategory[]).find((main) =>
    listSubCategories(main).some(({ id }) => id === sub),
  ) ?? null

/**
 * A prompt's place in the library, for display: category, sub-category, model, language. @param labels category names
 * by code
 */
export function describeFacts(
  draft: PromptDraft,
  labels: Record<string, string>,
  languageName: string,
): string {
  const sub = draft.main
    ? listSubCategories(draft.main as PromptCategory).find(({ id }) => String(id) === draft.sub)?.code
    : undefined
  return [labels[draft.main] ?? draft.main, sub && (labels[sub] ?? sub), draft.model, languageName]
    .filter(Boolean)
    .join(' · ')
}

export const isSameDraft = (a: PromptDraft, b: PromptDraft): boolean =>
  (Object.keys(a) as (keyof PromptDraft)[]).every((field) => a[field] === b[field])

/**
 * Returns the content to send, or the errors by field. The server validates the same; the schemas are loaded on demand.
 */
export async function checkDraft(draft: PromptDraft): Promise<Checked<PromptDraft, PromptContent>> {
  const [{ promptSchema }, { fieldProblems }] = await Promise.all([
    whenOnline(() => import('#shared/prompts-form.ts')),
    whenOnline(() => import('#shared/tools-form.ts')),
  ])
  const { main, sub, model, ...texts } = draft
  const result = promptSchema.safeParse({
    ...texts,
    prompt_model_id: promptModels[model as PromptModelName] ?? null,
    prompt_category_sub_id: sub === '' ? null : Number(sub),
  })
  if (result.success) return { request: result.data }
  const { prompt_model_id: ofModel, prompt_category_sub_id: ofSub, ...others } = fieldProblems(result.error)
  return {
    problems: {
      ...others,
      ...(main === '' ? { main: { rule: 'choose' } } : {}),
      ...(ofSub ? { sub: ofSub } : {}),
      ...(ofModel ? { model: ofModel } : {}),
    },
  }
}

/** A draft and the newest version of its prompt that its author had seen. */
export type StoredDraft = { draft: PromptDraft; version: number }

/** By the id of the prompt, or `new`, until it is saved. */
export const promptDraft = createDraft<StoredDraft>('prompt', parseStored, { storage: 'browser' })

function parseStored(stored: unknown): StoredDraft | null {
  const { draft, version } = (stored ?? {}) as Record<string, unknown>
  const texts = parseTexts(Object.keys(emptyDraft('ko')) as (keyof PromptDraft)[])(draft)
  return texts && typeof version === 'number' ? { draft: texts, version } : null
}
