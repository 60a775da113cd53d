// Imports prompts from a file, ours or of another library: parses each line before any row is written.
import { convertPlaceholders, findForeignPlaceholders } from './foreign-placeholders.ts'
import { isLanguage, type Language } from './language.ts'
import { fillPrompt, listPlaceholders, parsePromptVariables } from './prompt-variables.ts'
import { promptSchema, type PromptForm } from './prompts-form.ts'
import { listSubCategories, promptCategories, promptModels, type PromptCategory } from './prompts.ts'
import type { FieldRule } from './errors.ts'
import { fieldProblems } from './tools-form.ts'

/** Values for the fields that a line leaves out. */
export type ImportChoices = {
  modelId: number | null
  subId: number | null
  /** Converts `{{x}}`, `${x:default}`, `{x}` and `[x]` to `##x##`. */
  isConverting: boolean
}

type ImportNote = 'description_from_prompt' | 'language_guessed' | 'converted'
type ImportField = 'title' | 'description' | 'prompt' | 'language' | 'model' | 'category' | 'sample_result'
type ImportProblem = { field: ImportField; rule: FieldRule; count?: number }

/** One line of the file. `content` is null when it has errors. */
export type ImportLine = {
  /** Counted from 1, without the header of a table. */
  number: number
  title: string
  /** The text to store, also when the line has errors. */
  prompt: string
  content: PromptForm | null
  problems: ImportProblem[]
  notes: ImportNote[]
  /** The number of an earlier line with the same text. */
  sameAs: number | null
}

// The header of a column: ours, those of other libraries (prompts.chat: act, prompt), and Korean ones.
const columns: Record<ImportField, readonly string[]> = {
  title: ['title', 'act', 'name', '제목'],
  description: ['description', 'summary', '설명'],
  prompt: ['prompt', 'text', 'content', '프롬프트', '본문'],
  language: ['language', 'lang', '언어'],
  model: ['model', '모델'],
  category: ['category', 'sub_category', '세부 분야', '분야'],
  sample_result: ['sample_result', 'sample', '결과 예시'],
}

/** @param records by the headers of their columns, as a CSV or JSON parser returns them */
export function readImport(
  records: readonly Readonly<Record<string, unknown>>[],
  choices: ImportChoices,
): ImportLine[] {
  const seen = new Map<string, number>()
  return records.map((record, index) => {
    const line = readLine(record, index + 1, choices)
    const key = squeeze(line.prompt)
    const sameAs = key ? (seen.get(key) ?? null) : null
    if (key && sameAs === null) seen.set(key, line.number)
    return { ...line, sameAs }
  })
}

/** Texts that differ only in white space, case or composition are equal. */
const squeeze = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, '')

function readLine(
  record: Readonly<Record<string, unknown>>,
  number: number,
  choices: ImportChoices,
): Omit<ImportLine, 'sameAs'> {
  const cells = new Map(Object.entries(record).map(([head, value]) => [normalizeHead(head), cellText(value)]))
  const cell = (field: ImportField) =>
    columns[field].map((head) => cells.get(head)).find((value) => value) ?? ''
  const written = cell('prompt')
  const prompt = choices.isConverting ? convertPlaceholders(written) : written
  const description = cell('description') || firstSentence(prompt)
  const result = promptSchema.safeParse({
    title: cell('title'),
    description,
    prompt,
    language: cell('language') ? languageOf(cell('language')) : guessLanguage(prompt),
    prompt_model_id: cell('model') ? modelOf(cell('model')) : choices.modelId,
    prompt_category_sub_id: cell('category') ? subOf(cell('category')) : choices.subId,
    sample_result: cell('sample_result'),
  })
  const notes: ImportNote[] = []
  if (!cell('description') && description) notes.push('description_from_prompt')
  if (!cell('language') && prompt) notes.push('language_guessed')
  if (choices.isConverting && findForeignPlaceholders(written).length > 0) notes.push('converted')
  return {
    number,
    title: cell('title'),
    prompt,
    content: result.success ? result.data : null,
    problems: result.success ? [] : listProblems(fieldProblems(result.error)),
    notes: result.success ? notes : [],
  }
}

const normalizeHead = (head: string): string => head.normalize('NFC').trim().toLowerCase()
const cellText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

const fieldNames: Record<string, ImportField> = {
  prompt_model_id: 'model',
  prompt_category_sub_id: 'category',
}
const listProblems = (problems: ReturnType<typeof fieldProblems>): ImportProblem[] =>
  Object.entries(problems).map(([field, problem]) => ({
    field: fieldNames[field] ?? (field as ImportField),
    ...problem,
  }))

/** The beginning of the prompt, up to the length of a card. */
function firstSentence(prompt: string): string {
  const named = parsePromptVariables(listPlaceholders(prompt)).map(({ name, defaultValue }) => [
    name,
    defaultValue || name,
  ])
  const [line = ''] = fillPrompt(prompt.trim(), Object.fromEntries(named)).split('\n')
  const sentence = /^.{20,160}?[.!?。](?=\s|$)/u.exec(line)?.[0] ?? line
  return Array.from(sentence).slice(0, 200).join('')
}

const guessLanguage = (text: string): Language => (/\p{Script=Hangul}/u.test(text) ? 'ko' : 'en')
const languageNames: Record<string, Language> = { korean: 'ko', 한국어: 'ko', english: 'en', 영어: 'en' }
function languageOf(text: string): string {
  const name = text.toLowerCase()
  return isLanguage(name) ? name : (languageNames[name] ?? name)
}

function modelOf(text: string): number | null {
  const name = text.toLowerCase()
  return (
    Object.entries(promptModels).find(([known, id]) => known === name || String(id) === name)?.[1] ?? null
  )
}

const subIds = new Map(
  (Object.keys(promptCategories) as PromptCategory[]).flatMap((main) =>
    listSubCategories(main).map(({ id, code }): [string, number] => [code, id]),
  ),
)
const subOf = (text: string): number | null =>
  subIds.get(text.toLowerCase()) ?? (/^\d+$/.test(text) ? Number(text) : null)

/** A prompt as a line of a file that `readImport` parses. */
export type ExportedPrompt = Record<(typeof exportColumns)[number], string>
export const exportColumns = [
  'title',
  'description',
  'prompt',
  'language',
  'model',
  'category',
  'sample_result',
  'state',
  'created_at',
] as const

export function exportPrompt(
  content: PromptForm,
  facts: { state: string; createdAt: string },
): ExportedPrompt {
  return {
    title: content.title,
    description: content.description,
    prompt: content.prompt,
    language: content.language,
    model: Object.entries(promptModels).find(([, id]) => id === content.prompt_model_id)?.[0] ?? '',
    category: [...subIds].find(([, id]) => id === content.prompt_category_sub_id)?.[0] ?? '',
    sample_result: content.sample_result,
    state: facts.state,
    created_at: facts.createdAt,
  }
}

/** The lines of a JSON file: a list of objects, or an object with one as `prompts`. Null when it is neither. */
export function readJsonRecords(text: string): Record<string, unknown>[] | null {
  try {
    const value: unknown = JSON.parse(text)
    const list = Array.isArray(value) ? value : (value as { prompts?: unknown } | null)?.prompts
    if (!Array.isArray(list)) return null
    return list.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry))
      ? (list as Record<string, unknown>[])
      : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Spreadsheets run a cell that begins with one of these signs as a formula (OWASP, CSV injection). The cell is written
 * with an apostrophe before it, which the import removes.
 */
export const guardFormula = (cell: string): string => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)
export const unguardFormula = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
