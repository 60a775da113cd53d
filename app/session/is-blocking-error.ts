import type { AppError } from '#shared/errors.ts'

/** Errors that the member can act on, each with its next step. Every other error is a line next to the form. */
const withDialog = [
  'no_tokens',
  'no_image_credits',
  'plan_required',
  'request_in_progress',
  'sign_in_required',
  'consent_required',
  'foreign_uuid',
] as const
export type BlockingErrorCode = (typeof withDialog)[number]

export function isBlockingError(error: AppError): error is AppError & { code: BlockingErrorCode } {
  return (withDialog as readonly string[]).includes(error.code)
}
