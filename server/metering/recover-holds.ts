import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/outside/database.ts'
import type { Tables } from '#server/outside/tables.ts'
import { releaseHold } from './ledger.ts'

/** Closes the runs of one table that nobody works on any more: those that go on by their row and have no hold. */
export type CloseLostRuns = (trx: Transaction<Tables>) => Promise<void>

/**
 * Takes over every hold whose lease has run out by the database's clock, refunds it and closes its run. Several processes may sweep at once: each hold falls to one of them.
 * @returns how many holds were released
 */
export async function recoverHolds(db: Database, closers: CloseLostRuns[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const lost = await trx
      .selectFrom('private.usage_hold')
      .select('idempotency_key')
      .where('lease_until', '<', sql<string>`now()`)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const hold of lost) await releaseHold(trx, hold.idempotency_key)
    for (const close of closers) await close(trx)
    return lost.length
  })
}
