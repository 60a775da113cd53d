// Limits concurrent runs on the whole site. Later runs wait in a queue across processes.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/adapters/database.ts'

const lookMs = 500

/**
 * Resolves when fewer than `capacity` runs are ahead in the queue. A run whose process died stays in the queue until
 * its lease ends.
 * @param onPosition called with the queue position (1: next) whenever it changes
 * @throws the signal's reason
 */
export async function waitInQueue(
  db: Database,
  line: {
    runId: number
    capacity: number
    signal: AbortSignal
    onPosition(position: number): Promise<void>
  },
): Promise<void> {
  for (let shown = 0; ;) {
    line.signal.throwIfAborted()
    const position = (await countEarlier(db, line.runId)) - line.capacity + 1
    if (position <= 0) return
    if (position !== shown) await line.onPosition(position)
    shown = position
    await wait(lookMs, undefined, { signal: line.signal }).catch(() => line.signal.throwIfAborted())
  }
}

async function countEarlier(db: Database, runId: number): Promise<number> {
  const row = await db
    .selectFrom('private.run')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .where('id', '<', runId)
    .executeTakeFirstOrThrow()
  return row.count
}
