import type pg from 'pg'
import type { Caller } from '#backend/gateway.ts'
import { StatementBatch, type BatchStatement, type TextRow } from './statement-batch.ts'

export type Statement = {
  caller: Caller
  isReadOnly: boolean
  method: string
  path: string
  /** Headers that functions may read, as JSON text. */
  headers: string
  timeoutMilliseconds: number
  /** One row of the columns of ResultRow, in their order. */
  text: string
  values: (string | null)[]
  /** The version of the schema for this text: statements that were prepared for an older one are not reused. */
  schemaVersion: number
  /** One plan fits every value, e.g. for one row by its key. Otherwise each execution is planned with its values. */
  isPlannedOnce: boolean
  /** Explained in the same transaction, with the same values, when the planner's estimate is requested. */
  explain: string | null
  /**
   * Checks the result before the commit: throwing or returning 'rollback' rolls it back, at the cost of a second round
   * trip.
   */
  beforeCommit: ((row: ResultRow) => 'commit' | 'rollback') | null
}

export type ResultRow = {
  total: string | null
  page_total: string
  body: string | null
  /** JSON: key columns and values of the one new row. */
  location: string | null
  /** The number of rows that an upsert changed instead of inserting them. */
  updated: string | null
  /** response.status and response.headers as SQL has set them. */
  status: string | null
  headers: string | null
}
export type StatementResult = ResultRow & { planned: number | null }
type Plan = [{ Plan: { 'Plan Rows': number } }]

/** Settings of the transaction. They reset session settings that an earlier function may have made (response.*). */
export const setUp = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true), set_config('request.headers', $5, true),
  set_config('statement_timeout', $6, true), set_config('plan_cache_mode', $7, true),
  set_config('transaction_read_only', $8, true),
  set_config('search_path', '"public", "extensions"', true), set_config('pgrst.updated', '', true),
  set_config('response.status', '', true), set_config('response.headers', '', true)`

/**
 * Runs one statement as the caller, in one transaction and one round trip: role, claims and statement are sent
 * together. Role and claims end with the transaction. Throws errors of Postgres.
 */
export async function runStatement(pool: pg.Pool, statement: Statement): Promise<StatementResult> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    if (statement.beforeCommit === null) return readResult(await runBatch(client, statement))
    const result = readResult(await runBatch(client, statement))
    await client.query(statement.beforeCommit(result))
    return result
  } catch (error) {
    if (statement.beforeCommit !== null) broken = await leaveTransaction(client)
    throw error
  } finally {
    client.release(broken)
  }
}

/** The rows of the statement and, on request, of its plan. */
async function runBatch(client: pg.PoolClient, statement: Statement): Promise<TextRow[][]> {
  const { caller, text, values, explain, schemaVersion } = statement
  const begin = { text: 'begin', values: [], key: 'begin' }
  const statements: BatchStatement[] = [
    ...(statement.beforeCommit === null ? [] : [begin]),
    { text: setUp, values: setUpValues(statement), key: 'set-up' },
    // Policies are part of a prepared statement, so each role has its own.
    { text, values, key: `${schemaVersion} ${caller.role} ${text}` },
    ...(explain === null ? [] : [{ text: explain, values, key: null }]),
  ]
  const rows = await client.query(new StatementBatch(statements)).result
  return rows.slice(statement.beforeCommit === null ? 1 : 2)
}

function setUpValues(statement: Statement): string[] {
  const { caller, method, path, headers, timeoutMilliseconds } = statement
  return [
    caller.role,
    claimsText(caller),
    method,
    path,
    headers,
    String(timeoutMilliseconds),
    statement.isPlannedOnce ? 'auto' : 'force_custom_plan',
    statement.isReadOnly ? 'on' : 'off',
  ]
}

const claimsTexts = new WeakMap<object, string>()

/** Cached tokens return the same claims object, so its text is cached by object. */
function claimsText({ role, claims }: Caller): string {
  if (!claims) return `{"role":"${role}"}`
  const known = claimsTexts.get(claims)
  if (known !== undefined) return known
  const text = JSON.stringify(claims)
  claimsTexts.set(claims, text)
  return text
}

function readResult([rows, plan]: TextRow[][]): StatementResult {
  const row = rows?.[0]
  if (!row) throw new Error('A statement of ours answered nothing.')
  const [
    total = null,
    pageTotal,
    body = null,
    location = null,
    updated = null,
    status = null,
    headers = null,
  ] = row
  const planned = plan?.[0]?.[0]
  return {
    total,
    page_total: pageTotal ?? '0',
    body,
    location,
    updated,
    status,
    headers,
    planned: planned ? (JSON.parse(planned) as Plan)[0].Plan['Plan Rows'] : null,
  }
}

async function leaveTransaction(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    // The connection itself is broken, so the pool must not reuse it. The caller gets the first error, which has more
    // detail.
    return error as Error
  }
}
