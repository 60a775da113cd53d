import { outputLanguages, tones, type OutputLanguage, type Tone } from '#shared/tools.ts'
import type { FieldRule } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'

/** The form as it stands on screen: strings and choices, not checked yet. The file is beside it, a browser cannot keep it. */
export type ArticleDraft = {
  topic: string
  tone: Tone
  language: OutputLanguage
  information: string
  target: string
}
export type FieldProblems = Partial<Record<string, { rule: FieldRule; count?: number }>>

export function emptyDraft(language: Language): ArticleDraft {
  return {
    topic: '',
    tone: 'informal',
    language: language === 'ko' ? 'Korean' : 'English',
    information: '',
    target: '',
  }
}

/** What is wrong with the draft, by field; empty when it can be sent. The server checks the same rules. The schemas are loaded when they are needed. */
export async function checkDraft(draft: ArticleDraft): Promise<FieldProblems> {
  const { articleForm, fieldProblems } = await import('#shared/tools-form.ts')
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

/** A request of an earlier run, or a kept draft, as a form; null when it is neither. What is missing or unknown in it takes its first value. */
export function asDraft(value: unknown): ArticleDraft | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Record<string, unknown>
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  if (!text('topic')) return null
  return {
    topic: text('topic'),
    tone: tones.find((tone) => tone === fields.tone) ?? 'informal',
    language: outputLanguages.find((language) => language === fields.language) ?? 'Korean',
    information: text('information'),
    target: text('target'),
  }
}
