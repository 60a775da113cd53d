// Renews the leases of this process's runs and saves their progress: each heartbeat sends one statement for a group of
// runs.
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import type { Run } from './run-row.ts'
import type { RunLog } from './run-log.ts'

/** A live run of this process. */
export type LiveRun = {
  row: Run
  /** The state from its events so far. */
  state: unknown
  /** Its current stage; null for kinds of one stage. */
  stage: () => string | null
  log: RunLog
  abort: AbortController
  /** Whether another process can continue it. */
  canResume: boolean
  /** The reason of its failure or early end, once it has ended here. */
  error: AppError | null
  /** Settles when the run is no longer live here: at its end, or when handed over. */
  finished: Promise<unknown>
}

/** The abort reason of a run after a cancel request: it ends with its result so far. */
export const cancelRequested = Symbol('cancel requested')
/** A run's work throws it to end early with a usable result: the run is stopped and charged, and has a reason. */
export class StoppedShort extends Error {
  readonly problem: AppError

  constructor(problem: AppError) {
    super(problem.code, { cause: problem })
    this.problem = problem
  }
}
/** The abort reason of a run that another process shall continue. */
export const handedOver = Symbol('handed over')

/** The maximum delay before a run's output reaches the database, and before a cancel reaches the run. */
const roundMs = 250
/** Saving hundreds of runs at once would delay the events of all of them, so each heartbeat saves one group. */
const groupCount = 10
/** Smaller groups are not worth a statement of their own. */
const groupSizeMin = 10

type Group = { runs: Set<LiveRun>; saving: Promise<void> | null }

export class RunRegistry {
  readonly #runs = new Map<number, LiveRun>()
  readonly #groups = Array.from({ length: groupCount }, (): Group => ({ runs: new Set(), saving: null }))
  #timer: NodeJS.Timeout | undefined
  #heartbeatCount = 0
  #isClosed = false

  readonly database: Database
  readonly leaseSeconds: number

  constructor(database: Database, leaseSeconds: number) {
    this.database = database
    this.leaseSeconds = leaseSeconds
  }

  /** Whether the process is about to end and accepts no new run. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  add(run: LiveRun): void {
    this.#runs.set(run.row.id, run)
    const least = this.#groups.reduce((a, b) => (b.runs.size < a.runs.size ? b : a))
    const group = this.#groups.find(({ runs }) => runs.size < groupSizeMin) ?? least
    group.runs.add(run)
    this.#timer ??= setInterval(
      () => this.#sendHeartbeat(),
      Math.min(roundMs, this.leaseSeconds * 250) / groupCount,
    )
  }

  find(id: number): LiveRun | null {
    return this.#runs.get(id) ?? null
  }

  /** Removes a run that is about to be settled: when this resolves, no heartbeat writes for it any more. */
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
   * Call it before the process ends. No new run starts, and live runs have this long to end. Afterwards a run of a
   * resumable kind is handed over to another process. Any other has failed without a charge, and its output stays
   * stored.
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

  #sendHeartbeat(): void {
    const group = this.#groups[this.#heartbeatCount++ % groupCount]!
    if (group.runs.size === 0) return
    group.saving ??= this.#save([...group.runs])
      // The next heartbeat saves the same and more; recovery handles a lease that expires before that.
      .catch((error: unknown) => logFailure('runs: progress was not saved', error))
      .finally(() => (group.saving = null))
  }

  async #save(runs: LiveRun[]): Promise<void> {
    const heartbeats = runs.map((run) => ({ run, batch: run.log.unsaved() }))
    const states = await saveRuns(this.database, heartbeats, this.leaseSeconds)
    for (const { run, batch } of heartbeats) {
      const state = states.get(run.row.id)
      if (batch && state !== 'busy' && state !== 'lost') run.log.markSaved(batch)
      if (state === 'lost') run.abort.abort(new AppError('stream_cut'))
      if (state === 'blocked') run.abort.abort(new AppError('user_blocked'))
      if (state === 'stop') run.abort.abort(cancelRequested)
    }
  }
}

type Heartbeat = { run: LiveRun; batch: ReturnType<RunLog['unsaved']> }
type RunState = 'go' | 'stop' | 'blocked' | 'lost' | 'busy'

async function saveRuns(
  db: Database,
  heartbeats: Heartbeat[],
  leaseSeconds: number,
): Promise<Map<number, RunState>> {
  const columns = {
    ids: heartbeats.map(({ run }) => run.row.id),
    firstIds: heartbeats.map(({ batch }) => batch?.firstId ?? null),
    lastIds: heartbeats.map(({ batch }) => batch?.lastId ?? null),
    events: heartbeats.map(({ batch }) => batch?.lines ?? null),
    stages: heartbeats.map(({ run }) => run.stage()),
  }
  const { rows } = await sql<{ id: number; state: RunState }>`
    select id, state from private.save_runs(
      ${columns.ids}::bigint[], ${columns.firstIds}::bigint[], ${columns.lastIds}::bigint[],
      ${columns.events}::text[], ${columns.stages}::text[], ${leaseSeconds}::integer)`.execute(db)
  return new Map(rows.map((row) => [row.id, row.state]))
}
