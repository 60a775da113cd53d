// Formats every error of /v1 in one shape and in the caller's language, without internals.
import { logFailure } from '#server/log-failure.ts'
import type { Context } from 'hono'
import { requestLanguage, toErrorBody } from '#server/error-words.ts'
import { translateDatabaseError } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'

export function answerError(c: Context, error: unknown): Response {
  const problem = toAppError(error)
  if (problem.code === 'unavailable') c.header('retry-after', '5')
  if (problem.status === 429 && problem.detail?.until) {
    const seconds = Math.ceil((Date.parse(problem.detail.until) - Date.now()) / 1000)
    c.header('retry-after', String(Math.max(seconds, 1)))
  }
  return c.json(toErrorBody(problem, requestLanguage(c.req.raw)), problem.status as 400)
}

/** Returns an AppError unchanged, translates an error of Postgres, and logs any other as `internal`. */
function toAppError(error: unknown): AppError {
  const translated = translateDatabaseError(error)
  if (translated instanceof AppError) return translated
  logFailure('api: unexpected', error)
  return new AppError('internal', { cause: error })
}
