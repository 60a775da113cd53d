// The rows behind a run's events.
import type { Querier } from '#server/outside/database.ts'
import type { Queue } from '#server/outside/queue.ts'
import { runOf, type RunKey } from './run-key.ts'
import type { EventBatch } from './run-log.ts'

const batchesPerRead = 500

async function storeEvents(
  db: Querier,
  key: Pick<RunKey, 'table' | 'id'>,
  { firstId, lastId, lines }: EventBatch,
): Promise<void> {
  await db
    .insertInto('private.run_event')
    .values({ run: runOf(key), first_id: firstId, last_id: lastId, events: lines })
    .onConflict((conflict) =>
      conflict.columns(['run', 'first_id']).doUpdateSet({ last_id: lastId, events: lines }),
    )
    .execute()
}

/** Batches that hold events after an id, in order: 500 at most. Both parts of the condition are ranges of the primary key's order. */
export async function readStoredEvents(
  db: Querier,
  key: Pick<RunKey, 'table' | 'id'>,
  afterId: number,
): Promise<EventBatch[]> {
  const rows = await db
    .selectFrom('private.run_event')
    .select(['first_id', 'last_id', 'events'])
    .where('run', '=', runOf(key))
    .where('last_id', '>', afterId)
    .orderBy('first_id')
    .limit(batchesPerRead)
    .execute()
  return rows.map((row) => ({ firstId: row.first_id, lastId: row.last_id, lines: row.events }))
}

/** Forgets what a run sent up to an id; a later attempt's events stay. */
export async function forgetEvents(db: Querier, run: string, lastId: number): Promise<void> {
  await db.deleteFrom('private.run_event').where('run', '=', run).where('last_id', '<=', lastId).execute()
}

const keptSeconds = 24 * 3600

/** Stores the last events of a run, and sees to it that all of them are forgotten a day later. */
export async function storeLastEvents(
  trx: Querier,
  queue: Queue,
  key: Pick<RunKey, 'table' | 'id'>,
  batch: EventBatch,
): Promise<void> {
  await storeEvents(trx, key, batch)
  await queue.send(
    trx,
    'forget-run-events',
    { run: runOf(key), lastId: batch.lastId },
    { startAfterSeconds: keptSeconds },
  )
}
