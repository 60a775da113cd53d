// Running prompts: limits, what a run sends while it goes on, and what it costs. Loaded with the screens that run prompts only.
import type { ErrorCode } from './errors.ts'
import { promptModels, type PromptModelName } from './prompts.ts'
import type { RunStatus } from './tools.ts'
import { ceilTo100, estimateTokens, modelWeights, type Estimate, type ModelName } from './usage.ts'

/** Characters and counts that one run takes, and the most that one answer may have, in model tokens. */
export const promptRunLimits = {
  /** The prompt with its values filled in. */
  filled: 30_000,
  variablesMax: 200,
  question: 4_000,
  /** Of what was said before, the newest that fits goes along with a question; the first question always does. */
  conversation: 30_000,
  answerTokens: 4_000,
} as const

export const promptModelNames = Object.keys(promptModels) as PromptModelName[]
export const promptModelName = (id: number): PromptModelName =>
  promptModelNames.find((name) => promptModels[name] === id) ?? 'gpt'

/** An answer of a run: its own row, the model it was asked of, and what answers on this site. */
export type PromptAnswer = { id: number; model: PromptModelName; by: ModelName }

/**
 * What a run of a prompt sends while it goes on, as `ToolEvent` does for the tools.
 * A run has one answer, or one for each model side by side.
 */
export type PromptEvent =
  | {
      type: 'started'
      run_id: number
      answers: PromptAnswer[]
      ceiling: number
      is_demo: boolean
      /** Earlier turns that were left out, because the conversation is too long. */
      left_out: number
    }
  | { type: 'queued'; position: number }
  /** A piece of Markdown to append to the model's answer. */
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
/** Where the author gave no sample of what comes back. */
const answerTokensUsual = 900

const { answerTokens } = promptRunLimits

/**
 * What a run costs before it is started, in the member's tokens.
 * @param asked everything that the models read: the filled prompt, the conversation, the question
 * @param sample an answer of before, or '': answers tend to be as long
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

/** The models whose answers can stand side by side here: those that are connected, or all of them as the demo. */
export function modelsSideBySide(by: Record<PromptModelName, ModelName>): PromptModelName[] {
  const own = promptModelNames.filter((name) => by[name] === name || by[name] === 'demo')
  return own.length > 1 ? own : []
}
