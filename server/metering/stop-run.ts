import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/tools.ts'
import { requestStop } from './ledger.ts'
import { runOf, type RunKey } from './run-key.ts'
import { stopRequested, type RunKeeper } from './run-keeper.ts'

const waitMsMax = 3_000
const lookMs = 100

/**
 * Asks a run to end with what it has. The wish stands beside the run's lease, so it reaches the run in whatever process it lives.
 * @param readRun the run's row; throws for runs of others
 * @returns the run as it stands when it has ended, or after three seconds
 * @throws AppError not_running when it ended before
 */
export async function stopRun<Row extends { status: RunStatus }>(
  { database, runs }: { database: Database; runs: RunKeeper },
  { memberId, key }: { memberId: string; key: Pick<RunKey, 'table' | 'id'> },
  readRun: () => Promise<Row>,
): Promise<Row> {
  if (!(await requestStop(database, { run: runOf(key), spender: memberId }))) {
    await readRun()
    throw new AppError('not_running')
  }
  const here = runs.find(key)
  if (here) {
    here.abort.abort(stopRequested)
    await here.finished
    return readRun()
  }
  const deadline = performance.now() + waitMsMax
  for (;;) {
    const run = await readRun()
    const isGoing = run.status === 'queued' || run.status === 'running'
    if (!isGoing || performance.now() > deadline) return run
    await wait(lookMs)
  }
}
