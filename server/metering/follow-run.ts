// Following a run from any process: from memory while it lives here, else from its rows.
import { setTimeout as wait } from 'node:timers/promises'
import type { RunKeeper } from './run-keeper.ts'
import { firstEventId, type RunKey } from './run-key.ts'
import { batchOf, isLast, type TellBatch } from './run-log.ts'
import { readStoredEvents } from './stored-events.ts'

const lookMs = 250

export type Following = {
  key: RunKey
  afterId: number
  signal: AbortSignal
  tell: TellBatch
  /** Whether the run has ended, asked when nothing new is stored. */
  hasEnded: () => Promise<boolean>
}

/**
 * Tells the events of the key's attempt after an id, to the last one: batches in order, the first of which may begin before `afterId`.
 * Always to an end: what is no longer stored, or never was, is told anew from the run's row.
 * @param retell everything about a run that has ended, from its first event to its last
 */
export async function followToEnd(
  keeper: RunKeeper,
  { key, afterId, signal, tell, hasEnded }: Following,
  retell: () => Promise<object[]>,
): Promise<void> {
  let told = afterId
  let isToldWhole = false
  const tellNext: TellBatch = (batch) => {
    told = batch.lastId
    isToldWhole = isLast(batch)
    return tell(batch)
  }
  const here = keeper.find(key)
  if (here?.key.attempt === key.attempt) await here.log.follow(afterOf(key, told), signal, tellNext)
  for (let isOver = false; !signal.aborted && !isToldWhole;) {
    const batches = await readStoredEvents(keeper.database, key, afterOf(key, told))
    for (const batch of batches) if (!signal.aborted) await tellNext(batch)
    if (batches.length > 0) continue
    if (isOver) break
    // The end may have been written between the two looks, so there is one more after it.
    isOver = await hasEnded()
    if (!isOver) await wait(lookMs, undefined, { signal })
  }
  if (signal.aborted || isToldWhole) return
  await tell(batchOf(told + 1, await retell()))
}

/** Events of earlier attempts are not this one's. */
const afterOf = (key: RunKey, told: number): number => Math.max(told, firstEventId(key.attempt) - 1)
