import { sql } from 'kysely'
import { dailyCallLimits, type CalledService } from '#shared/daily-calls.ts'
import { AppError } from '#shared/errors.ts'
import type { Database } from './database.ts'

/** Counts a call before it is made. @throws AppError keyword_unavailable when today's calls are used up */
export type CountCall = (service: CalledService) => Promise<void>

/** Counts in the database, across all processes. */
export function createCallCounter(db: Database): CountCall {
  return async (service) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select private.count_daily_call(${service}, ${dailyCallLimits[service]}::integer) as is_free`.execute(
      db,
    )
    if (!rows[0]?.is_free)
      throw new AppError('keyword_unavailable', {
        cause: new Error(`Today's calls of ${service} are used up.`),
      })
  }
}
