import { hasNoHold } from '#server/metering/lost-runs.ts'
import type { CloseLostRuns } from '#server/metering/recover-holds.ts'

/** Analyses whose process died have failed, and the tone is what it was before; whoever follows them is told from the row. */
export const closeLostTones: CloseLostRuns = async (trx) => {
  await trx
    .updateTable('tone_analysis')
    .set({ status: 'failed', error_code: 'stream_cut' })
    .where('status', '=', 'running')
    .where(hasNoHold('tone_analysis', 'tone_analysis.id'))
    .execute()
}
