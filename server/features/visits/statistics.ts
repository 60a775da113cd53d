import { sql } from 'kysely'
import type { Database } from '#server/outside/database.ts'

const atOnce = 10_000

/** Sums up the days that are over, and forgets rows that are older than ninety days. Harmless when it runs twice. */
export async function sumUpStatistics(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ forgotten: number }>`
      select private.sum_up_statistics(${atOnce}) as forgotten`.execute(db)
    if ((rows[0]?.forgotten ?? 0) < atOnce) return
  }
}
