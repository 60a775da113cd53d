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
 * The events of the key's attempt after an id, to the last one: batches in order, the first of which may begin before `afterId`. Always to an
 * end: what is no longer stored, or never was, is told anew from the run's row.
 * @param retell everything about a run that has ended, from its first event to its last
 */
export async function* followToEnd(
  keeper: RunKeeper,
  { key, afterId, signal, hasEnded }: Following,
  retell: () => Promise<object[]>,
): AsyncGenerator<EventBatch> {
  let told = afterId
  const here = keeper.find(key)
  if (here?.key.attempt === key.attempt) {
    for await (const batch of here.log.follow(afterOf(key, told), signal)) {
      yield batch
      if (isLast(batch)) return
      told = batch.lastId
    }
  }
  for (let isOver = false; !signal.aborted;) {
    const batches = await readStoredEvents(keeper.database, key, afterOf(key, told))
    for (const batch of batches) {
      yield batch
      if (isLast(batch)) return
      told = batch.lastId
    }
    if (batches.length > 0) continue
    if (isOver) break
    // The end may have been written between the two looks, so there is one more after it.
    isOver = await hasEnded()
    if (!isOver) await wait(lookMs, undefined, { signal })
  }
  if (signal.aborted) return
  const events = await retell()
  yield {
    firstId: told + 1,
    lastId: told + events.length,
    lines: events.map((event) => JSON.stringify(event)).join('\n'),
  }
}

/** Events of earlier attempts are not this one's. */
const afterOf = (key: RunKey, told: number): number => Math.max(told, firstEventId(key.attempt) - 1)
