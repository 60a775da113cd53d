// Keeps the runs of this process alive in the database: at each beat one statement for a group of them.
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Database } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'
import type { Outcome } from './metered-run.ts'
import { idempotencyKeyOf, runOf, type RunKey } from './run-key.ts'
import type { RunLog } from './run-log.ts'

/** A run that goes on in this process. */
export type LiveRun = {
  key: RunKey
  /** Whose run it is. */
  spender: string
  log: RunLog
  abort: AbortController
  finished: Promise<Outcome>
}

/** Why a run's signal was aborted when somebody asked it to end with what it has. */
export const stopRequested = Symbol('stop requested')

/** Nothing that a run made is older than this when it reaches the database, and no stop takes longer to be heard. */
const roundMs = 250
/** Saving hundreds of runs at once would hold up what all of them send: a beat saves one group of them. */
const groupCount = 10
/** Fewer are not worth a statement of their own. */
const groupSizeMin = 10

type Group = { runs: Set<LiveRun>; saving: Promise<void> | null }

export class RunKeeper {
  readonly #runs = new Map<string, LiveRun>()
  readonly #groups = Array.from({ length: groupCount }, (): Group => ({ runs: new Set(), saving: null }))
  #timer: NodeJS.Timeout | undefined
  #beats = 0

  readonly database: Database
  readonly leaseSeconds: number

  constructor(database: Database, leaseSeconds: number) {
    this.database = database
    this.leaseSeconds = leaseSeconds
  }

  add(run: LiveRun): void {
    this.#runs.set(runOf(run.key), run)
    const least = this.#groups.reduce((a, b) => (b.runs.size < a.runs.size ? b : a))
    const group = this.#groups.find(({ runs }) => runs.size < groupSizeMin) ?? least
    group.runs.add(run)
    this.#timer ??= setInterval(() => this.#beat(), Math.min(roundMs, this.leaseSeconds * 250) / groupCount)
  }

  find(key: Pick<RunKey, 'table' | 'id'>): LiveRun | null {
    return this.#runs.get(runOf(key)) ?? null
  }

  /** Lets go of a run that is about to be settled: when this resolves, no beat writes for it any more. */
  async release(run: LiveRun): Promise<void> {
    this.#runs.delete(runOf(run.key))
    if (this.#runs.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    const group = this.#groups.find(({ runs }) => runs.delete(run))
    await group?.saving
  }

  /** Fails and refunds every run that is going, because the process is about to end. */
  async cancelAll(): Promise<void> {
    const runs = [...this.#runs.values()]
    for (const run of runs) run.abort.abort(new AppError('stream_cut'))
    await Promise.all(runs.map((run) => run.finished))
  }

  #beat(): void {
    const group = this.#groups[this.#beats++ % groupCount]!
    if (group.runs.size === 0) return
    group.saving ??= this.#save([...group.runs])
      // The next round brings the same and more; a lease that runs out meanwhile is the sweep's business.
      .catch((error: unknown) => logFailure('runs: progress was not saved', error))
      .finally(() => (group.saving = null))
  }

  async #save(runs: LiveRun[]): Promise<void> {
    const beats = runs.map((run) => ({ run, batch: run.log.unsaved() }))
    const states = await saveRuns(this.database, beats, this.leaseSeconds)
    for (const { run, batch } of beats) {
      const state = states.get(idempotencyKeyOf(run.key))
      if (batch && state !== 'busy' && state !== 'lost') run.log.markSaved(batch)
      if (state === 'lost') run.abort.abort(new AppError('stream_cut'))
      if (state === 'blocked') run.abort.abort(new AppError('user_blocked'))
      if (state === 'stop') run.abort.abort(stopRequested)
    }
  }
}

type Beat = { run: LiveRun; batch: ReturnType<RunLog['unsaved']> }
type RunState = 'go' | 'stop' | 'blocked' | 'lost' | 'busy'

async function saveRuns(db: Database, beats: Beat[], leaseSeconds: number): Promise<Map<string, RunState>> {
  const columns = {
    keys: beats.map(({ run }) => idempotencyKeyOf(run.key)),
    firstIds: beats.map(({ batch }) => batch?.firstId ?? null),
    lastIds: beats.map(({ batch }) => batch?.lastId ?? null),
    events: beats.map(({ batch }) => batch?.lines ?? null),
  }
  const { rows } = await sql<{ idempotency_key: string; state: RunState }>`
    select idempotency_key, state from private.save_runs(
      ${columns.keys}::text[], ${columns.firstIds}::bigint[], ${columns.lastIds}::bigint[],
      ${columns.events}::text[], ${leaseSeconds}::integer)`.execute(db)
  return new Map(rows.map((row) => [row.idempotency_key, row.state]))
}
