// What nobody needs for good goes at night.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { retentionDays } from '#shared/retention.ts'

/** Short transactions: nobody waits behind the deletion of a million rows. */
const batch = 10_000

/** Deletes rows that are older than shared/retention.ts says, kind by kind. Harmless when it runs twice. */
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
