import type { PromptModelName } from '#shared/prompts.ts'
import { isRunGoing } from '#app/session/use-followed-run.ts'
import type { LiveAnswer, PromptRunState } from './prompt-run-state.ts'
import type { PromptRun } from './run-data.ts'

/** A question with its answers. */
export type Turn = {
  id: number
  /** Null for the prompt itself. */
  question: string | null
  /** One column for each model; several only where models answer side by side. */
  columns: { model: PromptModelName; answers: PromptRun[] }[]
}

/** The turns of a conversation. Each column holds all answers to the same question by the same model, the newest last. */
export function groupTurns(uses: readonly PromptRun[]): Turn[] {
  const turns: Turn[] = []
  /** Where answers to an answer's question go. */
  const columnOf = new Map<number, PromptRun[]>()
  for (const use of uses) {
    const before = use.regenerated_from_id === null ? undefined : columnOf.get(use.regenerated_from_id)
    const answers = before ?? []
    answers.push(use)
    columnOf.set(use.id, answers)
    if (before) continue
    const beside = use.is_comparison ? turns.find(({ id }) => id === use.prompt_use_id) : undefined
    if (beside) beside.columns.push({ model: use.model, answers })
    else
      turns.push({
        id: use.id,
        question: use.prompt_use_id === null ? null : use.prompt,
        columns: [{ model: use.model, answers }],
      })
  }
  return turns
}

export const isUseGoing = ({ status }: { status: PromptRun['status'] }): boolean =>
  status === 'queued' || status === 'running'

/** The active run of a conversation, or null. */
export const goingRunOf = (uses: readonly PromptRun[]): number | null =>
  uses.find((use) => isUseGoing(use) && !use.is_comparison)?.id ?? null

/**
 * Whether an answer is pending. A run that was followed to its end is over, although its rows, which load next, may
 * still be open.
 */
export function isAnswering(uses: readonly PromptRun[], run: PromptRunState): boolean {
  const going = goingRunOf(uses)
  return isRunGoing(run) || (going !== null && run.runId !== going)
}

/**
 * An answer in its current state: the loaded one, or its text so far. A single answer ends with its run, when a
 * follow-up is possible.
 */
export function asItStands(use: PromptRun, run: PromptRunState): PromptRun {
  const live: LiveAnswer | undefined = isUseGoing(use)
    ? run.answers.find(({ id }) => id === use.id)
    : undefined
  if (!live) return use
  const status = run.answers.length === 1 && isRunGoing(run) ? 'running' : live.status
  return { ...use, result: live.text, status, token: live.token, error_code: live.code }
}
