import { countCharacters } from './characters.ts'
import type { ArticleForm } from './tools-form.ts'
import type { OutputLanguage } from './tools.ts'

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
  const dense =
    text.match(/[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0
  return Math.ceil(dense * 0.75 + (countCharacters(text) - dense) * 0.27)
}

/** Characters of an article that reads well in the language: what the model is asked for. */
export const articleCharacters: Record<OutputLanguage, number> = {
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
const articleCalls = 4
export const instructionTokensPerCall = 330
const outlineAndTagsTokens = 400
/** An image or page of a file as models count it, roughly. */
const fileTokens = 1_500
/** What files and links add to each of the calls, on average: outline and text read up to 12,000 characters, the others none. */
const sourceTokens = 3_000
export const estimateFileTokens = (files: number): number => files * fileTokens

/** Most of a run that goes beyond the estimate is not charged: this much more is held at most. */
const ceilingFactor = 1.5

export type Estimate = {
  /** What a run usually costs: stands on the button. */
  expected: number
  /** What is held while it runs, and the most it can cost. */
  ceiling: number
}

/** The price of an article before it is written, from the form as it stands. */
export function estimateArticle(
  form: Pick<ArticleForm, 'topic' | 'information' | 'target' | 'language'> & { hasFile: boolean },
  model: ModelName,
): Estimate {
  const input = estimateTokens(form.topic + form.information + form.target)
  const text = articleCharacters[form.language] * tokensPerCharacter[form.language]
  const perCall = instructionTokensPerCall + input + (form.hasFile ? sourceTokens : 0)
  // The tags call reads the whole text once more.
  const total = articleCalls * perCall + text * 2 + outlineAndTagsTokens
  return roundEstimate(total * modelWeights[model])
}

/** Rounded up to hundreds, with what may go beyond it. */
export function roundEstimate(tokens: number): Estimate {
  const expected = Math.ceil(tokens / 100) * 100
  return { expected, ceiling: Math.ceil((expected * ceilingFactor) / 100) * 100 }
}

/** What a member can spend now. */
export function availableTokens(usage: { token: number; payment_token: number }): number {
  return usage.token + usage.payment_token
}
