import { joinTexts } from './characters.ts'
import { charactersWithin, type TextUnit } from './measure.ts'
import { charactersOfLength, targetLength, type AskedLength } from './text-length.ts'
import { denseLanguages, sourceCharactersMax, type OutputLanguage, type WritingTool } from './tools.ts'

/** What things cost and grant, in tokens: the one file with weights, estimates and caps. */
export const signUpTokens = 100_000

/**
 * 1 token of the model (input + output) costs 1 token times this weight (B06). The ratio of the providers' prices in 2026, as secondary
 * sources quote them (dollars per million tokens in and out: gpt-5.4-mini 0.75 and 4.50, Claude Sonnet 3 and 15, a Gemini flash below
 * the first), rounded down. UNCONFIRMED for the very models of server/models-config.ts.
 */
export const modelWeights = { gpt: 1, gemini: 1, claude: 3, compatible: 1, demo: 1 } as const
export type ModelName = keyof typeof modelWeights

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
/** A server of one's own is taken for the dearest of those that are likely there. */
const tokenizers = {
  gpt: 'gpt',
  gemini: 'gemini',
  claude: 'claude',
  compatible: 'gemini',
  demo: 'gpt',
} as const

const perCharacter = (language: OutputLanguage, model: ModelName): number =>
  tokensPerCharacter[language][tokenizers[model]]

/** Tokens of a text whose language is not known: Hangul, Han and Kana by syllable, everything else by four characters. */
export function estimateTokens(text: string): number {
  const estimate = createTokenEstimate()
  estimate.add(text)
  return estimate.tokens()
}

/** The same for a text that comes in pieces, without keeping it. */
export function createTokenEstimate(): { add(piece: string): void; tokens(): number } {
  let dense = 0
  let others = 0
  return {
    add(piece) {
      // Every call of a model is estimated while texts are being written: a pattern takes four times as long for a long text.
      for (let index = 0; index < piece.length; index++) {
        const unit = piece.charCodeAt(index)
        if (isDense(unit)) dense++
        else if (!isLowSurrogate(unit)) others++
      }
    },
    tokens: () => Math.ceil(dense * 0.75 + others * 0.27),
  }
}

/** Jamo, Kana, Hangul compatibility letters, Han and Hangul syllables. */
const isDense = (unit: number): boolean =>
  unit >= 0x1100 &&
  (unit <= 0x11ff ||
    (unit >= 0x3040 && unit <= 0x30ff) ||
    (unit >= 0x3130 && unit <= 0x318f) ||
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7af))
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** What each tool's calls cost beside the text. */
const toolShapes = {
  article: { calls: 3, lists: 2, planTokens: 4_200, reads: 3.4, sources: 2 },
  document: { calls: 3, lists: 1, planTokens: 4_600, reads: 2.4, sources: 2 },
  'business-plan': { calls: 3, lists: 0, planTokens: 4_600, reads: 2.4, sources: 2 },
  'cover-letter': { calls: 0, lists: 0, planTokens: 0, reads: 1, sources: 0 },
  email: { calls: 2, lists: 1, planTokens: 150, reads: 2.4, sources: 0 },
  'instagram-feed': { calls: 2, lists: 1, planTokens: 150, reads: 2.6, sources: 0 },
} as const satisfies Record<
  WritingTool,
  {
    /** Calls that write or edit, with every rule of writing. */
    calls: number
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
const slideCharactersOf = { dense: 80, other: 190 } as const
/** An answer of a cover letter aims at this part of its limit, so that it seldom has to be rewritten. */
const answerShare = 0.94
/** Answers that miss their limit all the same, and are read and written once more. */
const answersRewritten = 0.4
const writingRuleTokens = 1_350
const listRuleTokens = 620
export const instructionTokensPerCall = 1_500
/** An image or page of a file as models count it, roughly. */
const fileTokens = 1_500
/** What a file or link of unknown size gives: some are pictures, few fill all that may be read. */
const sourceCharactersUsual = 6_000
/** Characters of each file and link that is read, in their order; null while nobody has read it. */
export type SourceSizes = readonly (number | null)[]

function sourceTokens(sizes: SourceSizes, tokensPerCharacter: number): number {
  const characters = sizes.reduce<number>((sum, size) => sum + (size ?? sourceCharactersUsual), 0)
  return Math.min(characters, sourceCharactersMax) * tokensPerCharacter
}
export const estimateFileTokens = (files: number): number => files * fileTokens

/** Most of a run that goes beyond the estimate is not charged: this much more is held at most. It has room for a text that goes on by itself. */
const ceilingFactor = 1.4
/** Each answer of a cover letter may have to be made shorter, which costs another call. */
const ceilingFactorOfAnswers = 1.8

export type Estimate = {
  /** What a run usually costs: stands on the button. */
  expected: number
  /** What is held while it runs, and the most it can cost. */
  ceiling: number
}

/**
 * What can be begun and spent in a day of Korea, whatever the balance and the plan: tools, commands and prompts together. The site's limits
 * stop a bill that nobody meant to pay; set them to what may be spent at the providers.
 */
export const dailyCaps = {
  member: { runs: 1_000, tokens: 5_000_000, images: 300 },
  site: { runs: 200_000, tokens: 500_000_000, images: 20_000 },
} as const

/** What a form must tell for its price: the drafts of the screens and the checked forms of the server both do. */
export type EstimatedForm = AskedLength &
  (
    | { tool: 'article'; thumbnail?: boolean }
    | { tool: 'document' | 'email' }
    | { tool: 'business-plan'; format: readonly string[] }
    | { tool: 'cover-letter'; questions: readonly { question: string; limit: number; unit: TextUnit }[] }
    | { tool: 'instagram-feed'; slide_count: number; image?: boolean }
  )

/** The price of a text before it is written, from the form as it stands and what of its files and links was read. */
export function estimateTool(form: EstimatedForm, sources: SourceSizes, model: ModelName): Estimate {
  const shape = toolShapes[form.tool]
  const rate = perCharacter(form.language, model)
  const order = estimateTokens(joinTexts(form))
  const text = textCharacters(form) * rate
  const isLetter = form.tool === 'cover-letter'
  const writingCalls = isLetter ? form.questions.length * (1 + answersRewritten) : shape.calls
  const extra = isLetter
    ? text * (2 * answersRewritten + (form.questions.length - 1) / 2)
    : describingTokens(form, rate)
  const calls = writingCalls * (writingRuleTokens + order) + shape.lists * (listRuleTokens + order)
  const read = shape.sources * sourceTokens(sources, rate)
  return roundEstimate(
    (calls + read + text * shape.reads + extra + shape.planTokens * planRate(rate)) * modelWeights[model],
    isLetter ? ceilingFactorOfAnswers : ceilingFactor,
  )
}

/** Plans were measured in Korean by the first vocabulary; others make more or less of them. */
const planRate = (rate: number): number => Math.max(0.6, rate / tokensPerCharacter.Korean.gpt)

/** How many images a form asks for: one costs one image credit. */
export function countImages(form: EstimatedForm): number {
  if (form.tool === 'article') return form.thumbnail ? 1 : 0
  return form.tool === 'instagram-feed' && form.image ? form.slide_count : 0
}

/** What of a text is read to say what a picture of it shows, in characters, and what is said of one picture, in tokens. */
export const pictureReadCharacters = 2_000
const pictureSaidTokens = 200

/** Images are described by the model that writes: one call for all of them. */
function describingTokens(form: EstimatedForm, tokensPerCharacter: number): number {
  const images = countImages(form)
  const read = Math.min(textCharacters(form), pictureReadCharacters) * tokensPerCharacter
  return images > 0 ? pictureRuleTokens + read + images * pictureSaidTokens : 0
}
const pictureRuleTokens = 700

/** The tokens of one picture made for a text that is there. @param text what is read of it */
export function estimatePicture(text: string, model: ModelName): Estimate {
  const read = estimateTokens(Array.from(text).slice(0, pictureReadCharacters).join(''))
  return roundEstimate((pictureRuleTokens + read + pictureSaidTokens) * modelWeights[model])
}

/** Characters that the tool is asked to write in all. */
export function textCharacters(form: EstimatedForm): number {
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
export function estimateOutline(form: EstimatedForm, sources: SourceSizes, model: ModelName): Estimate {
  const rate = perCharacter(form.language, model)
  const read = writingRuleTokens + estimateTokens(joinTexts(form)) + sourceTokens(sources, rate)
  return roundEstimate(
    (read + toolShapes[form.tool].planTokens * 0.75 * planRate(rate)) * modelWeights[model],
  )
}

/** What it usually costs to write one section of a text anew, and at most: the text is read, and about as much written as stood there. */
export function estimateSection(
  input: { text: string; section: string; instruction: string },
  model: ModelName,
): Estimate {
  const read = estimateTokens(input.text + input.instruction)
  const written = Math.max(estimateTokens(input.section), sectionTokensMin)
  return roundEstimate((instructionTokensPerCall + read + written) * modelWeights[model])
}
const sectionTokensMin = 300

/** Rounded up to hundreds, with what may go beyond it. */
export function roundEstimate(tokens: number, factor: number = ceilingFactor): Estimate {
  const expected = Math.ceil(tokens / 100) * 100
  return { expected, ceiling: Math.ceil((expected * factor) / 100) * 100 }
}

/** Infinity on the plans that make as many images as they like (T19), as private.hold_usage() has it. */
export function availableImages(usage: { plan: string; image: number; payment_image: number }): number {
  return ['pro', 'team'].includes(usage.plan) ? Number.POSITIVE_INFINITY : usage.image + usage.payment_image
}

/** What a member can spend now. */
export function availableTokens(usage: { token: number; payment_token: number }): number {
  return usage.token + usage.payment_token
}
