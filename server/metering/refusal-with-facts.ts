import type { Database } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'
import { availableBalance, findHold } from './ledger.ts'
import { keyOfCause, type RunKey } from './run-key.ts'

/** A refusal of a run with what a screen needs to act on it: what is missing, or which run is in the way (B39). */
export async function refusalWithFacts(
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
    const key = keyOfCause(await findHold(db, memberId))
    const name = key && namesOfRuns[key.table]
    return new AppError('request_in_progress', {
      ...(name ? { detail: { [name]: key.id } } : {}),
      cause: error,
    })
  }
  return error
}

/** What a screen calls the runs that it can lead to. */
const namesOfRuns: Partial<Record<RunKey['table'], string>> = {
  tool_use: 'run_id',
  prompt_use: 'prompt_use_id',
  tone_analysis: 'tone_analysis_id',
}
