import type { RawBuilder } from 'kysely'
import { translateDatabaseError, type Querier } from '#server/adapters/database.ts'

/** Calls a function of the database; the first row is its answer. What it refuses comes back as the catalogue's error. */
export async function callDatabase<Row>(db: Querier, query: RawBuilder<unknown>): Promise<Row | undefined> {
  try {
    return (await query.execute(db)).rows[0] as Row | undefined
  } catch (error) {
    throw translateDatabaseError(error)
  }
}
