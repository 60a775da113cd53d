// A member's own tone of writing, learned from posts of theirs (C01-C07): what an analysis takes, tells and costs.
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
/** Characters of a post: with fewer there is no style to see, and more of one post teach nothing new. */
export const postCharacters = { min: 200, max: 3_000 } as const

export const toneStatuses = ['none', 'processing', 'created', 'failed'] as const
export type ToneStatus = (typeof toneStatuses)[number]

export const toneIcons = ['pen', 'book', 'leaf', 'cup', 'spark', 'compass', 'voice', 'letter'] as const
export type ToneIcon = (typeof toneIcons)[number]

/** A link of an analysis: what was read of it, or why nothing was. */
export type ToneLink =
  | { url: string; title: string; site: string; characters: number }
  | { url: string; code: ErrorCode }

/** What an analysis tells while it goes on. */
export type ToneEvent =
  | { type: 'started'; analysis_id: number; urls: string[]; is_demo: boolean }
  | { type: 'queued'; position: number }
  | { type: 'link'; link: ToneLink }
  /** The posts are read; the model looks for what they have in common. */
  | { type: 'learning' }
  | { type: 'error'; code: ErrorCode; message: string }
  | { type: 'done'; status: 'done' | 'stopped' | 'failed'; token: number; available: number }

/** Tokens of a post of usual length in a dense script, and of the answer. */
const postTokens = 1_500
export const toneAnswerTokens = 1_200
/** Every post may be as long as it can be, or the answer may have to be asked for twice. */
const ceilingFactor = 2

/** The price of an analysis before it is started. Apart from usage.ts, because pages load it with this feature only. */
export function estimateTone(posts: number, model: ModelName): Estimate {
  const tokens = instructionTokensPerCall + posts * postTokens + toneAnswerTokens / 2
  return roundEstimate(tokens * modelWeights[model], ceilingFactor)
}
