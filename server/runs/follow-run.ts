// Follows a run from any process: from memory while the run is live here, else from its rows.
import type { Database } from '#server/adapters/database.ts'
import type { Notifications, Subscription } from '#server/adapters/notifications.ts'
import { AppError } from '#shared/errors.ts'
import type { RunRegistry } from './run-registry.ts'
import { firstEventId, readRun, type Run } from './run-row.ts'
import type { AnyRunKind } from './run-kind.ts'
import { isLast, snapshotOf, type Follow, type SendBatch } from './run-log.ts'
import { readStoredEvents, reduceStoredEvents } from './stored-events.ts'

type Own = { database: Database; runs: RunRegistry; runEvents: Notifications }

/**
 * @returns a function that sends the events of a run after `lastEventId`, to its last one. A reader without an event of
 * this attempt gets a snapshot first, then the rest.
 * @throws AppError not_found when the run ended more than a day ago: its rows have the result
 */
export function followRun(own: Own, kind: AnyRunKind, run: Run, lastEventId: number): Follow {
  const isGone = run.status !== 'queued' && run.status !== 'running' && run.state === null
  if (isGone) throw new AppError('not_found')
  return (signal, send) => new Following(own, kind, run, { lastEventId, signal, send }).follow()
}

type Reader = { lastEventId: number; signal: AbortSignal; send: SendBatch }

class Following {
  readonly #own: Own
  readonly #kind: AnyRunKind
  readonly #run: Run
  readonly #reader: Reader
  /** Null for a reader without an event of this attempt. */
  #sent: number | null
  #isWhole = false

  constructor(own: Own, kind: AnyRunKind, run: Run, reader: Reader) {
    this.#own = own
    this.#kind = kind
    this.#run = run
    this.#reader = reader
    this.#sent = reader.lastEventId >= firstEventId(run.attempt) - 1 ? reader.lastEventId : null
  }

  async follow(): Promise<void> {
    const { signal } = this.#reader
    const live = this.#own.runs.find(this.#run.id)
    if (live) {
      if (this.#sent === null) await this.#send(snapshotOf(live.log.lastId, this.#kind.snapshot(live.state)))
      await live.log.follow(this.#sent ?? live.log.lastId, signal, (batch) => this.#send(batch))
    }
    if (this.#sent === null && !signal.aborted) await this.#sendStoredSnapshot()
    await this.#sendStored()
  }

  /** Sends batches as they are stored, until the run has ended. */
  async #sendStored(): Promise<void> {
    const { signal } = this.#reader
    const news = this.#own.runEvents.subscribe(String(this.#run.id))
    try {
      await this.#sendStoredUntilEnd(news, signal)
    } finally {
      news.close()
    }
  }

  async #sendStoredUntilEnd(news: Subscription, signal: AbortSignal): Promise<void> {
    for (let isOver = false; !signal.aborted && !this.#isWhole;) {
      const batches = await readStoredEvents(this.#own.database, this.#run.id, this.#sent ?? 0)
      for (const batch of batches) if (!signal.aborted) await this.#send(batch)
      if (batches.length > 0) continue
      if (isOver) return this.#sendEnd()
      // The end may have been written between the two queries, so one more follows it.
      isOver = !(await this.#isGoing())
      if (!isOver) await news.next(signal)
    }
  }

  async #sendStoredSnapshot(): Promise<void> {
    const run = await this.#read()
    const { state, lastId } =
      run.state === null
        ? await reduceStoredEvents(this.#own.database, run, this.#kind)
        : { state: run.state, lastId: firstEventId(run.attempt + 1) - 1 }
    const events = this.#kind.snapshot(state)
    if (events.length > 0) await this.#send(snapshotOf(lastId, events))
  }

  /** Its last events are gone, because they are deleted after a day. */
  async #sendEnd(): Promise<void> {
    const { state } = await this.#read()
    const events = state === null ? [] : this.#kind.snapshot(state)
    if (events.length > 0) await this.#send(snapshotOf((this.#sent ?? 0) + 1, events))
  }

  #send(batch: Parameters<SendBatch>[0]): void | Promise<void> {
    this.#sent = batch.lastId
    this.#isWhole = isLast(batch)
    return this.#reader.send(batch)
  }

  async #isGoing(): Promise<boolean> {
    const { status } = await this.#read()
    return status === 'queued' || status === 'running'
  }

  #read(): Promise<Run> {
    return readRun(this.#own.database, this.#run.id, this.#run.member_id)
  }
}
