import { followToEnd } from '#server/metering/follow-run.ts'
import { chargeOf } from '#server/metering/ledger.ts'
import { idempotencyKeyOf } from '#server/metering/run-key.ts'
import type { Follow } from '#server/metering/run-log.ts'
import { stopRun } from '#server/metering/stop-run.ts'
import type { Parts } from '#server/parts.ts'
import type { Language } from '#shared/language.ts'
import { readRunAnswers } from './prompt-run-rows.ts'
import { retellPromptRun } from './retell-prompt-run.ts'

type FollowInput = { memberId: string; runId: number; lastEventId: number; language: Language }

/**
 * @returns what tells the run's events after `lastEventId`, from whatever process and to the last
 * @throws AppError not_found for runs of others
 */
export async function followPromptRun(parts: Parts, input: FollowInput): Promise<Follow> {
  const key = { table: 'prompt_use' as const, id: input.runId, attempt: 1 }
  const read = () => readRunAnswers(parts.database, input.runId, input.memberId)
  await read()
  const hasEnded = async () =>
    (await read()).every(({ status }) => status !== 'queued' && status !== 'running')
  const retell = async () =>
    retellPromptRun(parts.database, await read(), {
      language: input.language,
      token: (await chargeOf(parts.database, idempotencyKeyOf(key))).token,
    })
  return (signal, tell) =>
    followToEnd(parts.runs, { key, afterId: input.lastEventId, signal, tell, hasEnded }, retell)
}

/**
 * Ends a run with what it has.
 * @throws AppError not_found for runs of others, not_running when it ended before
 */
export async function stopPromptRun(
  parts: Parts,
  { memberId, runId }: { memberId: string; runId: number },
): Promise<{ id: number; status: string }> {
  const run = await stopRun(parts, { memberId, key: { table: 'prompt_use', id: runId } }, async () => {
    const [own] = await readRunAnswers(parts.database, runId, memberId)
    return own!
  })
  return { id: run.id, status: run.status }
}
