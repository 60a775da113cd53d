import { sql } from 'kysely'
import type { CloseLostRuns } from '#server/metering/recover-holds.ts'

/**
 * Runs that nobody works on any more have failed: those whose hold was just taken over, and any that have no hold at all.
 * Their text stays. A run is made together with its hold and closed together with it, so no living run is without one.
 */
export const closeLostRuns: CloseLostRuns = async (trx) => {
  await trx
    .updateTable('tool_use as t')
    .set({
      status: 'failed',
      error_code: 'stream_cut',
      duration: sql<number>`(extract(epoch from now() - t.created_at) * 1000)::integer`,
    })
    .where('t.status', 'in', ['queued', 'running'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('private.usage_hold as h')
            .select('h.cause')
            .where('h.cause', '=', sql<string>`'tool_use:' || t.id`),
        ),
      ),
    )
    .execute()
}
