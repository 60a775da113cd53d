// Deletes rows at night whose retention has ended.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { retentionDays } from '#shared/retention.ts'

/** Short transactions, so that no request waits for the deletion of a million rows. */
const batch = 10_000

/** Deletes rows that are older than shared/retention.ts allows, kind by kind. A second run is harmless. */
export async function purgeRows(database: Database): Promise<void> {
  for (const [kind, days] of Object.entries(retentionDays)) {
    let purged = batch
    while (purged === batch) {
      const { rows } = await sql<{ purged: number }>`
        select private.purge_rows(${kind}, ${days}::integer, ${batch}::integer) as purged`.execute(database)
      purged = rows[0]!.purged
    }
  }
}
