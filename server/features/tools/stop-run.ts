import { setTimeout as wait } from 'node:timers/promises'
import { requestStop } from '#server/metering/ledger.ts'
import { stopRequested } from '#server/metering/run-keeper.ts'
import { runOf } from '#server/metering/run-key.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/tools.ts'

const waitMsMax = 3_000
const lookMs = 100

/**
 * Asks a run to end with what it has. The wish stands beside the run's lease, so it reaches the run in whatever process it lives.
 * @returns the run as it stands when it has ended, or after three seconds
 * @throws AppError not_found for runs of others, not_running when it ended before
 */
export async function stopRun(
  parts: Parts,
  input: { memberId: string; runId: number },
): Promise<{ id: number; status: RunStatus; token: number }> {
  const key = { table: 'tool_use' as const, id: input.runId }
  if (!(await requestStop(parts.database, { run: runOf(key), spender: input.memberId }))) {
    await readRun(parts, input)
    throw new AppError('not_running')
  }
  const here = parts.runs.find(key)
  if (here) {
    here.abort.abort(stopRequested)
    await here.finished
    return readRun(parts, input)
  }
  const deadline = performance.now() + waitMsMax
  for (;;) {
    const run = await readRun(parts, input)
    const isGoing = run.status === 'queued' || run.status === 'running'
    if (!isGoing || performance.now() > deadline) return run
    await wait(lookMs)
  }
}

async function readRun(parts: Parts, { memberId, runId }: { memberId: string; runId: number }) {
  const run = await parts.database
    .selectFrom('tool_use')
    .select(['id', 'status', 'token'])
    .where('id', '=', runId)
    .where('user_id', '=', memberId)
    .executeTakeFirst()
  if (!run) throw new AppError('not_found')
  return run
}
