// What closing the runs of a process that died has in common, whatever they made.
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Tables } from '#server/outside/tables.ts'
import type { Queue } from '#server/outside/queue.ts'
import { firstEventId, firstRecoveryId, type RunKey } from './run-key.ts'
import { batchOf, eventsAfter } from './run-log.ts'
import { readStoredEvents, storeLastEvents } from './stored-events.ts'

/** A condition: nobody works on the run any more. A run is made together with its hold and closed together with it, so no living run is without one. @param id the column with the row's id, with its table or alias */
export const hasNoHold = (table: RunKey['table'], id: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from private.usage_hold h where h.run = ${`${table}:`} || ${sql.ref(id)})`

/** Everything that was stored of what a run sent, in order. */
export async function* readAllEvents<Event>(trx: Transaction<Tables>, key: RunKey): AsyncGenerator<Event> {
  let last = firstEventId(key.attempt) - 1
  for (;;) {
    const batches = await readStoredEvents(trx, key, last)
    if (batches.length === 0) return
    for (const batch of batches) {
      for (const { json } of eventsAfter(batch, last)) yield JSON.parse(json) as Event
      last = batch.lastId
    }
  }
}

/** What whoever follows the run hears last. */
export async function storeEnd(
  trx: Transaction<Tables>,
  queue: Queue,
  key: RunKey,
  events: readonly object[],
): Promise<void> {
  await storeLastEvents(trx, queue, key, batchOf(firstRecoveryId(key.attempt), events))
}
