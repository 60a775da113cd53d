import { followToEnd } from '#server/metering/follow-run.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Follow } from '#server/metering/run-log.ts'
import type { Parts } from '#server/parts.ts'
import { errorMessage } from '#server/error-words.ts'
import { AppError, isErrorCode } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { EditEvent } from '#shared/tools.ts'

type FollowInput = { memberId: string; editId: number; lastEventId: number; language: Language }

/**
 * @returns what tells the command's events after `lastEventId`, from whatever process and to the last. When they are gone, or its
 * process died, the command is told anew from its row, beginning with `started`.
 * @throws AppError not_found for commands of others
 */
export async function followEdit(parts: Parts, input: FollowInput): Promise<Follow> {
  await readRow(parts, input)
  const key = { table: 'tool_edit' as const, id: input.editId, attempt: 1 }
  const hasEnded = async () => (await readRow(parts, input)).status !== 'running'
  return (signal, tell) =>
    followToEnd(parts.runs, { key, afterId: input.lastEventId, signal, tell, hasEnded }, () =>
      retell(parts, input),
    )
}

async function retell(parts: Parts, input: FollowInput): Promise<EditEvent[]> {
  const row = await readRow(parts, input)
  const { tokens } = await availableBalance(parts.database, input.memberId)
  const code = isErrorCode(row.error_code) ? row.error_code : 'tool_create_failed'
  const status = row.status as 'done' | 'stopped' | 'failed'
  return [
    { type: 'started', edit_id: input.editId, ceiling: 0, is_demo: row.is_demo },
    ...madeEvents(row.feature, row.result),
    ...(status === 'failed'
      ? [{ type: 'error' as const, code, message: errorMessage(new AppError(code), input.language) }]
      : []),
    { type: 'done', status, token: row.token, image: row.image, available: tokens },
  ]
}

function madeEvents(feature: string, result: string): EditEvent[] {
  if (!result) return []
  if (feature === 'title') return [{ type: 'titles', titles: result.split('\n') }]
  if (feature === 'tag') return [{ type: 'tags', tags: result.split('\n') }]
  if (feature === 'image') return [{ type: 'picture', picture: result }]
  return [{ type: 'text', delta: result }]
}

async function readRow(parts: Parts, { memberId, editId }: FollowInput) {
  const row = await parts.database
    .selectFrom('tool_edit')
    .select(['feature', 'status', 'result', 'error_code', 'token', 'image', 'is_demo'])
    .where('id', '=', editId)
    .where('user_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
