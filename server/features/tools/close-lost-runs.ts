import { sql, type Transaction } from 'kysely'
import { hasNoHold, readAllEvents, storeEnd } from '#server/metering/lost-runs.ts'
import type { CloseLostRuns } from '#server/metering/recover-holds.ts'
import type { RunKey } from '#server/metering/run-key.ts'
import type { Tables } from '#server/outside/tables.ts'
import type { Queue } from '#server/outside/queue.ts'
import type { ToolEvent } from '#shared/tools.ts'
import { retellRun, runColumns } from './retell-run.ts'
import { addToDraft, emptyDraft, keepDraft, type ToolDraft } from './tool-draft.ts'

/** Runs that nobody works on any more have failed. Their text stays, as far as it was stored, and whoever follows them hears the end. */
export const closeLostRuns =
  (queue: Queue): CloseLostRuns =>
  async (trx) => {
    const lost = await trx
      .selectFrom('tool_use as t')
      .select(['t.id', 't.attempt'])
      .where('t.status', 'in', ['queued', 'running'])
      .where(hasNoHold('tool_use', 't.id'))
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
      picture_error: draft.pictureError,
      duration: sql<number>`(extract(epoch from now() - updated_at) * 1000)::integer`,
    })
    .where('id', '=', run.id)
    .returning([...runColumns, 'language'])
    .executeTakeFirstOrThrow()
  // Nobody asked, so nobody's language is known here; screens have their own words for the code.
  const language = row.language === 'Korean' ? 'ko' : 'en'
  await storeEnd(trx, queue, key, await retellRun(trx, row, { language, charged: { token: 0, image: 0 } }))
}

async function readDraft(trx: Transaction<Tables>, key: RunKey): Promise<ToolDraft> {
  const draft = emptyDraft()
  for await (const event of readAllEvents<ToolEvent>(trx, key)) addToDraft(draft, event)
  return draft
}
