import { AppError, type ErrorCode } from '#shared/errors.ts'

/** Whatever was thrown, as an error that people can be told of. What nobody expected is logged. @param code for that */
export function toAppError(thrown: unknown, code: ErrorCode = 'try_again'): AppError {
  if (thrown instanceof AppError) return thrown
  console.warn('This was not expected.', thrown)
  return new AppError(code, { cause: thrown })
}
