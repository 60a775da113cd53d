// Builds the client's response from the result of Postgres.
import { answerHeaders } from './answer-headers.ts'
import { pageOf, totalOf } from './respond.ts'
import { chosenHeaders, chosenStatus } from './response-settings.ts'
import type { RestRequest } from './rest-request.ts'
import type { StatementResult } from './run-statement.ts'
import type { Relation } from './schema-facts.ts'

/** The rows or the value of a read. Throws RestError PGRST103 for a page after the last row. */
export function pageResponse(request: RestRequest, offset: number, result: StatementResult): Response {
  const { status, contentRange } = pageOf(offset, Number(result.page_total), totalOf(request, result))
  const headers: Record<string, string> = {
    'content-range': contentRange,
    'content-type': request.format.contentType,
  }
  return respond(request, result, status, headers, request.method === 'HEAD' ? null : result.body)
}

/** 204, for a function that returns nothing. */
export function nothingResponse(request: RestRequest, result: StatementResult): Response {
  return respond(request, result, 204, {}, null)
}

/** The response to a change: nothing, the location of a new row, or the changed rows. */
export function writeResponse(
  request: RestRequest,
  name: string,
  relation: Relation,
  result: StatementResult,
): Response {
  const { preferences, method, format } = request
  const count = Number(result.page_total)
  const range = method === 'PATCH' && count > 0 ? `0-${count - 1}` : '*'
  const headers: Record<string, string> = { 'content-range': `${range}/${preferences.count ? count : '*'}` }
  const location = preferences.return === 'headers-only' ? locationOf(name, relation, result) : null
  if (location) headers.location = location
  const hasBody = preferences.return === 'representation'
  if (hasBody) headers['content-type'] = format.contentType
  const status = writeStatus(request, result, hasBody)
  return respond(request, result, status, headers, hasBody ? result.body : null)
}

/** 201 for a new row; an upsert that only changed rows is 200 like an update. */
function writeStatus(
  { method, preferences }: RestRequest,
  result: StatementResult,
  hasBody: boolean,
): number {
  const isUpsert = method === 'PUT' || preferences.resolution === 'merge-duplicates'
  const isNew = !isUpsert || Number(result.page_total) > Number(result.updated ?? 0)
  if (method === 'POST') return isNew ? 201 : 200
  if (method === 'PUT' && isNew) return 201
  return hasBody ? 200 : 204
}

/** The location of the new row; rows of a table without primary key have none. */
function locationOf(name: string, { primaryKey }: Relation, { location }: StatementResult): string | null {
  if (!location || primaryKey.length === 0) return null
  const values = JSON.parse(location) as Record<string, string>
  const keys = Object.entries(values).map(
    ([key, value]) => `${encodeURIComponent(key)}=eq.${encodeURIComponent(value)}`,
  )
  return `/${encodeURIComponent(name)}?${keys.join('&')}`
}

/** Status and headers that SQL has set override the defaults. */
function respond(
  { preferences }: RestRequest,
  result: StatementResult,
  usualStatus: number,
  usualHeaders: Record<string, string>,
  body: string | null,
): Response {
  const status = chosenStatus(result.status, usualStatus)
  const chosen = chosenHeaders(result.headers)
  Object.assign(usualHeaders, answerHeaders)
  if (preferences.applied.length > 0) usualHeaders['preference-applied'] = preferences.applied.join(', ')
  const isBodiless = status === 204 || status === 205 || status === 304
  if (chosen.length === 0) return new Response(isBodiless ? null : body, { status, headers: usualHeaders })
  const headers = new Headers(usualHeaders)
  for (const [name] of chosen) headers.delete(name)
  for (const [name, value] of chosen) headers.append(name, value)
  return new Response(isBodiless ? null : body, { status, headers })
}
