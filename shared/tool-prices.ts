// What the writing tools cost before they write, in tokens. Apart from usage.ts, which every page loads.
import { joinTexts } from './characters.ts'
import { charactersWithin, type TextUnit } from './measure.ts'
import { researchLimits, searchReadTokens, searchTokens, type SearchKind } from './research.ts'
import { charactersOfLength, targetLength, type AskedLength } from './text-length.ts'
import {
  denseLanguages,
  sourceCharactersMax,
  type OutputLanguage,
  type ReadSource,
  type WritingTool,
} from './tools.ts'
import {
  estimateFileTokens,
  estimateTokens,
  instructionTokensPerCall,
  modelWeights,
  roundEstimate,
  type Estimate,
  type ModelName,
} from './usage.ts'

type Tokenizer = 'gpt' | 'gemini' | 'claude'

/**
 * Model tokens per character of ordinary prose, spaces included. Counted over our own texts of 1,000 to 5,000 characters with each
 * vendor's vocabulary (o200k, Gemini's, and that of Claude 3, the last one that was published; UNCONFIRMED for later Claudes),
 * and rounded up by a tenth. Only an estimate: what is charged is what the provider counts.
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
/** A server of one's own is taken for the dearer of those that are likely there. */
const tokenizers: Record<ModelName, Tokenizer> = {
  gpt: 'gpt',
  gemini: 'gemini',
  claude: 'claude',
  compatible: 'gemini',
  demo: 'gpt',
}

const perCharacter = (language: OutputLanguage, model: ModelName): number =>
  tokensPerCharacter[language][tokenizers[model]]

/** Tokens of so many characters of ordinary prose, spaces included, in hundreds: what the price page makes a token graspable with. */
export const proseTokens = (characters: number, language: OutputLanguage, model: ModelName): number =>
  Math.round((characters * perCharacter(language, model) * modelWeights[model]) / 10) * 10

/** The most that a call may write for a text of this length: with its Markdown, half as much again, and what a model thinks without being asked to. */
export const outputTokensOf = (characters: number, language: OutputLanguage, model: ModelName): number =>
  Math.ceil(characters * perCharacter(language, model) * 1.5) + unaskedThoughtTokens
const unaskedThoughtTokens = 1_000

/** What each tool's calls cost beside the text. */
const toolShapes = {
  article: { calls: 3, rules: 700, lists: 2, planTokens: 4_200, reads: 3.4, sources: 2 },
  document: { calls: 3, rules: 650, lists: 1, planTokens: 3_700, reads: 2.4, sources: 2 },
  'business-plan': { calls: 3, rules: 900, lists: 0, planTokens: 4_600, reads: 2.4, sources: 2 },
  'cover-letter': { calls: 0, rules: 1_000, lists: 0, planTokens: 0, reads: 1, sources: 0 },
  email: { calls: 2, rules: 850, lists: 1, planTokens: 150, reads: 2.4, sources: 0 },
  'instagram-feed': { calls: 2, rules: 700, lists: 1, planTokens: 150, reads: 2.6, sources: 0 },
} as const satisfies Record<
  WritingTool,
  {
    /** Calls that write or edit, with the rules of writing. */
    calls: number
    /** Tokens of those rules. */
    rules: number
    /** Calls for titles or tags, with few rules. */
    lists: number
    /** The plan, written once and read twice, with what is thought about it. */
    planTokens: number
    /** How often the finished text is paid for: when it is written, when it is read again, and what is edited of it. */
    reads: number
    /** Calls that read files and links. */
    sources: number
  }
>
const slideCharactersOf = { dense: 110, other: 220 } as const
/** An answer of a cover letter aims at this part of its limit, so that it seldom has to be rewritten. */
const answerShare = 0.94
/** Answers that miss their limit all the same, and are read and written once more. */
const answersRewritten = 0.4
const listRuleTokens = 620
/** What a file or link of unknown size gives: some are pictures, few fill all that may be read. */
const sourceCharactersUsual = 6_000
/** Characters of each file and link that is read, in their order, or the pages of one that a model looks at; null while nobody has read it. */
export type SourceSizes = readonly (number | { pages: number } | null)[]

/** What a source that was read adds to a price; null for one that nobody has read. */
export const sizeOfSource = (
  source: Pick<ReadSource, 'characters' | 'pages'> | undefined,
): SourceSizes[number] => source?.characters ?? (source?.pages ? { pages: source.pages } : null)

/** What a model writes about a page of a picture or scan: later calls read that instead. */
export const notedTokensPerPage = 500

/** @param reads calls that read what the sources say; a model looks at pictures and scans once */
function sourceTokens(sizes: SourceSizes, tokensPerCharacter: number, reads: number): number {
  const scans = sizes.filter((size) => size !== null && typeof size === 'object')
  const characters = sizes
    .filter((size) => size === null || typeof size === 'number')
    .reduce<number>((sum, size) => sum + (size ?? sourceCharactersUsual), 0)
  const pages = scans.reduce((sum, scan) => sum + scan.pages, 0)
  const noted = pages * notedTokensPerPage
  const looked = pages > 0 ? listRuleTokens + estimateFileTokens(scans) + noted : 0
  return (Math.min(characters, sourceCharactersMax) * tokensPerCharacter + noted) * reads + looked
}
/** Each answer of a cover letter may have to be made shorter, which costs another call. */
const ceilingFactorOfAnswers = 2.2

/** What a form must tell for its price: the drafts of the screens and the checked forms of the server both do. */
export type PricedForm = AskedLength &
  (
    | { tool: 'article'; thumbnail?: boolean; research?: boolean }
    | { tool: 'document'; research?: boolean }
    | { tool: 'email' }
    | { tool: 'business-plan'; format: readonly string[]; research?: boolean }
    | { tool: 'cover-letter'; questions: readonly { question: string; limit: number; unit: TextUnit }[] }
    | { tool: 'instagram-feed'; slide_count: number; image?: boolean }
  )

/** Whether sources are looked for: the form asks for it, and the site can search. */
export const wantsResearch = (form: object, search: SearchKind): boolean =>
  search !== 'none' && 'research' in form && form.research === true

/**
 * The price of a text before it is written, from the form as it stands and what of its files and links was read.
 * @param search how the site looks for sources, where the form asks for them
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
  const writingCalls = isLetter ? form.questions.length * (1 + answersRewritten) : shape.calls
  const extra = isLetter
    ? text * (2 * answersRewritten + (form.questions.length - 1) / 2)
    : describingTokens(form, rate)
  const calls = writingCalls * (shape.rules + order) + shape.lists * (listRuleTokens + order)
  const read = sourceTokens(sources, rate, shape.sources)
  const found = wantsResearch(form, search) ? researchTokens({ order, rate }, search) : 0
  return roundEstimate(
    (calls + read + text * shape.reads + extra + found + shape.planTokens * planRate(rate)) *
      modelWeights[model] +
      (found > 0 ? searchPrice(search) : 0),
    isLetter ? ceilingFactorOfAnswers : undefined,
  )
}

/** Searches alone, whatever model asks for them. */
const searchPrice = (search: SearchKind): number =>
  search === 'model' ? researchLimits.searches * searchTokens : 0

/** What research adds in model tokens: its questions, its results, the pages, and the facts in the two calls that read them. */
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

/** Plans were measured in Korean by the first vocabulary; others make more or less of them. */
const planRate = (rate: number): number => Math.max(0.8, rate / tokensPerCharacter.Korean.gpt)

/** How many images a form asks for: one costs one image credit. */
export function countImages(form: PricedForm): number {
  if (form.tool === 'article') return form.thumbnail ? 1 : 0
  return form.tool === 'instagram-feed' && form.image ? form.slide_count : 0
}

/** What of a text is read to say what a picture of it shows, in characters, and what is said of one picture, in tokens. */
export const pictureReadCharacters = 2_000
const pictureSaidTokens = 200

/** Images are described by the model that writes: one call for all of them. */
function describingTokens(form: PricedForm, tokensPerCharacter: number): number {
  const images = countImages(form)
  const read = Math.min(textCharacters(form), pictureReadCharacters) * tokensPerCharacter
  return images > 0 ? pictureRuleTokens + read + images * pictureSaidTokens : 0
}
const pictureRuleTokens = 700

/** The tokens of one picture made for a text that is there. @param text what is read of it */
export function estimatePicture(text: string, model: ModelName): Estimate {
  const read = estimateTokens(Array.from(text).slice(0, pictureReadCharacters).join(''), model)
  return roundEstimate((pictureRuleTokens + read + pictureSaidTokens) * modelWeights[model])
}

/** Characters that the tool is asked to write in all. */
function textCharacters(form: PricedForm): number {
  if (form.tool === 'cover-letter')
    return form.questions.reduce((sum, question) => sum + answerCharacters(form.language, question), 0)
  const items = form.tool === 'business-plan' ? form.format.length : 0
  const text = charactersOfLength(targetLength(form.tool, form, items), form.language)
  return form.tool === 'instagram-feed' ? text + slideCharacters(form.language) * form.slide_count : text
}

/** Characters that an answer of a cover letter aims at. */
export const answerCharacters = (
  language: OutputLanguage,
  { limit, unit }: { limit: number; unit: TextUnit },
): number => Math.floor(charactersWithin(limit || 0, unit, denseLanguages.includes(language)) * answerShare)
export const slideCharacters = (language: OutputLanguage): number =>
  slideCharactersOf[denseLanguages.includes(language) ? 'dense' : 'other']

/** What it costs to look at the outline first. */
export function estimateOutline(form: PricedForm, sources: SourceSizes, model: ModelName): Estimate {
  const rate = perCharacter(form.language, model)
  const read =
    toolShapes[form.tool].rules + estimateTokens(joinTexts(form), model) + sourceTokens(sources, rate, 1)
  return roundEstimate(
    (read + toolShapes[form.tool].planTokens * 0.75 * planRate(rate)) * modelWeights[model],
  )
}

/** What it usually costs to write one section of a text anew, and at most: the text is read, and about as much written as stood there. */
export function estimateSection(
  input: { text: string; section: string; instruction: string },
  model: ModelName,
): Estimate {
  const read = estimateTokens(input.text + input.instruction, model)
  const written = Math.max(estimateTokens(input.section, model), sectionTokensMin)
  return roundEstimate((instructionTokensPerCall + read + written) * modelWeights[model])
}
const sectionTokensMin = 300
