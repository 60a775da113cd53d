// A prompt's unvalidated form, and the draft that the browser stores until it is saved.
import type { FieldRule } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import {
  listSubCategories,
  promptCategories,
  promptModels,
  type PromptCategory,
  type PromptModelName,
} from '#shared/prompts.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
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
export type DraftField = keyof PromptDraft
export type DraftProblems = Partial<Record<DraftField, { rule: FieldRule; count?: number }>>

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
  (Object.keys(a) as DraftField[]).every((field) => a[field] === b[field])

/**
 * Returns the content to send, or the errors by field. The server validates the same; the schemas are loaded on demand.
 */
export async function checkDraft(
  draft: PromptDraft,
): Promise<{ content: PromptContent } | { problems: DraftProblems }> {
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
  if (result.success) return { content: result.data }
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

/** `localStorage`, or a replacement. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** One key per member, so that members who share a machine do not see each other's drafts. */
const keyOf = (memberId: string, id: number | null) => `munjang-prompt:${memberId}:${id ?? 'new'}`

/** A draft and the newest version of its prompt that its author had seen. */
export type StoredDraft = { draft: PromptDraft; version: number }

/** If storage is full or forbidden, the draft is not stored. */
export function saveDraft(store: Store, memberId: string, id: number | null, stored: StoredDraft): void {
  const { draft, version } = stored
  attempt(() => store.setItem(keyOf(memberId, id), JSON.stringify({ ...draft, version })))
}

/** @param saved the saved content: another tab's different draft stays. Without it, any draft is deleted */
export function deleteDraft(store: Store, memberId: string, id: number | null, saved?: PromptDraft): void {
  const stored = saved && loadDraft(store, memberId, id, { draft: saved, version: 0 })
  if (stored && !isSameDraft(stored.draft, saved)) return
  attempt(() => store.removeItem(keyOf(memberId, id)))
}

/** The stored draft, or null; missing or invalid fields come from `base`. */
export function loadDraft(
  store: Store,
  memberId: string,
  id: number | null,
  base: StoredDraft,
): StoredDraft | null {
  let stored: unknown = null
  attempt(() => {
    stored = JSON.parse(store.getItem(keyOf(memberId, id)) ?? 'null')
  })
  if (typeof stored !== 'object' || stored === null) return null
  const fields = stored as Record<string, unknown>
  const entries = Object.entries(base.draft).map(([name, value]) => [
    name,
    typeof fields[name] === 'string' ? fields[name] : value,
  ])
  return {
    draft: Object.fromEntries(entries) as PromptDraft,
    version: typeof fields.version === 'number' ? fields.version : base.version,
  }
}

function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.warn('The draft could not be stored or read.', error)
  }
}
