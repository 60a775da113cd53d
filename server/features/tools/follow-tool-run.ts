import { followRun } from '#server/metering/follow-run.ts'
import { chargeOf } from '#server/metering/ledger.ts'
import type { LiveRun } from '#server/metering/run-keeper.ts'
import { causeOf } from '#server/metering/run-key.ts'
import { isLast, type EventBatch } from '#server/metering/run-log.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { retellRun, runColumns } from './retell-run.ts'

type FollowInput = { memberId: string; runId: number; lastEventId: number; language: Language }

/**
 * @returns a function that gives the events after `lastEventId`, from whatever process and to the last. A reader who knows an earlier
 * attempt, or whose run was recovered, is told the text anew, beginning with `started`.
 * @throws AppError not_found for runs of others
 */
export async function followToolRun(
  parts: Parts,
  input: FollowInput,
): Promise<(signal: AbortSignal) => AsyncGenerator<EventBatch>> {
  const row = await readRow(parts, input)
  return (signal) => follow(parts, input, row.attempt, signal)
}

/** The same for a run that was started a moment ago in this process, from its first event. */
export function followStartedRun(
  parts: Parts,
  { key, spender }: LiveRun,
  language: Language,
): (signal: AbortSignal) => AsyncGenerator<EventBatch> {
  const input = { memberId: spender, runId: key.id, lastEventId: 0, language }
  return (signal) => follow(parts, input, key.attempt, signal)
}

async function* follow(
  parts: Parts,
  input: FollowInput,
  attempt: number,
  signal: AbortSignal,
): AsyncGenerator<EventBatch> {
  const key = { table: 'tool_use' as const, id: input.runId, attempt }
  let last = input.lastEventId
  let isWhole = false
  const hasEnded = async () => {
    const { status } = await readRow(parts, input)
    return status !== 'queued' && status !== 'running'
  }
  for await (const batch of followRun(parts.runs, { key, afterId: last, signal, hasEnded })) {
    last = batch.lastId
    isWhole = isLast(batch)
    yield batch
  }
  if (isWhole || signal.aborted) return
  const row = await readRow(parts, input)
  const events = await retellRun(parts.database, row, {
    language: input.language,
    token: await chargeOf(parts.database, causeOf(key)),
  })
  yield {
    firstId: last + 1,
    lastId: last + events.length,
    lines: events.map((event) => JSON.stringify(event)).join('\n'),
  }
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
