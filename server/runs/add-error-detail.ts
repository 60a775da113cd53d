import type { Database } from '#server/adapters/database.ts'
import { AppError, type ErrorDetail } from '#shared/errors.ts'
import { availableBalance } from '#server/metering/ledger.ts'
import { findLiveRun, type Run } from './run-row.ts'

/** Adds to a run's refusal the data that a screen needs: the missing amount, or the blocking run (B39). */
export async function addErrorDetail(
  db: Database,
  error: unknown,
  { memberId, ceiling, images = 0 }: { memberId: string; ceiling: number; images?: number },
): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  if (error.code === 'no_tokens' || error.code === 'no_image_credits') {
    const left = await availableBalance(db, memberId)
    const [needed, available] = error.code === 'no_tokens' ? [ceiling, left.tokens] : [images, left.images]
    return new AppError(error.code, { detail: { needed, available: Math.max(0, available) }, cause: error })
  }
  if (error.code === 'request_in_progress') {
    const run = await findLiveRun(db, memberId)
    return new AppError('request_in_progress', {
      ...(run ? { detail: await factsOfRun(db, run) } : {}),
      cause: error,
    })
  }
  return error
}

/** Leads a screen to the run: its own id, or for a command the id of its text. */
async function factsOfRun(
  db: Database,
  { kind, subject_id: id }: Pick<Run, 'kind' | 'subject_id'>,
): Promise<ErrorDetail> {
  switch (kind) {
    case 'tool_use':
      return { run_id: id }
    case 'prompt_use':
      return { prompt_use_id: id }
    case 'tone_analysis':
      return { tone_analysis_id: id }
    case 'keyword_search':
      return { keyword_search_id: id }
    case 'tool_edit': {
      const edit = await db
        .selectFrom('tool_edit')
        .select('tool_use_id')
        .where('id', '=', id)
        .executeTakeFirst()
      return edit?.tool_use_id == null ? {} : { edit_of_id: edit.tool_use_id }
    }
  }
}
