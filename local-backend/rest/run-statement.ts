import type pg from 'pg'
import type { Caller } from '#backend/gateway.ts'

export type Statement = {
  caller: Caller
  isReadOnly: boolean
  method: string
  path: string
  /** Headers that functions may read, as JSON text. */
  headers: string
  timeoutMilliseconds: number
  text: string
  values: unknown[]
  /** Explained in the same transaction, with the same values, when the planner's estimate is asked for. */
  explain: string | null
  /** Looks at the result before it is committed: throwing or returning 'rollback' undoes it. Without one, the commit is on its way before the result is back. */
  beforeCommit: ((row: ResultRow) => 'commit' | 'rollback') | null
}

export type ResultRow = {
  total: string | null
  page_total: string
  body: string | null
  location: Record<string, string> | null
}
type PlanRow = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }
export type StatementResult = ResultRow & { planned: number | null }

const setUp = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true), set_config('request.headers', $5, true),
  set_config('statement_timeout', $6, true),
  set_config('search_path', '"public", "extensions"', true)`

/**
 * Runs one statement as the caller: begin, role and claims, statement and commit leave together, so a request costs one
 * journey to the database. Role and claims end with the transaction. Throws what Postgres throws.
 */
export async function runStatement(pool: pg.Pool, statement: Statement): Promise<StatementResult> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begun = client.query(statement.isReadOnly ? 'begin read only' : 'begin')
    const prepared = client.query({ name: 'set-up-request', text: setUp, values: setUpValues(statement) })
    const main = client.query<ResultRow>({
      text: statement.text,
      values: statement.values,
      queryMode: 'extended',
    } as pg.QueryConfig)
    const explained = statement.explain
      ? client.query<PlanRow>(statement.explain, statement.values)
      : Promise.resolve(null)
    const ended = statement.beforeCommit ? Promise.resolve(null) : client.query('commit')
    // Everything that was sent is answered before anything is thrown, or an answer would meet the next request.
    await Promise.allSettled([begun, prepared, main, explained, ended])
    await begun
    await prepared
    const result = await main
    const plan = await explained
    await ended
    const row = result.rows[0]
    if (!row) throw new Error('A statement of ours answered nothing.')
    if (statement.beforeCommit) await client.query(statement.beforeCommit(row))
    return { ...row, planned: plan?.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? null }
  } catch (error) {
    broken = await leaveTransaction(client)
    throw error
  } finally {
    client.release(broken)
  }
}

function setUpValues({ caller, method, path, headers, timeoutMilliseconds }: Statement): string[] {
  const claims = JSON.stringify(caller.claims ?? { role: caller.role })
  return [caller.role, claims, method, path, headers, String(timeoutMilliseconds)]
}

async function leaveTransaction(client: pg.PoolClient): Promise<Error | undefined> {
  if (client.getTransactionStatus() === 'I') return undefined
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error as Error
  }
}
