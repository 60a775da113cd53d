// The prices of changes to an existing text. They are apart from tool-prices.ts, which every form loads.
import { pictureReadCharacters, pictureRuleTokens, pictureSaidTokens } from './tool-prices.ts'
import {
  estimateTokens,
  instructionTokensPerCall,
  modelWeights,
  roundEstimate,
  type Estimate,
  type ModelName,
} from './usage.ts'

/**
 * The tokens of one picture for an existing text.
 * @param text the part that is read
 * @param wishes the instructions of the text's order
 */
export function estimatePicture(
  { text, wishes = '' }: { text: string; wishes?: string | undefined },
  model: ModelName,
): Estimate {
  const passage = Array.from(text).slice(0, pictureReadCharacters).join('')
  const read = estimateTokens(passage + wishes, model)
  return roundEstimate((pictureRuleTokens + read + pictureSaidTokens) * modelWeights[model])
}

/**
 * The usual and the maximum price of rewriting one section: the text is read, and about as much is written as the
 * section has.
 */
export function estimateSection(
  input: { text: string; section: string; instruction: string },
  model: ModelName,
): Estimate {
  const read = estimateTokens(input.text + input.instruction, model)
  const written = Math.max(estimateTokens(input.section, model), sectionTokensMin)
  return roundEstimate((instructionTokensPerCall + read + written) * modelWeights[model])
}
const sectionTokensMin = 300
