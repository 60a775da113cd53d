// How long a reader waits for the whole of a long run that has ended: everything it sent, out of the database.
import pg from 'pg'
import { createMembers, findDatabase } from './members.ts'
import { percentile } from './percentile.ts'
import { startProduct } from './product.ts'

const eventCount = 10_000
/** As a run of 50 events a second is stored, a beat every 250 ms. */
const eventsPerBatch = 12
const readings = 20

/** Milliseconds from the request to the last event. */
export type FollowFigures = { events: number; p50: number; p99: number; isWhole: boolean }

export async function measureFollow(dataFolder: string): Promise<FollowFigures> {
  const product = await startProduct(dataFolder)
  const [member] = await createMembers({ dataFolder, url: product.url, count: 1 })
  const database = new pg.Client({ connectionString: findDatabase(dataFolder) })
  await database.connect()
  const runId = await storeRun(database, member!.id)
  await database.end()
  const url = `${product.url}/v1/ai/tool/run/${runId}/events?uuid=${member!.id}`
  const times: number[] = []
  let isWhole = true
  // The first reading warms up what the others use.
  for (let reading = -1; reading < readings; reading++) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${member!.accessToken}` } })
    const text = await response.text()
    if (reading >= 0) times.push(performance.now() - startedAt)
    isWhole &&= text.split('\n\n').filter((frame) => frame.startsWith('id: ')).length === eventCount
  }
  await product.stop()
  return { events: eventCount, p50: percentile(times, 0.5), p99: percentile(times, 0.99), isWhole }
}

async function storeRun(database: pg.Client, memberId: string): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `insert into public.tool_use (user_id, tool, status, request, language, model, content)
     values ($1, 'article', 'done', '{}', 'Korean', 'demo', 'x') returning id`,
    [memberId],
  )
  const runId = Number(rows[0]!.id)
  const events = Array.from({ length: eventCount }, (_, index) =>
    index === eventCount - 1
      ? { type: 'done', status: 'done', token: 0, available: 0, saved_at: null }
      : { type: 'text', delta: `문장을 씁니다 ${String(index).padStart(5, '0')}\n` },
  )
  for (let start = 0; start < eventCount; start += eventsPerBatch) {
    const batch = events.slice(start, start + eventsPerBatch)
    await database.query(
      'insert into private.run_event (run, first_id, last_id, events) values ($1, $2, $3, $4)',
      [
        `tool_use:${runId}`,
        1_000_001 + start,
        1_000_000 + start + batch.length,
        batch.map((event) => JSON.stringify(event)).join('\n'),
      ],
    )
  }
  return runId
}
