import { joinTexts } from './characters.ts'
import { charactersWithin, type TextUnit } from './measure.ts'
import type { OutputLanguage, WritingTool } from './tools.ts'

/** What things cost and grant, in tokens: the one file with weights, estimates and caps. */
export const signUpTokens = 100_000

/** 1 token of the model (input + output) costs 1 token times this weight (B06). */
export const modelWeights = { gpt: 1, gemini: 1, claude: 1, compatible: 1, demo: 1 } as const
export type ModelName = keyof typeof modelWeights

/**
 * Model tokens per character of ordinary prose, rounded up from the o200k vocabulary's behaviour (about 4 characters a token for
 * English, one and a half for Hangul). Only an estimate: what is charged is what the provider counts.
 */
const tokensPerCharacter: Record<OutputLanguage, number> = {
  Korean: 0.7,
  English: 0.25,
  Japanese: 0.8,
  Chinese: 0.8,
  Spanish: 0.27,
  French: 0.28,
  German: 0.29,
  Russian: 0.4,
  Arabic: 0.45,
  Hindi: 0.5,
}

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

/** Characters of an article that reads well in the language: what the model is asked for. */
const articleCharacters: Record<OutputLanguage, number> = {
  Korean: 2_000,
  English: 4_800,
  Japanese: 1_900,
  Chinese: 1_500,
  Spanish: 5_000,
  French: 5_200,
  German: 5_200,
  Russian: 4_800,
  Arabic: 4_200,
  Hindi: 4_600,
}

/** How each tool's text compares with an article of the same language, and what its calls cost beside the text. */
const toolShapes = {
  article: { calls: 4, planTokens: 400, reads: 2 },
  document: { calls: 3, planTokens: 500, reads: 1 },
  'business-plan': { calls: 2, planTokens: 500, reads: 1 },
  'cover-letter': { calls: 0, planTokens: 0, reads: 1 },
  email: { calls: 2, planTokens: 100, reads: 1 },
  'instagram-feed': { calls: 3, planTokens: 150, reads: 3 },
} as const satisfies Record<
  WritingTool,
  /** `reads`: how often the finished text is paid for: once when it is written, again by each call that reads it. */
  { calls: number; planTokens: number; reads: number }
>
const documentShare = 1.5
const businessPlanItemShare = 0.45
const businessPlanShareMax = 4
const emailShare = 0.3
const slideShare = 0.04
const captionShare = 0.18
/** An answer of a cover letter aims at this part of its limit, so that it seldom has to be made shorter. */
const answerShare = 0.9
/** Answers that come out too long all the same, and are read and written once more. */
const answersMadeShorter = 0.15
export const instructionTokensPerCall = 450
/** An image or page of a file as models count it, roughly. */
const fileTokens = 1_500
/** What files and links add to each of the calls, on average: outline and text read up to 12,000 characters, the others none. */
const sourceTokens = 3_000
const estimateSources = (files: number): number => (files > 0 ? sourceTokens : 0)
export const estimateFileTokens = (files: number): number => files * fileTokens

/** Most of a run that goes beyond the estimate is not charged: this much more is held at most. */
const ceilingFactor = 1.5
/** Each answer of a cover letter may have to be made shorter, which costs another call. */
const ceilingFactorOfAnswers = 3

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
export type EstimatedForm =
  | { tool: 'article'; language: OutputLanguage; thumbnail?: boolean }
  | { tool: 'document' | 'email'; language: OutputLanguage }
  | { tool: 'business-plan'; language: OutputLanguage; format: readonly string[] }
  | {
      tool: 'cover-letter'
      language: OutputLanguage
      questions: readonly { question: string; limit: number; unit: TextUnit }[]
    }
  | { tool: 'instagram-feed'; language: OutputLanguage; slide_count: number; image?: boolean }

/** The price of a text before it is written, from the form as it stands. */
export function estimateTool(form: EstimatedForm, files: number, model: ModelName): Estimate {
  const shape = toolShapes[form.tool]
  const perCall = instructionTokensPerCall + estimateTokens(joinTexts(form)) + estimateSources(files)
  const text = textCharacters(form) * tokensPerCharacter[form.language]
  const calls = form.tool === 'cover-letter' ? form.questions.length * (1 + answersMadeShorter) : shape.calls
  const extra = form.tool === 'cover-letter' ? text * 2 * answersMadeShorter : describingTokens(form)
  return roundEstimate(
    (calls * perCall + text * shape.reads + extra + shape.planTokens) * modelWeights[model],
    form.tool === 'cover-letter' ? ceilingFactorOfAnswers : ceilingFactor,
  )
}

/** How many images a form asks for: one costs one image credit. */
export function countImages(form: EstimatedForm): number {
  if (form.tool === 'article') return form.thumbnail ? 1 : 0
  return form.tool === 'instagram-feed' && form.image ? form.slide_count : 0
}

/** What of a text is read to say what a picture of it shows, in characters, and what is said of one picture, in tokens. */
export const pictureReadCharacters = 2_000
const pictureSaidTokens = 200

/** Images are described by the model that writes: one call for all of them. */
function describingTokens(form: EstimatedForm): number {
  const images = countImages(form)
  const read = Math.min(textCharacters(form), pictureReadCharacters) * tokensPerCharacter[form.language]
  return images > 0 ? instructionTokensPerCall + read + images * pictureSaidTokens : 0
}

/** The tokens of one picture made for a text that is there. @param text what is read of it */
export function estimatePicture(text: string, model: ModelName): Estimate {
  const read = estimateTokens(Array.from(text).slice(0, pictureReadCharacters).join(''))
  return roundEstimate((instructionTokensPerCall + read + pictureSaidTokens) * modelWeights[model])
}

/** Characters that the tool is asked to write in all. */
export function textCharacters(form: EstimatedForm): number {
  const article = articleCharacters[form.language]
  switch (form.tool) {
    case 'article':
      return article
    case 'document':
      return Math.round(article * documentShare)
    case 'business-plan':
      return Math.round(article * Math.min(form.format.length * businessPlanItemShare, businessPlanShareMax))
    case 'cover-letter':
      return form.questions.reduce((sum, question) => sum + answerCharacters(form.language, question), 0)
    case 'email':
      return Math.round(article * emailShare)
    case 'instagram-feed':
      return slideCharacters(form.language) * form.slide_count + captionCharacters(form.language)
  }
}

const denseLanguages: readonly OutputLanguage[] = ['Korean', 'Japanese', 'Chinese']
/** Characters that an answer of a cover letter aims at. */
export const answerCharacters = (
  language: OutputLanguage,
  { limit, unit }: { limit: number; unit: TextUnit },
): number => Math.floor(charactersWithin(limit || 0, unit, denseLanguages.includes(language)) * answerShare)
export const slideCharacters = (language: OutputLanguage): number =>
  Math.round(articleCharacters[language] * slideShare)
export const captionCharacters = (language: OutputLanguage): number =>
  Math.round(articleCharacters[language] * captionShare)

/** What it costs to look at the outline first. */
export function estimateOutline(form: EstimatedForm, files: number, model: ModelName): Estimate {
  const read = instructionTokensPerCall + estimateTokens(joinTexts(form)) + estimateSources(files)
  return roundEstimate((read + toolShapes[form.tool].planTokens) * modelWeights[model])
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
