// The prices of the writing tools before a run, in tokens. It is apart from usage.ts, which every page loads.
import { joinTexts } from './characters.ts'
import { charactersWithin, type TextUnit } from './measure.ts'
import { researchLimits, searchReadTokens, searchTokens, type SearchKind } from './research.ts'
import { charactersOfLength, isBeyondDraft, targetLength, type AskedLength } from './text-length.ts'
import {
  denseLanguages,
  sourceCharactersMax,
  toolsWithOutline,
  type OutputLanguage,
  type ReadSource,
  type WritingTool,
} from './tools.ts'
import {
  estimateFileTokens,
  estimateTokens,
  modelWeights,
  roundEstimate,
  type Estimate,
  type ModelName,
} from './usage.ts'

type Tokenizer = 'gpt' | 'gemini' | 'claude'

/**
 * Model tokens per character of ordinary prose, spaces included. Counted over our own texts of 1,000 to 5,000
 * characters with each vendor's vocabulary (o200k, Gemini's, and that of Claude 3, the last published one; UNCONFIRMED
 * for later Claudes), and rounded up by a tenth. It is only an estimate: the charge uses the provider's count.
 */
const tokensPerCharacter: Record<OutputLanguage, Record<Tokenizer, number>> = {
  Korean: { gpt: 0.66, gemini: 0.78, claude: 1.12 },
  English: { gpt: 0.26, gemini: 0.28, claude: 0.29 },
  Japanese: { gpt: 0.84, gemini: 0.58, claude: 1.09 },
  Chinese: { gpt: 0.8, gemini: 0.71, claude: 1.1 },
  Spanish: { gpt: 0.26, gemini: 0.27, claude: 0.35 },
  French: { gpt: 0.27, gemini: 0.29, claude: 0.36 },
  German: { gpt: 0.26, gemini: 0.27, claude: 0.37 },
  Russian: { gpt: 0.29, gemini: 0.29, claude: 0.57 },
  Arabic: { gpt: 0.37, gemini: 0.42, claude: 1.03 },
  Hindi: { gpt: 0.37, gemini: 0.45, claude: 1.2 },
}
/** A compatible server counts as the dearer of the likely vocabularies. */
const tokenizers: Record<ModelName, Tokenizer> = {
  gpt: 'gpt',
  gemini: 'gemini',
  claude: 'claude',
  compatible: 'gemini',
  demo: 'gpt',
}

const perCharacter = (language: OutputLanguage, model: ModelName): number =>
  tokensPerCharacter[language][tokenizers[model]]

/** Tokens of this many characters of ordinary prose, spaces included, in hundreds: the example on the price page. */
export const proseTokens = (characters: number, language: OutputLanguage, model: ModelName): number =>
  Math.round((characters * perCharacter(language, model) * modelWeights[model]) / 10) * 10

/**
 * The maximum output of a call for a text of this length: with its Markdown, half as much again, and the model's
 * default reasoning.
 */
export const outputTokensOf = (characters: number, language: OutputLanguage, model: ModelName): number =>
  Math.ceil(characters * perCharacter(language, model) * 1.5) + unaskedThoughtTokens
const unaskedThoughtTokens = 1_000

/** The costs of each tool's calls in addition to the text. */
const toolShapes = {
  article: { rules: 750, lists: 2, reads: 4.1, sources: 1 },
  document: { rules: 750, lists: 1, reads: 3.1, sources: 1 },
  'business-plan': { rules: 950, lists: 0, reads: 3.1, sources: 2 },
  'cover-letter': { rules: 800, lists: 1.4, reads: 5, sources: 1 },
  email: { rules: 850, lists: 2.4, reads: 6, sources: 4 },
  'instagram-feed': { rules: 750, lists: 1, reads: 4.1, sources: 2 },
} as const satisfies Record<
  WritingTool,
  {
    /** Tokens of the rules of a call that writes. */
    rules: number
    /** Calls for titles, tags or assumptions, with few rules. That for assumptions gives advice too, and counts 1.4. */
    lists: number
    /**
     * The number of payments for the finished text: drafts, reading them, revision or edits, and reading for tags or
     * assumptions.
     */
    reads: number
    /** Calls that read files and links; for a letter, in addition to those that write. */
    sources: number
  }
>
/** A plan, written once and read by the draft, in model tokens; only for texts that are planned. */
const planTokens = 1_500
const slideCharactersOf = { dense: 80, other: 160 } as const
/** An answer of a cover letter targets this share of its limit, so that it seldom needs a rewrite. */
const answerShare = 0.94
/** The share of answers that still miss their limit, and are read and written once more. */
const answersRewritten = 0.4
const listRuleTokens = 620
/** The notes on a draft, with what a second one considers before its text, in model tokens. */
const revisionNoteTokens = 300
/** The content of a file or link of unknown size: some are pictures, few fill the limit. */
const sourceCharactersUsual = 6_000
/**
 * Characters of each read file and link, in their order, or the pages of one that a model reads; null before reading.
 */
export type SourceSizes = readonly (number | { pages: number } | null)[]

/** The price of a read source; null before reading. */
export const sizeOfSource = (
  source: Pick<ReadSource, 'characters' | 'pages'> | undefined,
): SourceSizes[number] => source?.characters ?? (source?.pages ? { pages: source.pages } : null)

/** A model's notes on a page of a picture or scan: later calls read those instead. */
export const notedTokensPerPage = 500

const isScan = (size: SourceSizes[number]): size is { pages: number } =>
  typeof size === 'object' && size !== null

/** @param reads calls that read the sources' text; a model reads pictures and scans once */
function sourceTokens(sizes: SourceSizes, tokensPerCharacter: number, reads: number): number {
  const scans = sizes.filter(isScan)
  const characters = sizes.reduce<number>(
    (sum, size) => sum + (isScan(size) ? 0 : (size ?? sourceCharactersUsual)),
    0,
  )
  const pages = scans.reduce((sum, scan) => sum + scan.pages, 0)
  const noted = pages * notedTokensPerPage
  const looked = pages > 0 ? listRuleTokens + estimateFileTokens(scans) + noted : 0
  return (Math.min(characters, sourceCharactersMax) * tokensPerCharacter + noted) * reads + looked
}
/** Each answer of a cover letter may need a shorter version, which costs another call. */
const ceilingFactorOfAnswers = 1.5

/** The fields of a form that decide its price; drafts on screens and validated forms of the server have them. */
export type PricedForm = AskedLength & { instructions?: string } & (
    | { tool: 'article'; thumbnail?: boolean; research?: boolean }
    | { tool: 'document'; research?: boolean }
    | { tool: 'email' }
    | { tool: 'business-plan'; format: readonly string[]; research?: boolean }
    | { tool: 'cover-letter'; questions: readonly { question: string; limit: number; unit: TextUnit }[] }
    | { tool: 'instagram-feed'; slide_count: number; image?: boolean }
  )

/** Whether the run searches for sources: the form requests it, and the site can search. */
export const wantsResearch = (form: object, search: SearchKind): boolean =>
  search !== 'none' && 'research' in form && form.research === true

/**
 * The price of a text before it is written, from its form and the known sizes of its files and links.
 * @param search the site's web search, for forms that request sources
 */
export function estimateTool(
  form: PricedForm,
  sources: SourceSizes,
  model: ModelName,
  search: SearchKind = 'none',
): Estimate {
  const shape = toolShapes[form.tool]
  const rate = perCharacter(form.language, model)
  const order = estimateTokens(joinTexts(form), model)
  const text = textCharacters(form) * rate
  const isLetter = form.tool === 'cover-letter'
  const plans = Number(isPlannedText(form, search))
  const answers = isLetter ? form.questions.length : 1
  // See docs/writing.md.
  const drafts = isLetter || form.tool === 'email' ? 2 : 1
  // The drafts of each answer, a rewrite of some, and the revision or the choice.
  const writingCalls = answers * (drafts + (isLetter ? answersRewritten : 0)) + 1 + plans
  // Each answer of both drafts of a letter reads those before it.
  const extra = isLetter
    ? text * (answers - 1 + 2 * answersRewritten)
    : describingTokens(form, { rate, model })
  const notes = (revisionNoteTokens * drafts + plans * planTokens) * planRate(rate)
  const calls = writingCalls * (shape.rules + order) + shape.lists * (listRuleTokens + order)
  // Each answer of a letter reads them.
  const read = sourceTokens(sources, rate, shape.sources + (isLetter ? writingCalls : plans))
  const found = wantsResearch(form, search) ? researchTokens({ order, rate }, search) : 0
  return roundEstimate(
    (calls + read + text * shape.reads + extra + notes + found) * modelWeights[model] +
      (found > 0 ? searchPrice(search) : 0),
    isLetter ? ceilingFactorOfAnswers : undefined,
  )
}

/** See `Writer.plan`. */
function isPlannedText(form: PricedForm, search: SearchKind): boolean {
  if (!toolsWithOutline.includes(form.tool) || form.tool === 'cover-letter') return false
  return wantsResearch(form, search) || isBeyondDraft(targetLength(form.tool, form))
}

/** The searches alone, for any model. */
const searchPrice = (search: SearchKind): number =>
  search === 'model' ? researchLimits.searches * searchTokens : 0

/**
 * The cost of research in model tokens: its questions, its results, the pages, and the facts in the two calls that read
 * them.
 */
function researchTokens({ order, rate }: { order: number; rate: number }, search: SearchKind): number {
  const { pages, pageCharacters, facts } = researchLimits
  const rules = 2 * (listRuleTokens + order)
  const results = search === 'model' ? searchReadTokens + listRuleTokens : 0
  const noted = facts * factCharacters * rate
  return rules + results + searchesTokens + pages * pageCharacters * rate + 3 * noted
}
const searchesTokens = 500
/** A fact, its sentence and its source. */
const factCharacters = 130

/** Plans were measured in Korean with the first vocabulary; others make more or fewer tokens of them. */
const planRate = (rate: number): number => Math.max(0.8, rate / tokensPerCharacter.Korean.gpt)

/** The number of images of a form: each costs one image credit. */
export function countImages(form: PricedForm): number {
  if (form.tool === 'article') return form.thumbnail ? 1 : 0
  return form.tool === 'instagram-feed' && form.image ? form.slide_count : 0
}

/**
 * The part of a text that is read to describe a picture, in characters, and the description of one picture, in tokens.
 */
export const pictureReadCharacters = 2_000
export const pictureSaidTokens = 200

/** The writing model describes images: one call for all of them. */
function describingTokens(form: PricedForm, { rate, model }: { rate: number; model: ModelName }): number {
  const images = countImages(form)
  const read =
    Math.min(textCharacters(form), pictureReadCharacters) * rate +
    estimateTokens(form.instructions ?? '', model)
  return images > 0 ? pictureRuleTokens + read + images * pictureSaidTokens : 0
}
export const pictureRuleTokens = 700

/** All characters that the tool is asked to write. */
function textCharacters(form: PricedForm): number {
  if (form.tool === 'cover-letter')
    return form.questions.reduce((sum, question) => sum + answerCharacters(form.language, question), 0)
  const items = form.tool === 'business-plan' ? form.format.length : 0
  const text = charactersOfLength(targetLength(form.tool, form, items), form.language)
  return form.tool === 'instagram-feed' ? text + slideCharacters(form.language) * form.slide_count : text
}

/** The target length of a cover letter's answer, in characters. */
export const answerCharacters = (
  language: OutputLanguage,
  { limit, unit }: { limit: number; unit: TextUnit },
): number => Math.floor(charactersWithin(limit || 0, unit, denseLanguages.includes(language)) * answerShare)
export const slideCharacters = (language: OutputLanguage): number =>
  slideCharactersOf[denseLanguages.includes(language) ? 'dense' : 'other']

/** The price of the outline alone. */
export function estimateOutline(form: PricedForm, sources: SourceSizes, model: ModelName): Estimate {
  const rate = perCharacter(form.language, model)
  const read =
    toolShapes[form.tool].rules + estimateTokens(joinTexts(form), model) + sourceTokens(sources, rate, 1)
  return roundEstimate((read + planTokens * 0.75 * planRate(rate)) * modelWeights[model])
}
