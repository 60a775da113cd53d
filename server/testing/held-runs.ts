import { sql } from 'kysely'
import type { Database, Querier } from '#server/adapters/database.ts'
import { runKinds } from '#server/run-map.ts'
import { recoverRuns } from '#server/runs/recover-runs.ts'
import { findLiveRun, openRun, settleRun, type RunKindName } from '#server/runs/run-row.ts'

/** The finding of fsck for runs that were made without a row to work on. */
export const plantedRuns = /^I4: run .* goes on and works on nothing$/

/** Opens a run without a worker. @returns its id */
export async function openIdleRun(
  db: Querier,
  run: {
    memberId: string
    tokens?: number
    images?: number
    kind?: RunKindName
    subjectId: number
    leaseSeconds?: number
  },
): Promise<number> {
  const { id } = await openRun(db, {
    kind: run.kind ?? 'keyword_search',
    subjectId: run.subjectId,
    attempt: 1,
    memberId: run.memberId,
    tokens: run.tokens ?? 10,
    images: run.images ?? 0,
    model: 'demo',
    input: { language: 'en' },
    leaseSeconds: run.leaseSeconds ?? 60,
  })
  return id
}

/** Ends the member's live runs as recovery does after the death of their process, without waiting for their lease. */
export async function recoverRunsOf(db: Database, memberId: string): Promise<void> {
  const live = () =>
    db.selectFrom('private.run').where('member_id', '=', memberId).where('ended_at', 'is', null)
  // The product's own recovery may be at one of them.
  while ((await live().select('id').execute()).length > 0) {
    await db
      .updateTable('private.run')
      .set({ lease_until: new Date(0).toISOString() })
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .execute()
    await recoverRuns(db, runKinds)
  }
}

/** Runs with names: their holds and their charges. */
export function createHeldRuns(db: Database) {
  const ids = new Map<string, number>()
  return {
    async hold(
      memberId: string,
      name: string,
      more: { tokens?: number; images?: number; leaseSeconds?: number } = {},
    ): Promise<void> {
      const { rows } = await sql<{
        id: number
      }>`select (coalesce(max(subject_id), 1000000) + 1 + floor(random() * 1e9))::bigint as id
        from private.run`.execute(db)
      ids.set(name, await openIdleRun(db, { memberId, subjectId: rows[0]!.id, ...more }))
    },
    settle: (name: string, tokens: number, images = 0) =>
      settleRun(db, { id: ids.get(name)!, status: 'done', tokens, images }),
    release: async (name: string) =>
      (await settleRun(db, { id: ids.get(name)!, status: 'failed', tokens: 0, images: 0 })) !== null,
    /** The name of the member's run, or null. */
    async find(memberId: string): Promise<string | null> {
      const live = await findLiveRun(db, memberId)
      return [...ids].find(([, id]) => id === live?.id)?.[0] ?? null
    },
    idOf: (name: string) => ids.get(name)!,
  }
}
