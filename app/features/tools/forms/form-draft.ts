import { lengthUnits } from '#shared/text-length.ts'
import type { SourceSizes } from '#shared/tool-prices.ts'
import { outputLanguages, publishPlaces, tones, type WritingTool } from '#shared/tools.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { createDraft, parseTexts } from '#app/session/draft.ts'
import type { Checked } from '#app/session/use-form.ts'
import type { FormDraft } from './tool-definition.ts'

/** The draft, or its errors by field. The server checks the same rules. The schemas are loaded on demand. */
export async function checkDraft(
  tool: WritingTool,
  draft: FormDraft,
): Promise<Checked<FormDraft, FormDraft>> {
  // The schemas cannot load and nothing can be sent: the sender reports the error.
  if (navigator.onLine === false) return { request: draft }
  const { fieldProblems, toolSchemas } = await whenOnline(() => import('#shared/tools-form.ts'))
  const result = toolSchemas[tool].safeParse(draft)
  return result.success ? { request: draft } : { problems: fieldProblems(result.error) }
}

/** `content`: the size of its extracted content, so that the price is known again. */
export type StoredFile = {
  path: string
  name: string
  size: number | null
  content?: SourceSizes[number]
}

/** The files that were sent for a form, by the name of its tool. */
export const filesDraft = createDraft<StoredFile[]>(
  'files',
  (stored) => (Array.isArray(stored) ? stored.filter(isStoredFile) : null),
  { storage: 'tab' },
)

function isStoredFile(file: unknown): file is StoredFile {
  return parseTexts(['path', 'name'])(file) !== null
}

/**
 * A request of an earlier run, or a stored draft, as a form; null when it is neither, which its `main` field decides.
 * What is missing or unknown in it stays as in the empty form.
 */
export function asDraft<Draft extends object>(
  empty: Draft,
  main: keyof Draft & string,
  value: unknown,
): Draft | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Record<string, unknown>
  if (typeof fields[main] !== 'string' || !fields[main]) return null
  return fillIn(empty, fields)
}

function fillIn<Draft extends object>(empty: Draft, fields: Record<string, unknown>): Draft {
  const entries = Object.entries(empty).map(([name, first]) => [name, pick(name, first, fields[name])])
  return Object.fromEntries(entries) as Draft
}

/** Fields that hold one of a few values. */
const choices: Partial<Record<string, readonly string[]>> = {
  tone: tones,
  language: outputLanguages,
  length_unit: lengthUnits,
  place: publishPlaces,
}

function pick(name: string, first: unknown, value: unknown): unknown {
  if (name in choices) return choices[name]!.find((choice) => choice === value) ?? first
  // The address has only text.
  if (typeof first === 'number' && typeof value === 'string' && /^\d{1,5}$/.test(value)) return Number(value)
  if (!Array.isArray(first)) return typeof value === typeof first ? value : first
  if (!Array.isArray(value) || value.length === 0) return first
  const [entry] = first as unknown[]
  if (typeof entry !== 'object' || entry === null)
    return value.every((item) => typeof item === typeof entry) ? value : first
  return value.map((item) => fillIn(entry, (item ?? {}) as Record<string, unknown>))
}
