import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { DatabaseRole } from '#backend/gateway.ts'
import { RestError } from './rest-error.ts'
import { resultTooLarge } from './respond.ts'
import { isHeader, isOfTheAnswer, isStatus } from './response-settings.ts'

/** A restarted Postgres serves again after a second or two. */
// Clients wait this number of seconds before they retry.
const retryHeaders = { 'retry-after': '2' }

type PostgresError = { code: string; message: string; detail?: string; hint?: string; severity: string }

/** Classes about the server rather than the request: clients get no details. */
const neutralClasses = [
  '08',
  '09',
  '0L',
  '25',
  '2D',
  '38',
  '39',
  '3B',
  '40',
  '53',
  '54',
  '55',
  '58',
  'F0',
  'HV',
  'XX',
]

const statusByCode: Record<string, ContentfulStatusCode> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57014': 500,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  P0001: 400,
}

const statusByClass: Record<string, ContentfulStatusCode> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

/** The HTTP response to a failed statement: PostgREST's table of SQLSTATEs; null when the error is not Postgres's. */
export function fromPostgresError(error: unknown, role: DatabaseRole): RestError | null {
  if (!isPostgresError(error)) return isConnectionError(error) ? unavailable() : null
  const { code, message, detail, hint } = error
  if (code === '42704' && message.includes(resultTooLarge)) return tooLarge()
  if (code === 'PGRST') return raised(message, detail)
  const status = statusOf(error, role)
  if (code !== '25006' && neutralClasses.includes(code.slice(0, 2))) {
    return status === 503
      ? unavailable()
      : new RestError(status, code, 'The database could not run this request.')
  }
  return new RestError(
    status,
    code,
    message,
    detail ?? null,
    hint ?? null,
    status === 503 ? retryHeaders : {},
  )
}

function tooLarge(): RestError {
  const hint = 'Ask for fewer rows or columns.'
  return new RestError(413, '54000', 'The result is larger than an answer may be.', null, hint)
}

function statusOf({ code, message }: PostgresError, role: DatabaseRole): ContentfulStatusCode {
  if (code === '21000' && !message.endsWith('requires a WHERE clause')) return 500
  if (code === '42501') return role === 'anon' ? 401 : 403
  const chosen = /^PT(\d{3})$/.exec(code)
  if (chosen) {
    const status = Number(chosen[1])
    return isStatus(status) ? status : 500
  }
  return statusByCode[code] ?? statusByClass[code.slice(0, 2)] ?? 400
}

/**
 * `raise sqlstate 'PGRST' using message = '{"code": ..., "message": ...}', detail = '{"status": ..., "headers": {}}'`:
 * SQL that sets the whole response.
 */
function raised(message: string, detail: string | undefined): RestError {
  const body = readObject(message)
  const answer = readObject(detail)
  const status = Number(answer?.status)
  const headers = Object.entries(answer?.headers ?? {})
  const isUsable = typeof body?.code === 'string' && typeof body.message === 'string'
  if (!isUsable || !isStatus(status) || !headers.every(isHeader)) {
    const isMessage = !isUsable
    return new RestError(
      500,
      'PGRST121',
      `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      isMessage ? 'Invalid JSON value for MESSAGE' : 'Invalid JSON value for DETAIL',
      isMessage
        ? "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
        : "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    )
  }
  const { code, message: words, details, hint } = body as Record<string, string | undefined>
  const given = Object.fromEntries(headers.filter(isOfTheAnswer)) as Record<string, string>
  return new RestError(status, code ?? '', words ?? '', details ?? null, hint ?? null, given)
}

function readObject(text: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function unavailable(): RestError {
  return new RestError(
    503,
    'PGRST001',
    'Database client error. Retrying the connection.',
    null,
    null,
    retryHeaders,
  )
}

function isPostgresError(error: unknown): error is PostgresError {
  return typeof error === 'object' && error !== null && 'severity' in error && 'code' in error
}

/** node-postgres reports a lost, refused or overdue connection without an SQLSTATE. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return /^E[A-Z]+$/.test(error.code)
  return /connection|timeout exceeded when trying to connect/i.test(error.message)
}
