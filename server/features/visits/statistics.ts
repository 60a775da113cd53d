import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'

/** Sums up visits by day. A second run is harmless. jobs/purge-rows.ts deletes the rows after ninety days. */
export async function sumUpStatistics(db: Database): Promise<void> {
  await sql`select private.sum_up_statistics()`.execute(db)
}
