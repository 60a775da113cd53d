import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/tools.ts'
import { readRun, type Run } from './run-row.ts'
import { cancelRequested, type RunRegistry } from './run-registry.ts'

const waitMsMax = 3_000
const lookMs = 100

type Own = { database: Database; runs: RunRegistry }

/**
 * Requests a run to end with its result so far, and waits for that. The request is stored with the run's lease, so it
 * reaches the run in any process. A run of this process has ended when this returns; another process sees the request
 * within a heartbeat.
 * @returns the run's status when it has ended, or after three seconds
 * @throws AppError not_running when it ended before
 */
export async function cancelRun({ database, runs }: Own, run: Run): Promise<RunStatus> {
  const { numUpdatedRows } = await database
    .updateTable('private.run')
    .set({ cancel_requested_at: sql<string>`now()` })
    .where('id', '=', run.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('not_running')
  const here = runs.find(run.id)
  here?.abort.abort(cancelRequested)
  await here?.finished
  const deadline = performance.now() + waitMsMax
  for (;;) {
    const { status } = await readRun(database, run.id, run.member_id)
    const isGoing = status === 'queued' || status === 'running'
    if (!isGoing || performance.now() > deadline) return status
    await wait(lookMs)
  }
}
