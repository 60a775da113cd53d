// The editor's commands: which there are, how much they take, what they cost. Apart from tools.ts and usage.ts, because pages load it with the editor only.
import {
  estimateTokens,
  instructionTokensPerCall,
  modelWeights,
  roundEstimate,
  type Estimate,
  type ModelName,
} from './usage.ts'

/** Those that the editor offers as commands. */
export const editFeatures = [
  'tag',
  'image',
  'title',
  'text',
  'text-improve',
  'text-fix',
  'text-short',
  'text-long',
  'text-continue',
] as const
export type EditFeature = (typeof editFeatures)[number]

/** Characters that a command takes, and the most that it may write, in model tokens. */
export const editLimits = { text: 8_000, around: 1_500, instruction: 500, outputTokens: 8_000 } as const
/** What comes back, measured by what went in; a command without a passage writes about `newTokens`. */
const editOutput: Record<EditFeature, { share: number; newTokens: number }> = {
  'text-improve': { share: 1.1, newTokens: 0 },
  'text-fix': { share: 1.05, newTokens: 0 },
  'text-short': { share: 0.6, newTokens: 0 },
  'text-long': { share: 2.2, newTokens: 0 },
  'text-continue': { share: 0, newTokens: 500 },
  text: { share: 1.2, newTokens: 400 },
  title: { share: 0, newTokens: 150 },
  tag: { share: 0, newTokens: 100 },
  image: { share: 0, newTokens: 0 },
}

/** The price of a command before it is given. */
export function estimateEdit(
  form: { feature: EditFeature; text: string; before: string; after: string; instruction: string },
  model: ModelName,
): Estimate {
  // What a picture shows is said by the person: it costs an image and no tokens.
  if (form.feature === 'image') return { expected: 0, ceiling: 0 }
  const passage = estimateTokens(form.text, model)
  const input =
    instructionTokensPerCall + passage + estimateTokens(form.before + form.after + form.instruction, model)
  const { share, newTokens } = editOutput[form.feature]
  return roundEstimate((input + passage * share + newTokens) * modelWeights[model])
}
