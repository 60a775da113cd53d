import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'

const atOnce = 1_000

/** Marks members without a sign-in for a year as dormant; the next sign-in ends it. A second run is harmless. */
export async function markDormant(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ marked: number }>`select private.mark_dormant(${atOnce}) as marked`.execute(
      db,
    )
    if ((rows[0]?.marked ?? 0) < atOnce) return
  }
}
