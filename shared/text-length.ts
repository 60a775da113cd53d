// The requested and the real length of a text: in characters for scripts with a syllable or a word in each, in words
// elsewhere.
import { denseLanguages, type OutputLanguage, type WritingTool } from './tools.ts'

export const lengthUnits = ['characters', 'characters_without_spaces', 'words'] as const
export type LengthUnit = (typeof lengthUnits)[number]
export type TextLength = { count: number; unit: LengthUnit }
/** A length to write to, and whether the member asked for it. */
export type TargetLength = TextLength & { isOrdered: boolean }

/** Tools whose texts have one length; each question of a cover letter has its own limit. */
export type LengthTool = Exclude<WritingTool, 'cover-letter'>

/** The length in a form; 0: the tool's usual length. */
export type AskedLength = { language: OutputLanguage; length?: number; length_unit?: LengthUnit }

/** The allowed range, and the length that texts have where none is ordered (measured over twelve). A feed's length is that of its caption. */
const lengths: Record<
  LengthTool,
  Record<'characters' | 'words', { min: number; usual: number; max: number }>
> = {
  article: {
    characters: { min: 300, usual: 2_800, max: 8_000 },
    words: { min: 120, usual: 1_100, max: 2_500 },
  },
  document: {
    characters: { min: 500, usual: 3_200, max: 12_000 },
    words: { min: 200, usual: 1_050, max: 4_000 },
  },
  'business-plan': {
    characters: { min: 500, usual: 5_500, max: 12_000 },
    words: { min: 200, usual: 1_600, max: 4_000 },
  },
  email: { characters: { min: 100, usual: 750, max: 3_000 }, words: { min: 40, usual: 190, max: 1_000 } },
  // Instagram allows 2,200 characters in a caption.
  'instagram-feed': {
    characters: { min: 50, usual: 500, max: 2_000 },
    words: { min: 20, usual: 160, max: 330 },
  },
}

/** A plan grows with its items: characters or words for each, within the allowed range. */
const perItem = { characters: 1_450, words: 400 } as const

/** Characters with the space after them per word of ordinary prose; counted over our own texts in these languages. */
const charactersPerWord: Record<OutputLanguage, number> = {
  Korean: 4,
  English: 5.8,
  Japanese: 1,
  Chinese: 1,
  Spanish: 5.7,
  French: 5.8,
  German: 6.4,
  Russian: 6.9,
  Arabic: 5.6,
  Hindi: 4.9,
}

/** The units of a language; the first one is the default. */
export const lengthUnitsOf = (language: OutputLanguage): readonly [LengthUnit, ...LengthUnit[]] =>
  denseLanguages.includes(language) ? ['characters', 'characters_without_spaces'] : ['words']

/** The length of a form, or the tool's usual one in the same unit. */
export function targetLength(tool: LengthTool, form: AskedLength, itemsCount = 0): TargetLength {
  const unit = unitOf(form)
  if (form.length) return { count: form.length, unit, isOrdered: true }
  const kind = unit === 'words' ? 'words' : 'characters'
  const { usual, max, min } = lengths[tool][kind]
  if (tool !== 'business-plan' || itemsCount === 0) return { count: usual, unit, isOrdered: false }
  return { count: Math.min(Math.max(itemsCount * perItem[kind], min), max), unit, isOrdered: false }
}

/** The allowed range, in the language's unit. */
function lengthRange(tool: LengthTool, language: OutputLanguage): { min: number; max: number } {
  const { min, max } = lengths[tool][lengthUnitsOf(language)[0] === 'words' ? 'words' : 'characters']
  return { min, max }
}

/** The nearest length that the form takes. */
export function clampLength(tool: LengthTool, language: OutputLanguage, count: number): number {
  const { min, max } = lengthRange(tool, language)
  return Math.min(Math.max(count, min), max)
}

export function findLengthProblem(
  tool: LengthTool,
  { language, length = 0 }: AskedLength,
): { rule: 'too_small' | 'too_large'; count: number } | null {
  const { min, max } = lengthRange(tool, language)
  if (length === 0) return null
  if (length < min) return { rule: 'too_small', count: min }
  return length > max ? { rule: 'too_large', count: max } : null
}

/** The rough number of characters with spaces of a text of this length, on which its price depends. */
export function charactersOfLength({ count, unit }: TextLength, language: OutputLanguage): number {
  if (unit === 'words') return Math.round(count * charactersPerWord[language])
  return unit === 'characters' ? count : Math.round(count / 0.78)
}

/** The longest text that one call writes well, by unit. */
const draftMax = { words: 1_000, characters: 2_500 } as const

/** Whether a requested length is written along a plan with the length of each section. */
export const isBeyondDraft = ({ count, unit, isOrdered }: TargetLength): boolean =>
  isOrdered && count > draftMax[unit === 'words' ? 'words' : 'characters']

const unitOf = ({ language, length_unit: unit }: AskedLength): LengthUnit => {
  const units = lengthUnitsOf(language)
  return units.find((known) => known === unit) ?? units[0]
}
