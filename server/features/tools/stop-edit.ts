import { requestStop } from '#server/metering/ledger.ts'
import { stopRequested } from '#server/metering/run-keeper.ts'
import { runOf } from '#server/metering/run-key.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Asks a command to end; what it wrote is charged. Where it runs in another process, that one hears of it within a beat.
 * @throws AppError not_running for commands that have ended and for those of others
 */
export async function stopEdit(parts: Parts, input: { memberId: string; editId: number }): Promise<void> {
  const key = { table: 'tool_edit' as const, id: input.editId }
  if (!(await requestStop(parts.database, { run: runOf(key), spender: input.memberId })))
    throw new AppError('not_running')
  const here = parts.runs.find(key)
  here?.abort.abort(stopRequested)
  await here?.finished
}
