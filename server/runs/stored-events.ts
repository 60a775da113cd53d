// The rows behind a run's events.
import type { Querier } from '#server/adapters/database.ts'
import { logFailure } from '#server/log-failure.ts'
import type { RunEvent, RunKind } from './run-kind.ts'
import { firstEventId } from './run-row.ts'
import { eventsAfter, type EventBatch } from './run-log.ts'

const batchesPerRead = 500

export async function storeEvents(
  db: Querier,
  runId: number,
  { firstId, lastId, lines }: EventBatch,
): Promise<void> {
  await db
    .insertInto('private.run_event')
    .values({ run_id: runId, first_id: firstId, last_id: lastId, events: lines })
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'first_id']).doUpdateSet({ last_id: lastId, events: lines }),
    )
    .execute()
}

/**
 * Batches that hold events after an id, in order, at most 500. Both parts of the condition are ranges in the order of
 * the primary key.
 */
export async function readStoredEvents(db: Querier, runId: number, afterId: number): Promise<EventBatch[]> {
  const rows = await db
    .selectFrom('private.run_event')
    .select(['first_id', 'last_id', 'events'])
    .where('run_id', '=', runId)
    .where('last_id', '>', afterId)
    .orderBy('first_id')
    .limit(batchesPerRead)
    .execute()
  return rows.map((row) => ({ firstId: row.first_id, lastId: row.last_id, lines: row.events }))
}

/**
 * Reduces the stored events of a run to a state. An event that does not match its kind is skipped and logged, so that
 * the run still ends, without a charge.
 */
export async function reduceStoredEvents<Event extends RunEvent, State>(
  db: Querier,
  run: { id: number; attempt: number },
  { empty, apply, event: schema }: Pick<RunKind<Event, State, object>, 'empty' | 'apply' | 'event'>,
): Promise<{ state: State; lastId: number }> {
  let state = empty()
  let lastId = firstEventId(run.attempt) - 1
  for (;;) {
    const batches = await readStoredEvents(db, run.id, lastId)
    if (batches.length === 0) return { state, lastId }
    for (const batch of batches) {
      for (const { json } of eventsAfter(batch, lastId)) {
        const event = schema.safeParse(JSON.parse(json))
        if (event.success) state = apply(state, event.data)
        else logFailure(`run ${run.id}: a stored event cannot be read`, event.error)
      }
      lastId = batch.lastId
    }
  }
}
