import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'

/** Sums up visits by day. Harmless when it runs twice. The rows themselves go by jobs/purge-rows.ts, ninety days later. */
export async function sumUpStatistics(db: Database): Promise<void> {
  await sql`select private.sum_up_statistics()`.execute(db)
}
