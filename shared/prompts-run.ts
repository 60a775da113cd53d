// Running prompts: limits, the events of a run, and its price. Loaded only with the screens that run prompts.
import type { ErrorCode } from './errors.ts'
import { promptModels, type PromptModelName } from './prompts.ts'
import type { RunStatus } from './tools.ts'
import { ceilTo100, estimateTokens, modelWeights, type Estimate, type ModelName } from './usage.ts'

/** Limits of one run in characters and counts, and the maximum of one answer, in model tokens. */
export const promptRunLimits = {
  /** The prompt with its values filled in. */
  filled: 30_000,
  variablesMax: 200,
  question: 4_000,
  /** Of the conversation, a question is sent with the newest turns that fit, and always with the first one. */
  conversation: 30_000,
  answerTokens: 4_000,
} as const

export const promptModelNames = Object.keys(promptModels) as PromptModelName[]
export const promptModelName = (id: number): PromptModelName =>
  promptModelNames.find((name) => promptModels[name] === id) ?? 'gpt'

/** An answer of a run: its own row, the requested model, and the model that answers on this site. */
export type PromptAnswer = { id: number; model: PromptModelName; by: ModelName }

/**
 * The events of a prompt run, as `ToolEvent` for the tools.
 * A run has one answer, or one per parallel model.
 */
export type PromptEvent =
  | {
      type: 'started'
      run_id: number
      answers: PromptAnswer[]
      ceiling: number
      is_demo: boolean
      /** The number of omitted turns, because the conversation is too long. */
      left_out: number
    }
  | { type: 'queued'; position: number }
  /** Markdown to append to the model's answer. */
  | { type: 'text'; model: PromptModelName; delta: string }
  /** One answer has ended. A failed one is not charged. */
  | {
      type: 'answer'
      model: PromptModelName
      status: Exclude<RunStatus, 'queued' | 'running'>
      token: number
      code?: ErrorCode
    }
  | { type: 'error'; code: ErrorCode; message: string }
  | { type: 'done'; status: Exclude<RunStatus, 'queued' | 'running'>; token: number; available: number }

const instructionTokens = 250
/** Used when the author gave no sample. */
const answerTokensUsual = 900

const { answerTokens } = promptRunLimits

/**
 * The price of a run before it starts, in the member's tokens.
 * @param asked all input of the models: the filled prompt, the conversation, the question
 * @param sample an earlier answer, or '': answers have similar lengths
 */
export function estimatePromptRun(asked: string, sample: string, models: readonly ModelName[]): Estimate {
  const estimate = { expected: 0, ceiling: 0 }
  for (const model of models) {
    const read = instructionTokens + estimateTokens(asked, model)
    const usual = sample ? Math.min(estimateTokens(sample, model), answerTokens) : answerTokensUsual
    estimate.expected += ceilTo100((read + usual) * modelWeights[model])
    estimate.ceiling += ceilTo100((read + answerTokens) * modelWeights[model])
  }
  return estimate
}

/** The models that can answer in parallel here: the connected ones, or all of them as the demo. */
export function modelsSideBySide(by: Record<PromptModelName, ModelName>): PromptModelName[] {
  const own = promptModelNames.filter((name) => by[name] === name || by[name] === 'demo')
  return own.length > 1 ? own : []
}
