import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { inTransaction } from '#backend/database.ts'
import type { Caller } from '#backend/gateway.ts'

/** The service itself, which sees every row. */
export const service: Caller = { role: 'service_role', claims: null }

const setUp = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('statement_timeout', '8000', true), set_config('storage.can_delete', 'true', true),
  set_config('search_path', '"storage", "public", "extensions"', true)`

/**
 * Waits for the connection share of the request's sender. The sender is not the statement's caller: the service looks
 * up buckets and rows for all. Work outside of a request has the whole pool.
 */
export const requestShare = new AsyncLocalStorage<<T>(work: () => Promise<T>) => Promise<T>>()

/**
 * Runs `work` in one transaction with the caller's role and claims, so that policies decide. Throws errors of Postgres.
 */
export function asCaller<T>(
  pool: pg.Pool,
  caller: Caller,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const transaction = () =>
    inTransaction(pool, async (client) => {
      const claims = JSON.stringify(caller.claims ?? { role: caller.role })
      await client.query({ name: 'set-up-storage', text: setUp, values: [caller.role, claims] })
      return work(client)
    })
  return requestShare.getStore()?.(transaction) ?? transaction()
}

/** The rows of one statement, run as the caller. */
export function queryAs<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  caller: Caller,
  text: string,
  values: unknown[],
): Promise<T[]> {
  return asCaller(pool, caller, async (client) => (await client.query<T>(text, values)).rows)
}

class Rehearsed extends Error {}

/** Runs `work` as the caller and rolls it back: throws Postgres's refusal before any costly step. */
export async function dryRunAs(
  pool: pg.Pool,
  caller: Caller,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  try {
    await asCaller(pool, caller, async (client) => {
      await work(client)
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
}
