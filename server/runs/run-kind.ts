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
  /** The reason of a failure or an early end. */
  error: AppError | null
  /** Charged, in the member's tokens: 0 for a failed run. */
  token: number
  /** Image credits charged: 0 for a failed run, and 0 on plans without a limit. */
  image: number
  usage: { input: number; output: number }
  durationMs: number
  /** Whether a reader followed the run to its end. */
  isWatched: boolean
  /** The meters of its models, the run's own first; empty when its process died. */
  meters: Meter[]
  /** The result of `work`; null unless it completed. */
  made: Made | null
}

export type RunEvent = { type: string }

/**
 * A kind of work: how its events reduce to a state, and how its end is written. Everything else about runs (hold,
 * queue, lease, following, cancelling, recovery) is the same for all kinds.
 */
export type RunKind<Event extends RunEvent, State, Input extends object, Made = unknown> = {
  name: RunKindName
  /** The schema of an event that is read from the database. */
  event: z.ZodType<Event>
  empty(): State
  /** The state after one more event; may mutate the given state. */
  apply(state: State, event: Event): State
  /** The shortest list of events that gives a state. Its first event makes a reader drop its earlier output. */
  snapshot(state: State): Event[]
  /** The current stage of a run, for kinds of more than one stage. */
  stageOf?(state: State): string
  /** Records in the rows of the run that it waits or has started. */
  setStatus?(db: Database, run: Run<Input>, status: 'queued' | 'running'): Promise<void>
  /**
   * Writes the end into the rows of the run, in the transaction that settles it. @returns the last events; the very
   * last has the type `done`
   */
  save(trx: Transaction<Tables>, run: Run<Input>, state: State, outcome: Outcome<Made>): Promise<Event[]>
}

/** A kind of any events, for registries. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRunKind = RunKind<any, any, any, any>
