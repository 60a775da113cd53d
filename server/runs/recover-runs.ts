import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import type { AnyRunKind, Outcome } from './run-kind.ts'
import type { HandedOverRun } from './execute-run.ts'
import { batchOf } from './run-log.ts'
import {
  completeRun,
  firstRecoveryId,
  settleRun,
  claimOrphanedRun,
  takeOverRun,
  type Run,
  type RunKindName,
} from './run-row.ts'
import { reduceStoredEvents, storeEvents } from './stored-events.ts'

export type RunKinds = Record<RunKindName, AnyRunKind>
/**
 * Continues a run in this process, for kinds that can resume. @throws when it cannot: the run has then failed without a
 * charge
 */
// oxlint-disable-next-line typescript/no-explicit-any
type Resume = (run: HandedOverRun<any, any>) => Promise<unknown>
export type Resumes = Partial<Record<RunKindName, Resume>>

const runsPerSweep = 100
const failuresMax = 5

/**
 * Recovers every run whose lease has expired by the database's clock. A run that was handed over continues here. Any
 * other ends without a charge and keeps its stored output.
 * Each has its own transaction, so that a failing one blocks no other. After five failures it is quarantined, and its
 * member may start another.
 * Several processes may recover at once: each run goes to one of them.
 * @param resume.of the functions that continue handed-over runs, by kind
 * @returns the number of ended or continued runs
 */
export async function recoverRuns(
  db: Database,
  kinds: RunKinds,
  resume: { of: Resumes; leaseSeconds: number } = { of: {}, leaseSeconds: 0 },
): Promise<number> {
  const lost = await db
    .selectFrom('private.run')
    .select('id')
    .where('ended_at', 'is', null)
    .where('lease_until', '<', sql<string>`now()`)
    .orderBy('lease_until')
    .limit(runsPerSweep)
    .execute()
  let count = 0
  for (const { id } of lost) {
    try {
      const found = await recoverRun(db, kinds, id, resume)
      if (found !== null && found !== 'ended') await resume.of[found.row.kind]!(found)
      if (found !== null) count++
    } catch (error) {
      logFailure(`recovery: run ${id} could not be ended`, error)
      await noteFailure(db, id)
    }
  }
  return count
}

/** @returns null when another process was faster; the run when this process has claimed it; or 'ended' */
function recoverRun(
  db: Database,
  kinds: RunKinds,
  id: number,
  resume: { of: Resumes; leaseSeconds: number },
): Promise<HandedOverRun<unknown, unknown> | 'ended' | null> {
  return db.transaction().execute(async (trx) => {
    const run = await claimOrphanedRun(trx, id)
    if (!run) return null
    const kind = kinds[run.kind]
    const { state, lastId } = await reduceStoredEvents(trx, run, kind)
    if (run.isHandedOver && resume.of[run.kind]) {
      await takeOverRun(trx, id, resume.leaseSeconds)
      return { row: run, state, lastId, spent: run.spent }
    }
    await settleRun(trx, { id, status: 'failed', tokens: 0, images: 0 })
    const events = await kind.save(trx, run, state, orphanedOutcome())
    const final = events.reduce(kind.apply, state)
    // A reader may have received more than was stored, so recovery sends a whole snapshot.
    const snapshot = kind.snapshot(final)
    if (snapshot.length > 0) await storeEvents(trx, id, batchOf(firstRecoveryId(run.attempt), snapshot))
    await completeRun(trx, id, {
      state: final,
      stage: kind.stageOf?.(final) ?? null,
      usage: { input: 0, output: 0 },
      durationMs: 0,
      errorCode: 'stream_cut',
    })
    return 'ended'
  })
}

const orphanedOutcome = (): Outcome => ({
  status: 'failed',
  error: new AppError('stream_cut'),
  token: 0,
  image: 0,
  usage: { input: 0, output: 0 },
  durationMs: 0,
  isWatched: false,
  meters: [],
  made: null,
})

/** The wait doubles after each failure. The last failure releases the hold and leaves the rest to an operator. */
async function noteFailure(db: Database, id: number): Promise<void> {
  const run = await db
    .updateTable('private.run')
    .set({
      failure_count: sql<number>`failure_count + 1`,
      lease_until: sql<string>`now() + make_interval(secs => 5 * 2 ^ failure_count)`,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['kind', 'subject_id', 'failure_count'])
    .executeTakeFirst()
  if (run && run.failure_count >= failuresMax) await quarantine(db, id, run)
}

/** Marks its rows as failed and releases its hold. Its output is not written, because writing it is what failed. */
async function quarantine(
  db: Database,
  id: number,
  { kind, subject_id: subjectId }: Pick<Run, 'kind' | 'subject_id'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await settleRun(trx, { id, status: 'failed', tokens: 0, images: 0 })
    await trx.updateTable('private.run').set({ error_code: 'stream_cut' }).where('id', '=', id).execute()
    await sql`update ${sql.table(`public.${kind}`)} set status = 'failed', error_code = 'stream_cut'
      where id = ${subjectId} and status in ('queued', 'running')`.execute(trx)
  })
  logFailure(`recovery: run ${id} was given up`, new Error(`${kind}:${subjectId}`))
}
