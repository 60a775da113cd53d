import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/tools.ts'
import { requestStop } from './ledger.ts'
import { runOf, type RunKey } from './run-key.ts'
import { stopRequested, type RunKeeper } from './run-keeper.ts'

const waitMsMax = 3_000
const lookMs = 100

type Own = { database: Database; runs: RunKeeper }
type Asked = { memberId: string; key: Pick<RunKey, 'table' | 'id'> }

/**
 * Asks a run to end with what it has. The wish stands beside the run's lease, so it reaches the run in whatever process it lives: one of
 * this process has ended when this returns, another hears of it within a beat.
 * @returns false for a run that ended before, and for one of others
 */
export async function askToStop({ database, runs }: Own, { memberId, key }: Asked): Promise<boolean> {
  if (!(await requestStop(database, { run: runOf(key), spender: memberId }))) return false
  const here = runs.find(key)
  here?.abort.abort(stopRequested)
  await here?.finished
  return true
}

/**
 * Asks a run to end, and waits for that.
 * @param readRun the run's row; throws for runs of others
 * @returns the run as it stands when it has ended, or after three seconds
 * @throws AppError not_running when it ended before
 */
export async function stopRun<Row extends { status: RunStatus }>(
  own: Own,
  asked: Asked,
  readRun: () => Promise<Row>,
): Promise<Row> {
  if (!(await askToStop(own, asked))) {
    await readRun()
    throw new AppError('not_running')
  }
  const deadline = performance.now() + waitMsMax
  for (;;) {
    const run = await readRun()
    const isGoing = run.status === 'queued' || run.status === 'running'
    if (!isGoing || performance.now() > deadline) return run
    await wait(lookMs)
  }
}
