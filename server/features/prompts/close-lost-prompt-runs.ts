import { sql, type Transaction } from 'kysely'
import type { CloseLostRuns } from '#server/metering/recover-holds.ts'
import { firstEventId, firstRecoveryId } from '#server/metering/run-key.ts'
import { eventsAfter } from '#server/metering/run-log.ts'
import { readStoredEvents, storeLastEvents } from '#server/metering/stored-events.ts'
import type { Tables } from '#server/outside/database.ts'
import type { Queue } from '#server/outside/queue.ts'
import type { PromptEvent } from '#shared/prompts-run.ts'
import { closeAnswers, readRunAnswers } from './prompt-run-rows.ts'
import { retellPromptRun } from './retell-prompt-run.ts'

/** Runs whose process died have failed, with all their answers. What was stored of them stays, and whoever follows hears the end. */
export const closeLostPromptRuns =
  (queue: Queue): CloseLostRuns =>
  async (trx) => {
    const lost = await trx
      .selectFrom('prompt_use as u')
      .select('u.id')
      .where('u.status', 'in', ['queued', 'running'])
      .where('u.is_beside', '=', false)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('private.usage_hold as h')
              .select('h.cause')
              .where('h.run', '=', sql<string>`'prompt_use:' || u.id`),
          ),
        ),
      )
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of lost) await closeLostRun(trx, queue, id)
  }

async function closeLostRun(trx: Transaction<Tables>, queue: Queue, id: number): Promise<void> {
  const key = { table: 'prompt_use' as const, id, attempt: 1 }
  const results = await readResults(trx, key)
  const rows = await readRunAnswers(trx, id, null)
  await closeAnswers(
    trx,
    rows.map((row) => ({
      id: row.id,
      status: 'failed',
      result: results.get(row.model) ?? '',
      errorCode: 'stream_cut',
      token: 0,
      usage: { input: 0, output: 0 },
      durationMs: 0,
    })),
  )
  // Nobody asked, so nobody's language is known here; screens have their own words for the code.
  const closed = await readRunAnswers(trx, id, null)
  const events = await retellPromptRun(trx, closed, { language: 'ko', token: 0 })
  const firstId = firstRecoveryId(key.attempt)
  await storeLastEvents(trx, queue, key, {
    firstId,
    lastId: firstId + events.length - 1,
    lines: events.map((event) => JSON.stringify(event)).join('\n'),
  })
}

/** What was stored of each answer, by its model. */
async function readResults(
  trx: Transaction<Tables>,
  key: { table: 'prompt_use'; id: number; attempt: number },
): Promise<Map<string, string>> {
  const results = new Map<string, string>()
  let last = firstEventId(key.attempt) - 1
  for (;;) {
    const batches = await readStoredEvents(trx, key, last)
    if (batches.length === 0) return results
    for (const batch of batches) {
      for (const { json } of eventsAfter(batch, last)) {
        const event = JSON.parse(json) as PromptEvent
        if (event.type === 'text') results.set(event.model, (results.get(event.model) ?? '') + event.delta)
      }
      last = batch.lastId
    }
  }
}
