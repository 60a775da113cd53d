// What SQL may say about the answer, with set_config('response.status', ...) and set_config('response.headers', ...).
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RestError } from './rest-error.ts'

/** The status that SQL has chosen, or `usual`. Throws RestError PGRST112. */
export function chosenStatus(text: string | null, usual: number): number {
  if (text === null) return usual
  const status = Number(text)
  if (isStatus(status)) return status
  throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

/** `[{"name": "value"}, ...]` as pairs, in which a name may come twice. Throws RestError PGRST111. */
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

/** Statuses below 200 announce an answer, they are none. */
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

/** How bytes travel is not for SQL to say. */
export function isOfTheAnswer([name]: [string, unknown]): boolean {
  return !ofTheConnection.includes(name.toLowerCase())
}
