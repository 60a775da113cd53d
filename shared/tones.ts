// A member's own tone, learned from their posts (C01-C07): the input, events and price of an analysis.
import type { ErrorCode } from './errors.ts'
import {
  instructionTokensPerCall,
  modelWeights,
  roundEstimate,
  type Estimate,
  type ModelName,
} from './usage.ts'

export const postsMin = 3
export const postsMax = 10
/** Used characters of a post: fewer show no style, and more of one post teach nothing new. */
export const postCharacters = { min: 200, max: 3_000 } as const

export const toneStatuses = ['none', 'processing', 'created', 'failed'] as const
export type ToneStatus = (typeof toneStatuses)[number]

export const toneIcons = ['pen', 'book', 'leaf', 'cup', 'spark', 'compass', 'voice', 'letter'] as const
export type ToneIcon = (typeof toneIcons)[number]

/** A link of an analysis: the read text's facts, or the error. */
export type ToneLink =
  | { url: string; title: string; site: string; characters: number }
  | { url: string; code: ErrorCode }

/** The events of an analysis. */
export type ToneEvent =
  | { type: 'started'; analysis_id: number; urls: string[]; is_demo: boolean }
  | { type: 'queued'; position: number }
  | { type: 'link'; link: ToneLink }
  /** The posts are read; the model looks for their common style. */
  | { type: 'learning' }
  | { type: 'error'; code: ErrorCode; message: string }
  | { type: 'done'; status: 'done' | 'stopped' | 'failed'; token: number; available: number }

/** Tokens of a post of usual length in a dense script, and of the answer. */
const postTokens = 1_500
export const toneAnswerTokens = 1_200
/** Every post may have the maximum length, or the answer may need a retry. */
const ceilingFactor = 2

/**
 * The price of an analysis before it starts. It is apart from usage.ts, because pages load it with this feature only.
 */
export function estimateTone(posts: number, model: ModelName): Estimate {
  const tokens = instructionTokensPerCall + posts * postTokens + toneAnswerTokens / 2
  return roundEstimate(tokens * modelWeights[model], ceilingFactor)
}
