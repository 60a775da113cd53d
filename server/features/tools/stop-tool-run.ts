import { stopRun } from '#server/metering/stop-run.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { RunStatus } from '#shared/tools.ts'

/**
 * Ends the writing of a text.
 * @throws AppError not_found for runs of others, not_running when it ended before
 */
export function stopToolRun(
  parts: Parts,
  { memberId, runId }: { memberId: string; runId: number },
): Promise<{ id: number; status: RunStatus; token: number }> {
  return stopRun(parts, { memberId, key: { table: 'tool_use', id: runId } }, async () => {
    const run = await parts.database
      .selectFrom('tool_use')
      .select(['id', 'status', 'token'])
      .where('id', '=', runId)
      .where('user_id', '=', memberId)
      .executeTakeFirst()
    if (!run) throw new AppError('not_found')
    return run
  })
}
