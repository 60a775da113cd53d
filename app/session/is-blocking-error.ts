import type { AppError } from '#shared/errors.ts'

/** Refusals that a person can do something about, each with its way on; everything else is a line beside the form. */
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
