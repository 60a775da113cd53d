import { requestStop } from '#server/metering/ledger.ts'
import { stopRequested } from '#server/metering/run-keeper.ts'
import { runOf } from '#server/metering/run-key.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Ends an analysis; nothing is charged, and the tone of before stays. Where it runs in another process, that one hears of it within a beat.
 * @throws AppError not_running for those that have ended and for those of others
 */
export async function stopTone(parts: Parts, input: { memberId: string; analysisId: number }): Promise<void> {
  const key = { table: 'tone_analysis' as const, id: input.analysisId }
  if (!(await requestStop(parts.database, { run: runOf(key), spender: input.memberId })))
    throw new AppError('not_running')
  const here = parts.runs.find(key)
  here?.abort.abort(stopRequested)
  await here?.finished
}
