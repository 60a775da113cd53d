import { sql, type Transaction } from 'kysely'
import type { CloseLostRuns } from '#server/metering/recover-holds.ts'
import { firstEventId, firstRecoveryId } from '#server/metering/run-key.ts'
import { eventsAfter } from '#server/metering/run-log.ts'
import { readStoredEvents, storeLastEvents } from '#server/metering/stored-events.ts'
import type { Tables } from '#server/outside/database.ts'
import type { Queue } from '#server/outside/queue.ts'
import type { ToolEvent } from '#shared/tools.ts'
import { retellRun, runColumns } from './retell-run.ts'
import { addToDraft, emptyDraft, keepDraft, type ToolDraft } from './tool-draft.ts'

/**
 * Runs that nobody works on any more have failed. Their text stays, as far as it was stored, and whoever follows them hears the end.
 * A run is made together with its hold and closed together with it, so no living run is without one.
 */
export const closeLostRuns =
  (queue: Queue): CloseLostRuns =>
  async (trx) => {
    const lost = await trx
      .selectFrom('tool_use as t')
      .select(['t.id', 't.attempt'])
      .where('t.status', 'in', ['queued', 'running'])
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('private.usage_hold as h')
              .select('h.cause')
              .where('h.run', '=', sql<string>`'tool_use:' || t.id`),
          ),
        ),
      )
      .forUpdate()
      .skipLocked()
      .execute()
    for (const run of lost) await closeLostRun(trx, queue, run)
  }

async function closeLostRun(
  trx: Transaction<Tables>,
  queue: Queue,
  run: { id: number; attempt: number },
): Promise<void> {
  const key = { table: 'tool_use' as const, ...run }
  const draft = await readDraft(trx, key)
  await keepDraft(trx, run, draft, true)
  const row = await trx
    .updateTable('tool_use')
    .set({
      status: 'failed',
      stage: draft.stage,
      error_code: 'stream_cut',
      duration: sql<number>`(extract(epoch from now() - updated_at) * 1000)::integer`,
    })
    .where('id', '=', run.id)
    .returning([...runColumns, 'language'])
    .executeTakeFirstOrThrow()
  // Nobody asked, so nobody's language is known here; screens have their own words for the code.
  const events = await retellRun(trx, row, { language: row.language === 'Korean' ? 'ko' : 'en', token: 0 })
  const firstId = firstRecoveryId(run.attempt)
  await storeLastEvents(trx, queue, key, {
    firstId,
    lastId: firstId + events.length - 1,
    lines: events.map((event) => JSON.stringify(event)).join('\n'),
  })
}

async function readDraft(
  trx: Transaction<Tables>,
  key: { table: 'tool_use'; id: number; attempt: number },
): Promise<ToolDraft> {
  const draft = emptyDraft()
  let last = firstEventId(key.attempt) - 1
  for (;;) {
    const batches = await readStoredEvents(trx, key, last)
    if (batches.length === 0) return draft
    for (const batch of batches) {
      for (const { json } of eventsAfter(batch, last)) addToDraft(draft, JSON.parse(json) as ToolEvent)
      last = batch.lastId
    }
  }
}
