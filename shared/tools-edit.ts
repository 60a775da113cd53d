// The editor's commands: their list, limits and prices. They are apart from tools.ts and usage.ts, because pages load
// them with the editor only.
import { researchLimits, searchReadTokens, searchTokens, type SearchKind } from './research.ts'
import {
  estimateTokens,
  instructionTokensPerCall,
  modelWeights,
  roundEstimate,
  type Estimate,
  type ModelName,
} from './usage.ts'

/** The commands of the editor. */
export const editFeatures = [
  'tag',
  'image',
  'title',
  'text',
  'text-improve',
  'text-fix',
  'text-short',
  'text-long',
  'text-formal',
  'text-friendly',
  'text-translate',
  'text-continue',
  'text-facts',
  'section',
  'section-fit',
] as const
export type EditFeature = (typeof editFeatures)[number]

/** A section is written again, or an answer made to fit its limit. */
export type SectionFeature = 'section' | 'section-fit'
export const isSectionFeature = (feature: EditFeature): feature is SectionFeature =>
  feature === 'section' || feature === 'section-fit'
/** Commands on what the request itself contains. The price of a section is `estimateSection` (edit-prices.ts). */
export type PassageFeature = Exclude<EditFeature, SectionFeature>

/** Input limits of a command in characters, and its maximum output in model tokens. */
export const editLimits = { text: 8_000, around: 1_500, instruction: 500, outputTokens: 8_000 } as const
/** A check of spelling takes a whole text, in calls of this size. */
export const spellingLimits = { text: 40_000, callCharacters: 5_000 } as const
/** A check of facts takes a paragraph or two. */
const factCheckMax = 2_000
export const textMaxOf = (feature: EditFeature): number =>
  feature === 'text-fix' || isSectionFeature(feature)
    ? spellingLimits.text
    : feature === 'text-facts'
      ? factCheckMax
      : editLimits.text

/** @returns the paragraphs in parts of about `callCharacters`; joined, they are the text again */
export function splitForSpelling(text: string): string[] {
  const parts: string[] = []
  for (const paragraph of text.split(/(?<=\n\n)(?!\n)/)) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + paragraph.length <= spellingLimits.callCharacters)
      parts[parts.length - 1] = last + paragraph
    else parts.push(paragraph)
  }
  return parts
}

/** The output relative to the input; a command without a passage writes about `newTokens`. */
const editOutput: Record<PassageFeature, { share: number; newTokens: number }> = {
  'text-improve': { share: 1.1, newTokens: 0 },
  'text-fix': { share: 1.05, newTokens: 0 },
  'text-short': { share: 0.6, newTokens: 0 },
  'text-long': { share: 2.2, newTokens: 0 },
  'text-formal': { share: 1.1, newTokens: 0 },
  'text-friendly': { share: 1.1, newTokens: 0 },
  'text-translate': { share: 1.3, newTokens: 0 },
  'text-continue': { share: 0, newTokens: 500 },
  'text-facts': { share: 0.5, newTokens: 700 },
  text: { share: 1.2, newTokens: 400 },
  title: { share: 0, newTokens: 150 },
  tag: { share: 0, newTokens: 100 },
  image: { share: 0, newTokens: 0 },
}

/** The price of a command before it starts. */
export function estimateEdit(
  form: { feature: PassageFeature; text: string; before: string; after: string; instruction: string },
  model: ModelName,
  search: SearchKind = 'none',
): Estimate {
  // The member describes the picture, so it costs an image and no tokens.
  if (form.feature === 'image') return { expected: 0, ceiling: 0 }
  const passage = estimateTokens(form.text, model)
  const calls = form.feature === 'text-fix' ? splitForSpelling(form.text).length : 1
  const input =
    calls * instructionTokensPerCall +
    passage +
    estimateTokens(form.before + form.after + form.instruction, model)
  if (form.feature === 'text-facts') return estimateFactCheck(form.text, { model, search })
  const { share, newTokens } = editOutput[form.feature]
  return roundEstimate((input + passage * share + newTokens) * modelWeights[model])
}

/** Two calls read the passage, and the second one the pages; a provider's own search is a third one. */
function estimateFactCheck(
  text: string,
  { model, search }: { model: ModelName; search: SearchKind },
): Estimate {
  const passage = estimateTokens(text, model)
  // The pages are written in the script of the passage.
  const rate = Math.max(tokensPerCharacterMin, passage / Math.max(1, text.length))
  const { pages, pageCharacters, searches } = researchLimits
  const { share, newTokens } = editOutput['text-facts']
  const results = search === 'model' ? searchReadTokens + instructionTokensPerCall : 0
  const tokens =
    2 * instructionTokensPerCall + passage * (3 + share) + pages * pageCharacters * rate + results + newTokens
  return roundEstimate(tokens * modelWeights[model] + (search === 'model' ? searches * searchTokens : 0))
}
const tokensPerCharacterMin = 0.25
