import { AppError, type ErrorCode } from '#shared/errors.ts'

/**
 * Maps a thrown value to an error with a message for users. Unexpected values are logged. @param code for unexpected
 * values
 */
export function toAppError(thrown: unknown, code: ErrorCode = 'try_again'): AppError {
  if (thrown instanceof AppError) return thrown
  console.warn('This was not expected.', thrown)
  return new AppError(code, { cause: thrown })
}
