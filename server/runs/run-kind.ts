import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '#server/adapters/tables.ts'
import type { Database } from '#server/adapters/database.ts'
import type { Meter } from '#server/metering/meter.ts'
import type { AppError } from '#shared/errors.ts'
import type { EndedStatus, Run, RunKindName } from './run-row.ts'

/** How a run ended. */
export type Outcome<Made = unknown> = {
  status: EndedStatus
  /** Why it failed, or why it stopped by itself. */
  error: AppError | null
  /** Charged, in the member's tokens: nothing for a failed run. */
  token: number
  /** Image credits charged: nothing for a failed run, and nothing on plans without a limit. */
  image: number
  usage: { input: number; output: number }
  durationMs: number
  /** Whether somebody was reading along when it ended. */
  isWatched: boolean
  /** Of each model that worked in it, the run's own first; empty when its process died. */
  meters: Meter[]
  /** What `work` gave; null unless it came to its end. */
  made: Made | null
}

export type RunEvent = { type: string }

/**
 * A kind of work: what its events add up to, and how its end is written. Everything else about runs (hold, queue, lease, following,
 * cancelling, recovery) is the same for all kinds.
 */
export type RunKind<Event extends RunEvent, State, Input extends object, Made = unknown> = {
  name: RunKindName
  /** What an event is, as it is read back from the database. */
  event: z.ZodType<Event>
  empty(): State
  /** The state after one more event; may change the state that it is given. */
  apply(state: State, event: Event): State
  /** The events that add up to a state, the shortest way, from the one that makes a reader forget what it showed. */
  snapshot(state: State): Event[]
  /** What of its work a run is at, for kinds of more than one stage. */
  stageOf?(state: State): string
  /** Shows in the rows of the run that it waits, or waits no more. */
  setStatus?(db: Database, run: Run<Input>, status: 'queued' | 'running'): Promise<void>
  /** Writes the end into the rows of the run, in the transaction that settles it. @returns the last events; the very last has the type `done` */
  save(trx: Transaction<Tables>, run: Run<Input>, state: State, outcome: Outcome<Made>): Promise<Event[]>
}

/** A kind whatever its events are, as registries hold it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRunKind = RunKind<any, any, any, any>
