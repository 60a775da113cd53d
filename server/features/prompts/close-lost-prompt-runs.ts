import type { Transaction } from 'kysely'
import { hasNoHold, readAllEvents, storeEnd } from '#server/metering/lost-runs.ts'
import type { CloseLostRuns } from '#server/metering/recover-holds.ts'
import type { RunKey } from '#server/metering/run-key.ts'
import type { Tables } from '#server/outside/tables.ts'
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
      .where('u.is_comparison', '=', false)
      .where(hasNoHold('prompt_use', 'u.id'))
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
  await storeEnd(trx, queue, key, await retellPromptRun(trx, closed, { language: 'ko', token: 0 }))
}

/** What was stored of each answer, by its model. */
async function readResults(trx: Transaction<Tables>, key: RunKey): Promise<Map<string, string>> {
  const results = new Map<string, string>()
  for await (const event of readAllEvents<PromptEvent>(trx, key))
    if (event.type === 'text') results.set(event.model, (results.get(event.model) ?? '') + event.delta)
  return results
}
