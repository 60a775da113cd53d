// Following a run from any process: from memory while it lives here, else from its rows.
import { setTimeout as wait } from 'node:timers/promises'
import type { RunKeeper } from './run-keeper.ts'
import { firstEventId, type RunKey } from './run-key.ts'
import { isLast, type EventBatch } from './run-log.ts'
import { readStoredEvents } from './stored-events.ts'

const lookMs = 250

export type Following = {
  key: RunKey
  afterId: number
  signal: AbortSignal
  /** Whether the run has ended, asked when nothing new is stored. */
  hasEnded: () => Promise<boolean>
}

/**
 * The events of the key's attempt after an id, to the last one: batches in order, the first of which may begin before `afterId`.
 * Ends without a last event when the run has ended and none is stored (any more).
 */
async function* followRun(
  keeper: RunKeeper,
  { key, afterId, signal, hasEnded }: Following,
): AsyncGenerator<EventBatch> {
  let last = Math.max(afterId, firstEventId(key.attempt) - 1)
  const here = keeper.find(key)
  if (here?.key.attempt === key.attempt) {
    for await (const batch of here.log.follow(last, signal)) {
      yield batch
      if (isLast(batch)) return
      last = batch.lastId
    }
  }
  for (let isOver = false; !signal.aborted;) {
    const batches = await readStoredEvents(keeper.database, key, last)
    for (const batch of batches) {
      yield batch
      if (isLast(batch)) return
      last = batch.lastId
    }
    if (batches.length > 0) continue
    if (isOver) return
    // The end may have been written between the two looks, so there is one more after it.
    isOver = await hasEnded()
    if (!isOver) await wait(lookMs, undefined, { signal })
  }
}

/**
 * The same, and always to an end: what is no longer stored, or never was, is told anew from the run's row.
 * @param retell everything about a run that has ended, from its first event to its last
 */
export async function* followToEnd(
  keeper: RunKeeper,
  following: Following,
  retell: () => Promise<object[]>,
): AsyncGenerator<EventBatch> {
  let last = following.afterId
  let isWhole = false
  for await (const batch of followRun(keeper, following)) {
    last = batch.lastId
    isWhole = isLast(batch)
    yield batch
  }
  if (isWhole || following.signal.aborted) return
  const events = await retell()
  yield {
    firstId: last + 1,
    lastId: last + events.length,
    lines: events.map((event) => JSON.stringify(event)).join('\n'),
  }
}
