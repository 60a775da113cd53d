// Keeps the runs of this process alive in the database: at each beat one statement for a group of them.
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import type { Run } from './run-row.ts'
import type { RunLog } from './run-log.ts'

/** A run that goes on in this process. */
export type LiveRun = {
  row: Run
  /** What its events add up to so far. */
  state: unknown
  /** What of its work it is at; null for kinds of one stage. */
  stage: () => string | null
  log: RunLog
  abort: AbortController
  /** Whether another process can go on with it. */
  canResume: boolean
  /** Why it failed or stopped by itself, once it has ended here. */
  error: AppError | null
  /** Settled when it goes on here no more: at its end, or handed over. */
  finished: Promise<unknown>
}

/** Why a run's signal was aborted when somebody asked it to end with what it has. */
export const cancelRequested = Symbol('cancel requested')
/** A run's work ends it before its end with what is worth keeping: the run is stopped and charged, and says why. */
export class StoppedShort extends Error {
  readonly problem: AppError

  constructor(problem: AppError) {
    super(problem.code, { cause: problem })
    this.problem = problem
  }
}
/** Why a run's signal was aborted when another process is to go on with it. */
export const handedOver = Symbol('handed over')

/** Nothing that a run made is older than this when it reaches the database, and no cancel takes longer to be heard. */
const roundMs = 250
/** Saving hundreds of runs at once would hold up what all of them send: a beat saves one group of them. */
const groupCount = 10
/** Fewer are not worth a statement of their own. */
const groupSizeMin = 10

type Group = { runs: Set<LiveRun>; saving: Promise<void> | null }

export class RunRegistry {
  readonly #runs = new Map<number, LiveRun>()
  readonly #groups = Array.from({ length: groupCount }, (): Group => ({ runs: new Set(), saving: null }))
  #timer: NodeJS.Timeout | undefined
  #beats = 0
  #isClosed = false

  readonly database: Database
  readonly leaseSeconds: number

  constructor(database: Database, leaseSeconds: number) {
    this.database = database
    this.leaseSeconds = leaseSeconds
  }

  /** Whether the process is about to end and takes no new run. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  add(run: LiveRun): void {
    this.#runs.set(run.row.id, run)
    const least = this.#groups.reduce((a, b) => (b.runs.size < a.runs.size ? b : a))
    const group = this.#groups.find(({ runs }) => runs.size < groupSizeMin) ?? least
    group.runs.add(run)
    this.#timer ??= setInterval(() => this.#beat(), Math.min(roundMs, this.leaseSeconds * 250) / groupCount)
  }

  find(id: number): LiveRun | null {
    return this.#runs.get(id) ?? null
  }

  /** Lets go of a run that is about to be settled: when this resolves, no beat writes for it any more. */
  async release(run: LiveRun): Promise<void> {
    this.#runs.delete(run.row.id)
    if (this.#runs.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    const group = this.#groups.find(({ runs }) => runs.delete(run))
    await group?.saving
  }

  /**
   * Before the process ends: no new run begins, those that go on have this long to come to their end. What still goes on then is left for
   * another process, where its kind can be gone on with; else it has failed and is refunded, with what was made kept.
   */
  async drain(drainMs: number): Promise<void> {
    this.#isClosed = true
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, drainMs)
    await Promise.race([Promise.all(this.#finished()), late])
    clearTimeout(timer)
    for (const run of this.#runs.values())
      run.abort.abort(run.canResume ? handedOver : new AppError('stream_cut'))
    await Promise.all(this.#finished())
  }

  #finished(): Promise<unknown>[] {
    return [...this.#runs.values()].map((run) => run.finished)
  }

  #beat(): void {
    const group = this.#groups[this.#beats++ % groupCount]!
    if (group.runs.size === 0) return
    group.saving ??= this.#save([...group.runs])
      // The next round brings the same and more; a lease that runs out meanwhile is the recovery's business.
      .catch((error: unknown) => logFailure('runs: progress was not saved', error))
      .finally(() => (group.saving = null))
  }

  async #save(runs: LiveRun[]): Promise<void> {
    const beats = runs.map((run) => ({ run, batch: run.log.unsaved() }))
    const states = await saveRuns(this.database, beats, this.leaseSeconds)
    for (const { run, batch } of beats) {
      const state = states.get(run.row.id)
      if (batch && state !== 'busy' && state !== 'lost') run.log.markSaved(batch)
      if (state === 'lost') run.abort.abort(new AppError('stream_cut'))
      if (state === 'blocked') run.abort.abort(new AppError('user_blocked'))
      if (state === 'stop') run.abort.abort(cancelRequested)
    }
  }
}

type Beat = { run: LiveRun; batch: ReturnType<RunLog['unsaved']> }
type RunState = 'go' | 'stop' | 'blocked' | 'lost' | 'busy'

async function saveRuns(db: Database, beats: Beat[], leaseSeconds: number): Promise<Map<number, RunState>> {
  const columns = {
    ids: beats.map(({ run }) => run.row.id),
    firstIds: beats.map(({ batch }) => batch?.firstId ?? null),
    lastIds: beats.map(({ batch }) => batch?.lastId ?? null),
    events: beats.map(({ batch }) => batch?.lines ?? null),
    stages: beats.map(({ run }) => run.stage()),
  }
  const { rows } = await sql<{ id: number; state: RunState }>`
    select id, state from private.save_runs(
      ${columns.ids}::bigint[], ${columns.firstIds}::bigint[], ${columns.lastIds}::bigint[],
      ${columns.events}::text[], ${columns.stages}::text[], ${leaseSeconds}::integer)`.execute(db)
  return new Map(rows.map((row) => [row.id, row.state]))
}
