import { followToEnd } from '#server/metering/follow-run.ts'
import { chargeOf } from '#server/metering/ledger.ts'
import { idempotencyKeyOf } from '#server/metering/run-key.ts'
import type { Follow } from '#server/metering/run-log.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { retellRun, runColumns } from './retell-run.ts'

type FollowInput = { memberId: string; runId: number; lastEventId: number; language: Language }

/**
 * @returns what tells the events after `lastEventId`, from whatever process and to the last. A reader who knows an earlier
 * attempt, or whose run was recovered, is told the text anew, beginning with `started`.
 * @throws AppError not_found for runs of others
 */
export async function followToolRun(parts: Parts, input: FollowInput): Promise<Follow> {
  const { attempt } = await readRow(parts, input)
  const key = { table: 'tool_use' as const, id: input.runId, attempt }
  const hasEnded = async () => {
    const { status } = await readRow(parts, input)
    return status !== 'queued' && status !== 'running'
  }
  const retell = async () =>
    retellRun(parts.database, await readRow(parts, input), {
      language: input.language,
      charged: await chargeOf(parts.database, idempotencyKeyOf(key)),
    })
  return (signal, tell) =>
    followToEnd(parts.runs, { key, afterId: input.lastEventId, signal, tell, hasEnded }, retell)
}

async function readRow(parts: Parts, { memberId, runId }: FollowInput) {
  const row = await parts.database
    .selectFrom('tool_use')
    .select(runColumns)
    .where('id', '=', runId)
    .where('user_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
