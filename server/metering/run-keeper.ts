// Keeps the runs of this process alive in the database: one statement a beat for all of them.
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Database } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'
import type { Outcome } from './metered-run.ts'
import { causeOf, runOf, type RunKey } from './run-key.ts'
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
const beatMs = 250

export class RunKeeper {
  readonly #runs = new Map<string, LiveRun>()
  #timer: NodeJS.Timeout | undefined
  #beat: Promise<void> | null = null

  readonly database: Database
  readonly leaseSeconds: number

  constructor(database: Database, leaseSeconds: number) {
    this.database = database
    this.leaseSeconds = leaseSeconds
  }

  add(run: LiveRun): void {
    this.#runs.set(runOf(run.key), run)
    this.#timer ??= setInterval(() => this.#startBeat(), Math.min(beatMs, this.leaseSeconds * 250))
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
    await this.#beat
  }

  /** Fails and refunds every run that is going, because the process is about to end. */
  async cancelAll(): Promise<void> {
    const runs = [...this.#runs.values()]
    for (const run of runs) run.abort.abort(new AppError('stream_cut'))
    await Promise.all(runs.map((run) => run.finished))
  }

  #startBeat(): void {
    this.#beat ??= this.#save()
      // The next beat brings the same and more; a lease that runs out meanwhile is the sweep's business.
      .catch((error: unknown) => logFailure('runs: progress was not saved', error))
      .finally(() => (this.#beat = null))
  }

  async #save(): Promise<void> {
    const beats = [...this.#runs.values()].map((run) => ({ run, batch: run.log.unsaved() }))
    const states = await saveRuns(this.database, beats, this.leaseSeconds)
    for (const { run, batch } of beats) {
      const state = states.get(causeOf(run.key))
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
    causes: beats.map(({ run }) => causeOf(run.key)),
    firstIds: beats.map(({ batch }) => batch?.firstId ?? null),
    lastIds: beats.map(({ batch }) => batch?.lastId ?? null),
    events: beats.map(({ batch }) => batch?.lines ?? null),
  }
  const { rows } = await sql<{ cause: string; state: RunState }>`
    select cause, state from private.save_runs(
      ${columns.causes}::text[], ${columns.firstIds}::bigint[], ${columns.lastIds}::bigint[],
      ${columns.events}::text[], ${leaseSeconds}::integer)`.execute(db)
  return new Map(rows.map(({ cause, state }) => [cause, state]))
}
