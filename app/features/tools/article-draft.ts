import { articleForm, fieldProblems, type OutputLanguage, type Tone } from '#shared/tools.ts'
import type { FieldRule } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'

/** The form as it stands on screen: strings and choices, not checked yet. The file is beside it, a browser cannot keep it. */
export type ArticleDraft = { topic: string; tone: Tone; language: OutputLanguage; information: string; target: string }
export type FieldProblems = Partial<Record<string, { rule: FieldRule; count?: number }>>

export function emptyDraft(language: Language): ArticleDraft {
  return { topic: '', tone: 'informal', language: language === 'ko' ? 'Korean' : 'English', information: '', target: '' }
}

/** What is wrong with the draft, by field; empty when it can be sent. The server checks the same rules. */
export function checkDraft(draft: ArticleDraft): FieldProblems {
  const result = articleForm.safeParse({ ...draft, thumbnail: false })
  return result.success ? {} : fieldProblems(result.error)
}

const draftKey = 'munjang-article-draft'

/** Outlives a reload and the way over sign-in, not the tab. Storage may be full or forbidden: then the draft is not kept, nothing more. */
export function keepDraft(draft: ArticleDraft): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft))
  } catch (error) {
    console.warn('The draft could not be kept.', error)
  }
}

export function findDraft(): ArticleDraft | null {
  try {
    return asDraft(JSON.parse(sessionStorage.getItem(draftKey) ?? 'null'))
  } catch (error) {
    console.warn('The draft could not be read.', error)
    return null
  }
}

/** A request of an earlier run, or a kept draft, as a form; null when it is neither. Missing fields are empty. */
export function asDraft(value: unknown): ArticleDraft | null {
  const draft = articleForm.partial().safeParse(stripUnknown(value))
  if (!draft.success || !draft.data.topic) return null
  const { topic, tone = 'informal', language = 'Korean', information = '', target = '' } = draft.data
  return { topic, tone, language, information, target }
}

function stripUnknown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => name in articleForm.shape))
}
