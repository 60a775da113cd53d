import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tables } from '#server/outside/database.ts'
import { releaseHold } from './ledger.ts'

/** Closes the rows of runs whose process is gone: one per kind of run. */
export type CloseLostRuns = (trx: Transaction<Tables>, causes: string[]) => Promise<void>

/**
 * Takes over every hold whose lease has run out by the database's clock, refunds it and closes its run. Several processes may sweep at once: each hold falls to one of them.
 * @returns how many holds were released
 */
export async function recoverHolds(db: Database, closers: CloseLostRuns[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const lost = await trx
      .selectFrom('private.usage_hold')
      .select('cause')
      .where('lease_until', '<', sql<string>`now()`)
      .forUpdate()
      .skipLocked()
      .execute()
    const causes = lost.map((hold) => hold.cause)
    for (const cause of causes) await releaseHold(trx, cause)
    for (const close of closers) await close(trx, causes)
    return causes.length
  })
}
