// The Postgres client with our own rights: one pool, typed rows, and errors as AppError.
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { logFailure } from '#server/log-failure.ts'
import { AppError, isErrorCode, type ErrorCode } from '#shared/errors.ts'
import { logLine } from '#shared/log-line.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** A query runs on this: the pool or one transaction. */
export type Querier = Database | Transaction<Tables>

const timestamptz = 1184
const bigint = 20

/**
 * Opens a pool. Timestamps are ISO strings and bigint is a number, as in supabase-js, so that one set of row types
 * serves both sides.
 * @param url of a role that owns the schema and is no superuser
 */
export function connectDatabase(url: string, options: { connectionsMax: number }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'munjang',
    statement_timeout: 30_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => {
        if (oid === timestamptz) return (value: string) => new Date(value).toISOString()
        if (oid === bigint) return Number
        return pg.types.getTypeParser(oid, format as 'text')
      },
    } as pg.CustomTypesConfig,
  })
  // The pool replaces a broken connection at the next query, for example after a restart of the database. Without a
  // listener the error would end the process. The pool listens to idle connections only: one in use fails its query.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) =>
    console.error(logLine(`database: an idle connection was lost (${error.message})`)),
  )
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Sets the caller for the rest of a transaction, as a request through the public API does. Our own rights stay. */
export async function actFor(
  trx: Querier,
  caller: { id: string; assurance: string; sessionId?: string },
): Promise<void> {
  const claims = JSON.stringify({
    sub: caller.id,
    role: 'authenticated',
    aal: caller.assurance,
    session_id: caller.sessionId,
  })
  await sql`select set_config('request.jwt.claims', ${claims}, true)`.execute(trx)
}

const raisedByUs = 'P0001'
const notFoundByPostgrest = 'PGRST116'
const insufficientPrivilege = '42501'

/** Translates an error of Postgres to AppError. Other errors are returned unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  const code = (error as { code?: unknown }).code
  if (code === raisedByUs && isErrorCode(error.message)) return new AppError(error.message, { cause: error })
  if (code === notFoundByPostgrest) return new AppError('not_found', { cause: error })
  if (code === insufficientPrivilege && error.message === 'forbidden')
    return new AppError('forbidden', { cause: error })
  if (code === insufficientPrivilege) return new AppError('sign_in_required', { cause: error })
  if (isConnectionFailure(code, error.message)) return new AppError('unavailable', { cause: error })
  return error
}

/**
 * Runs `work`. Refusals and passing failures keep their code; any other failure gets `failure` (O16). @throws AppError
 */
export async function wrapError<Result>(failure: ErrorCode, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const translated = translateDatabaseError(error)
    if (translated instanceof AppError) throw translated
    logFailure(`database: ${failure}`, error)
    throw new AppError(failure, { cause: error })
  }
}

/** Class 08 and 57P0x: connection lost or server going down; 53300: too many connections (Postgres 18, appendix A). */
function isConnectionFailure(code: unknown, message: string): boolean {
  if (typeof code === 'string' && /^(08|57P0|53300|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|driver has already been destroyed|not currently accepting connections/.test(
    message,
  )
}

/**
 * Cancelled for its time, deadlock, serialisation, a lock that was not available: the same statement can succeed a
 * moment later.
 */
const passingCodes = new Set(['57014', '40P01', '40001', '55P03'])

/** Whether the caller may retry the whole transaction: the database is gone or busy for a moment. */
export function isPassingFailure(error: unknown): boolean {
  const translated = translateDatabaseError(error)
  const cause = translated instanceof AppError ? translated.cause : translated
  const { code } = (cause ?? {}) as { code?: unknown }
  if (passingCodes.has(String(code))) return true
  return translated instanceof AppError && translated.code === 'unavailable'
}

/** True for a violated unique key of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const problem = error as { code?: unknown; constraint?: unknown }
  return problem.code === '23505' && problem.constraint === constraint
}
