// Database calls with a member's rights, and overlapping pairs of them.
import { CompiledQuery, sql } from 'kysely'
import type { Database, Querier } from '#server/adapters/database.ts'

/** Makes a browser's call with the member's own rights, in an open transaction. */
export async function callIn<Result>(
  trx: Querier,
  member: { id: string; sessionId: string },
  text: string,
  values: unknown[] = [],
): Promise<Result> {
  const claims = JSON.stringify({
    sub: member.id,
    role: 'authenticated',
    aal: 'aal1',
    session_id: member.sessionId,
  })
  await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`.execute(
    trx,
  )
  const { rows } = await trx.executeQuery<{ result: Result }>(
    CompiledQuery.raw(`select ${text} as result`, values),
  )
  return rows[0]!.result
}

/**
 * Starts `second` while `first` is open, and commits the first once the other waits for it or has ended. @returns the
 * second's outcome
 */
export async function overlap(
  db: Database,
  first: (trx: Querier) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const outcome: PromiseSettledResult<unknown>[] = []
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0
  let other: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    await first(trx)
    other = Promise.allSettled([second()]).then(([settled]) => outcome.push(settled))
    while (outcome.length === 0 && !(await isWaiting()));
  })
  await other
  return outcome[0]!
}
