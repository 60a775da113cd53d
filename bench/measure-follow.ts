// How long a client waits for the whole of a long, ended run: all its events, from the database.
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
  // The first reading warms up the caches for the others.
  for (let reading = -1; reading < readings; reading++) {
    const startedAt = performance.now()
    // A client without a last event id gets a snapshot instead of the events, so this one sends an id.
    const headers = { authorization: `Bearer ${member!.accessToken}`, 'last-event-id': '1000000' }
    const response = await fetch(url, { headers })
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
  const textId = Number(rows[0]!.id)
  const run = await database.query<{ id: string }>(
    `insert into private.run (kind, subject_id, member_id, payer_id, held_token, held_image, status, state, lease_until, ended_at)
     values ('tool_use', $1, $2, $2, 0, 0, 'done', '{}', now(), now()) returning id`,
    [textId, memberId],
  )
  const events = Array.from({ length: eventCount }, (_, index) =>
    index === eventCount - 1
      ? { type: 'done', status: 'done', token: 0, available: 0, saved_at: null }
      : { type: 'text', delta: `문장을 씁니다 ${String(index).padStart(5, '0')}\n` },
  )
  for (let start = 0; start < eventCount; start += eventsPerBatch) {
    const batch = events.slice(start, start + eventsPerBatch)
    await database.query(
      'insert into private.run_event (run_id, first_id, last_id, events) values ($1, $2, $3, $4)',
      [
        run.rows[0]!.id,
        1_000_001 + start,
        1_000_000 + start + batch.length,
        batch.map((event) => JSON.stringify(event)).join('\n'),
      ],
    )
  }
  return textId
}
