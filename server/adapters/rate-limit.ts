import { sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { Database } from './database.ts'

/** The number of uses within a window. The window begins with its first use. */
export type RateLimit = { max: number; windowSeconds: number }

/** Counts one use across all processes. @param key the action and the caller @throws AppError too_many_requests */
export async function countUse(db: Database, key: string, { max, windowSeconds }: RateLimit): Promise<void> {
  const { rows } = await sql<{ is_free: boolean }>`
    select private.count_use(${key}, ${max}::integer, ${windowSeconds}::integer) as is_free`.execute(db)
  if (!rows[0]?.is_free) throw new AppError('too_many_requests')
}
