import type { ReadSql } from './compiler.ts'
import { rowsMax } from './read-sql.ts'
import { RestError } from './rest-error.ts'
import type { RestRequest } from './rest-request.ts'
import type { ResultRow, StatementResult } from './run-statement.ts'
import { returnedRows } from './source.ts'
import { identifier } from './sql-text.ts'

export type Shape = {
  /** SQL of one element of the response: the row, or the value of a function that returns one. */
  element: 'r' | 'r.value'
  /** One element instead of an array, without requiring exactly one. */
  isOne: boolean
}

export const rowsShape: Shape = { element: 'r', isOne: false }

/** The parts of a request that its statement depends on. */
export type StatementRequest = Pick<RestRequest, 'method' | 'preferences' | 'format' | 'limits'>

/**
 * The one statement of a request: optional CTE, page, counts and the body as text, made by Postgres. Its columns are
 * those of ResultRow.
 */
export function wholeStatement(
  request: StatementRequest,
  source: string | null,
  read: ReadSql | null,
  shape: Shape,
  locationColumns: string[] = [],
): string {
  const rows = read ? read.rows : `select * from ${returnedRows}`
  const needsBody = read !== null && request.method !== 'HEAD'
  const columns = [
    `${totalSql(request, source, read)} as total`,
    'count(*) as page_total',
    `${needsBody ? bodySql(request, shape) : 'null::text'} as body`,
    `${locationSql(locationColumns)} as location`,
    // Read after all rows, so after the functions that set them.
    `${setting('pgrst.updated')} as updated, ${setting('response.status')} as status, ${setting('response.headers')} as headers`,
  ]
  const answer = `select ${columns.join(', ')} from (${rows}) as r`
  const limited = needsBody ? limitedSql(answer, request.limits.resultMaxBytes) : answer
  return `${source ? `with ${returnedRows} as (${source}) ` : ''}${limited}`
}

/** A parameter that does not exist: reading it is an error, which rolls the statement back before anything is sent. */
export const resultTooLarge = 'rest.result_too_large'

function limitedSql(answer: string, maxBytes: number): string {
  const body = `case when octet_length(body) > ${maxBytes} then current_setting('${resultTooLarge}') else body end`
  return `select total, page_total, ${body} as body, location, updated, status, headers from (${answer}) as answer`
}

const setting = (name: string) => `nullif(current_setting('${name}', true), '')`

function totalSql(
  { preferences, method }: StatementRequest,
  source: string | null,
  read: ReadSql | null,
): string {
  const isWrite = source !== null && (method === 'PATCH' || method === 'DELETE')
  if (preferences.count === null || preferences.count === 'planned')
    return isWrite && preferences.count ? 'count(*)' : 'null::bigint'
  if (!read || isWrite) return 'count(*)'
  const limit = preferences.count === 'estimated' ? ` limit ${rowsMax + 1}` : ''
  return `(select count(*) from (${read.all}${limit}) as counted)`
}

function bodySql({ format }: StatementRequest, { element, isOne }: Shape): string {
  if (format.isCsv) return csvSql
  const rows = isOne || format.isSingle ? `json_agg(${element}) -> 0` : `coalesce(json_agg(${element}), '[]')`
  return `${format.stripsNulls ? `json_strip_nulls(${rows})` : `(${rows})`}::text`
}

/** A line of names and a line for each row, in Postgres's own format of rows. */
const csvSql = `(select string_agg(name, ',') from json_object_keys(json_agg(r) -> 0) as name)
  || E'\\n' || string_agg(substring(r::text, 2, length(r::text) - 2), E'\\n')`

function locationSql(columns: string[]): string {
  if (columns.length === 0) return 'null::text'
  const pairs = columns.map((name) => `'${name.replaceAll("'", "''")}', r.${identifier(name)}::text`)
  return `(json_agg(json_build_object(${pairs.join(', ')})) -> 0)::text`
}

/** Throws RestError PGRST116 when exactly one row was requested and the number differs. */
export function requireSingle(request: RestRequest, row: ResultRow): void {
  const count = Number(row.page_total)
  if (!request.format.isSingle || count === 1) return
  throw new RestError(
    406,
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    `The result contains ${count} rows`,
  )
}

/** The total for Content-Range: exact, or the planner's estimate for `planned` and large `estimated` counts. */
export function totalOf({ preferences }: RestRequest, result: StatementResult): number | null {
  if (preferences.count === null) return null
  const counted = result.total === null ? null : Number(result.total)
  if (preferences.count === 'exact' || result.planned === null) return counted
  if (preferences.count === 'planned') return result.planned
  return counted !== null && counted <= rowsMax ? counted : Math.max(result.planned, counted ?? 0)
}

/** Status and Content-Range of a read. Throws RestError PGRST103 (416) when the page begins after the last row. */
export function pageOf(
  offset: number,
  count: number,
  total: number | null,
): { status: 200 | 206; contentRange: string } {
  const range = count === 0 ? '*' : `${offset}-${offset + count - 1}`
  const contentRange = `${range}/${total ?? '*'}`
  if (total === null) return { status: 200, contentRange }
  if (offset > total) {
    throw new RestError(
      416,
      'PGRST103',
      'Requested range not satisfiable',
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
    )
  }
  return { status: count < total ? 206 : 200, contentRange }
}
