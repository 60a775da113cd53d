import { sql } from 'kysely'
import type { Database } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'

const keywordRequests = { max: 60, windowSeconds: 600 } as const

/** Of searches and trends together, for all processes. @throws AppError too_many_requests */
export async function countRequest(db: Database, memberId: string): Promise<void> {
  const { max, windowSeconds } = keywordRequests
  const { rows } = await sql<{ is_free: boolean }>`
    select private.count_link_read(${`keyword:${memberId}`}, ${max}::integer, ${windowSeconds}::integer) as is_free`.execute(
    db,
  )
  if (!rows[0]?.is_free) throw new AppError('too_many_requests')
}
