import type { RawBuilder } from 'kysely'
import { translateDatabaseError, type Querier } from '#server/adapters/database.ts'

/** Calls a function of the database and returns its first row. Its refusals become catalogue errors. */
export async function callDatabase<Row>(db: Querier, query: RawBuilder<unknown>): Promise<Row | undefined> {
  try {
    return (await query.execute(db)).rows[0] as Row | undefined
  } catch (error) {
    throw translateDatabaseError(error)
  }
}
