import pg from 'pg'

/**
 * A small pool: idle connections close after ten seconds, and a broken one is replaced and does not end the process. In
 * pipeline mode queries of one connection are sent without waiting for each other; batches of rest run without it.
 */
export function createPool(
  connectionString: string,
  max: number,
  log: (line: object) => void,
  { pipeline }: { pipeline: boolean } = { pipeline: true },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    allowExitOnIdle: true,
    pipeline,
  })
  // The pool listens to idle connections only; an error on one in use would end the process without this listener.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log({ level: 'warn', event: 'database_connection_lost', code: codeOf(error) }))
  return pool
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    try {
      await client.query('rollback')
    } catch (rollbackError) {
      // The connection itself is broken, so the pool must not reuse it. The caller gets the first error, which has more
      // detail.
      broken = rollbackError as Error
    }
    throw error
  } finally {
    client.release(broken)
  }
}

/** The SQLSTATE or Node error code of an error, or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
