import { followToEnd } from '#server/metering/follow-run.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import type { Follow } from '#server/metering/run-log.ts'
import type { Parts } from '#server/parts.ts'
import { AppError, isErrorCode } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { postsMin, type ToneEvent } from '#shared/tones.ts'
import { failureEvent } from './start-tone.ts'

type FollowInput = { memberId: string; analysisId: number; lastEventId: number; language: Language }

/**
 * @returns what tells the analysis's events after `lastEventId`, from whatever process and to the last. When they are gone, or its process
 * died, it is told anew from its row, beginning with `started`.
 * @throws AppError not_found for those of others
 */
export async function followTone(parts: Parts, input: FollowInput): Promise<Follow> {
  await readRow(parts, input)
  const key = { table: 'tone_analysis' as const, id: input.analysisId, attempt: 1 }
  const hasEnded = async () => (await readRow(parts, input)).status !== 'running'
  return (signal, tell) =>
    followToEnd(parts.runs, { key, afterId: input.lastEventId, signal, tell, hasEnded }, () =>
      retell(parts, input),
    )
}

async function retell(parts: Parts, input: FollowInput): Promise<ToneEvent[]> {
  const row = await readRow(parts, input)
  const { tokens } = await availableBalance(parts.database, input.memberId)
  const code = isErrorCode(row.error_code) ? row.error_code : 'tone_create_failed'
  const status = row.status as 'done' | 'stopped' | 'failed'
  const error = new AppError(code, { detail: { count: postsMin } })
  return [
    { type: 'started', analysis_id: input.analysisId, urls: row.urls, is_demo: row.is_demo },
    ...row.links.map((link) => ({ type: 'link', link }) as const),
    ...(status === 'failed' ? [failureEvent(error, input.language)] : []),
    { type: 'done', status, token: row.token, available: tokens },
  ]
}

async function readRow(parts: Parts, { memberId, analysisId }: FollowInput) {
  const row = await parts.database
    .selectFrom('tone_analysis')
    .select(['status', 'urls', 'links', 'error_code', 'token', 'is_demo'])
    .where('id', '=', analysisId)
    .where('user_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
