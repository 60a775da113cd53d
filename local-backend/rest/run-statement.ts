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
    const prepared = [
      client.query(statement.isReadOnly ? 'begin read only' : 'begin'),
      client.query({ name: 'set-up-request', text: setUp, values: setUpValues(statement) }),
    ]
    const main = client.query<ResultRow>({
      text: statement.text,
      values: statement.values,
      queryMode: 'extended',
    } as pg.QueryConfig)
    const explained = statement.explain
      ? client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
          statement.explain,
          statement.values,
        )
      : null
    const ended = statement.beforeCommit ? null : client.query('commit')
    const [result, plan] = await settle([main, explained, ...prepared, ended])
    const row = (result as pg.QueryResult<ResultRow>).rows[0]
    if (!row) throw new Error('A statement of ours answered nothing.')
    if (statement.beforeCommit) await client.query(statement.beforeCommit(row))
    const planRows = plan as pg.QueryResult<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }> | null
    return { ...row, planned: planRows?.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? null }
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

/** Waits for everything that was sent, then gives the results or throws the first error. */
async function settle(sent: (Promise<pg.QueryResult> | null)[]): Promise<(pg.QueryResult | null)[]> {
  const outcomes = await Promise.allSettled(sent)
  // The setting-up fails first when it fails; the statement's own error matters more than the commit's.
  const failed = [outcomes[2], outcomes[3], outcomes[0], outcomes[1], outcomes[4]].find(
    (outcome) => outcome?.status === 'rejected',
  )
  if (failed?.status === 'rejected') throw failed.reason
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null))
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
