// The draft of a notice or an article: its form, its errors, and its unsaved changes.
import { countCharacters } from '#shared/characters.ts'
import {
  publicationLimits,
  publicationTypes,
  type PublicationField,
  type PublicationKind,
} from '#shared/articles.ts'
import { createDraft, parseTexts } from '#app/session/draft.ts'
import type { PublicationTexts, StoredPublication } from './operators-data.ts'

export type Publishing = 'draft' | 'now' | 'time'
export type PublicationDraft = PublicationTexts & {
  type: string
  is_important: boolean
  publish: Publishing
  /** The moment of `time`, in UTC; null until one is chosen. */
  at: string | null
}
type PublicationProblem = { rule: 'required' | 'too_long'; count?: number }
export type PublicationProblems = Partial<Record<PublicationField, PublicationProblem>> & {
  at?: 'required' | 'past'
}

const publicationFields = Object.keys(publicationLimits) as PublicationField[]

/** @param stored null for a new one */
export function draftOf(kind: PublicationKind, stored: StoredPublication | null): PublicationDraft {
  const texts = Object.fromEntries(
    publicationFields.map((field) => [field, stored?.[field] ?? '']),
  ) as PublicationTexts
  const { published_at: at = null, is_shown: isShown = false } = stored ?? {}
  return {
    ...texts,
    type: stored?.type ?? publicationTypes[kind][0],
    is_important: stored?.is_important ?? false,
    publish: isShown ? 'now' : at === null ? 'draft' : 'time',
    at: isShown ? null : at,
  }
}

/**
 * Validates a draft. A draft may have gaps; a published one has none. @param now in milliseconds: a scheduled time is
 * after it
 */
export function checkPublication(draft: PublicationDraft, now = Date.now()): PublicationProblems {
  const problems: PublicationProblems = {}
  for (const field of publicationFields) {
    const length = countCharacters(draft[field].trim())
    if (length > publicationLimits[field])
      problems[field] = { rule: 'too_long', count: publicationLimits[field] }
    else if (length === 0 && draft.publish !== 'draft') problems[field] = { rule: 'required' }
  }
  if (draft.publish === 'time' && draft.at === null) problems.at = 'required'
  else if (draft.publish === 'time' && Date.parse(draft.at!) <= now) problems.at = 'past'
  return problems
}

/** `2026-12-01T09:00` in the zone of this device, as the browser's own field has it. */
export function asLocalInput(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** @returns the time in UTC, or null for an invalid one */
export function readLocalInput(value: string): string | null {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** A draft with its base revision: another number in the database means that another operator saved. */
export type StoredDraft = { revision: number | null; key: string; draft: PublicationDraft }

/** Stores the input of a form until it is saved, of any revision. */
export const publicationDraft = createDraft<StoredDraft>('publication', parseStored, { storage: 'tab' })

function parseStored(stored: unknown): StoredDraft | null {
  const { revision, key, draft } = (stored ?? {}) as Record<string, unknown>
  const texts = parseTexts([...publicationFields, 'type', 'publish'])(draft)
  const { is_important: isImportant, at } = (draft ?? {}) as Record<string, unknown>
  const publish = (['draft', 'now', 'time'] as const).find((each) => each === texts?.publish)
  if (!texts || !publish || typeof key !== 'string' || typeof isImportant !== 'boolean') return null
  return {
    revision: typeof revision === 'number' ? revision : null,
    key,
    draft: { ...texts, publish, is_important: isImportant, at: typeof at === 'string' ? at : null },
  }
}

/** The key of a new publication, made with its form: a save that is sent again makes the same one. */
export function createPublicationKey(): string {
  return `console-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}
