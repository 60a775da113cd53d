import { crossOriginHeaders } from '#backend/cross-origin.ts'

/** Of every answer, unless SQL chooses otherwise: rows belong to one caller and are never guessed to be another type. */
export const answerHeaders = {
  ...crossOriginHeaders,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}
