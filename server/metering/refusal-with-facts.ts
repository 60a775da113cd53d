import type { Database } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'
import { availableBalance, findHold } from './ledger.ts'
import { keyOfCause } from './run-key.ts'

/** A refusal of a run with what a screen needs to act on it: what is missing, or which run is in the way (B39). */
export async function refusalWithFacts(
  db: Database,
  error: unknown,
  { memberId, ceiling, images = 0 }: { memberId: string; ceiling: number; images?: number },
): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  if (error.code === 'no_tokens') {
    const { tokens } = await availableBalance(db, memberId)
    return new AppError('no_tokens', {
      detail: { needed: ceiling, available: Math.max(0, tokens) },
      cause: error,
    })
  }
  if (error.code === 'no_image_credits') {
    const balance = await availableBalance(db, memberId)
    return new AppError('no_image_credits', {
      detail: { needed: images, available: Math.max(0, balance.images) },
      cause: error,
    })
  }
  if (error.code === 'request_in_progress') {
    const key = keyOfCause(await findHold(db, memberId))
    return new AppError('request_in_progress', {
      ...(key?.table === 'tool_use' ? { detail: { run_id: key.id } } : {}),
      ...(key?.table === 'prompt_use' ? { detail: { prompt_use_id: key.id } } : {}),
      ...(key?.table === 'tone_analysis' ? { detail: { tone_analysis_id: key.id } } : {}),
      cause: error,
    })
  }
  return error
}
