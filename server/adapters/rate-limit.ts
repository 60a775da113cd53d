import { sql } from 'kysely'
import { AppError } from '#shared/errors.ts'
import type { Database } from './database.ts'

/** How often something may be done within a window that begins with its first use. */
export type RateLimit = { max: number; windowSeconds: number }

/** Counts one use, for all processes together. @param key what is done and by whom @throws AppError too_many_requests */
export async function countUse(db: Database, key: string, { max, windowSeconds }: RateLimit): Promise<void> {
  const { rows } = await sql<{ is_free: boolean }>`
    select private.count_use(${key}, ${max}::integer, ${windowSeconds}::integer) as is_free`.execute(db)
  if (!rows[0]?.is_free) throw new AppError('too_many_requests')
}
