import { crossOriginHeaders } from '#backend/cross-origin.ts'

/** Headers of every response unless SQL sets others: rows belong to one caller, and no content type is sniffed. */
export const answerHeaders = {
  ...crossOriginHeaders,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}
