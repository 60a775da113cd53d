// The parts of the response that SQL may set, with set_config('response.status', ...) and
// set_config('response.headers', ...).
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RestError } from './rest-error.ts'

/** The status that SQL has set, or `usual`. Throws RestError PGRST112. */
export function chosenStatus(text: string | null, usual: number): number {
  if (text === null) return usual
  const status = Number(text)
  if (isStatus(status)) return status
  throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

/** `[{"name": "value"}, ...]` as pairs, in which a name may occur twice. Throws RestError PGRST111. */
export function chosenHeaders(text: string | null): [string, string][] {
  if (text === null) return []
  const entries = readEntries(text)
  if (entries?.every(isHeader)) return entries.filter(isOfTheAnswer)
  throw new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}

function readEntries(text: string): [string, string][] | null {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(list)) return null
  const entries = list.map((one: unknown) =>
    typeof one === 'object' && one !== null ? Object.entries(one) : [],
  )
  return entries.every(({ length }) => length === 1) ? (entries.flat() as [string, string][]) : null
}

/** Statuses below 200 are interim responses. */
export function isStatus(status: number): status is ContentfulStatusCode {
  return Number.isInteger(status) && status >= 200 && status < 600
}

/** Names of RFC 9110, and values without control characters. */
export function isHeader([name, value]: [string, unknown]): boolean {
  return (
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  )
}

const ofTheConnection = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade']

/** SQL may not set headers of the transfer. */
export function isOfTheAnswer([name]: [string, unknown]): boolean {
  return !ofTheConnection.includes(name.toLowerCase())
}
