// Repeats the same work and checks whether the product's memory grows with it: a leak shows in hours, its slope in
// minutes.
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { answerWell, startFakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import { eventsOf, readEvents } from '#server/testing/read-events.ts'
import type { ToolEvent } from '#shared/tools.ts'
import { fetchPage } from './load.ts'
import { createMembers, findDatabase, type BenchMember } from './members.ts'
import { joinOwnUsage, realtimeAddress } from './own-usage.ts'
import { startProduct } from './product.ts'

/** Members take turns, so that none starts more runs in a minute than one may. */
const memberCount = 200
const membersAtOnce = 20
/** Caches and compiled code fill up in these and are no leak. */
const warmUpRounds = 12
/** The topic of an article that is cancelled at its first words: the provider is slow for it. */
const left = 'left early'
/** `{n}` is another number each time, past every snapshot. */
const paths = [
  '/ko?n={n}',
  '/en/tool/list?n={n}',
  '/ko/price?n={n}',
  '/ko/prompt/list',
  '/en/terms/use?n={n}',
]

/**
 * The resources after a round: bytes of Node after a garbage collection, its open files and sockets, the database's
 * connections.
 */
export type SoakSample = { heldBytes: number; descriptors: number | null; connections: number }
/** `works`: pages, runs and sockets in each round. */
export type SoakFigures = { minutes: number; works: number; samples: SoakSample[] }

/** Runs for so many minutes after the first rounds. The provider is in this process and answers immediately. */
export async function measureSoak(dataFolder: string, minutes: number): Promise<SoakFigures> {
  const fake = await startFakeProvider((call) => ({
    ...answerWell(call),
    ...(JSON.stringify(call.body).includes(left) ? { pace: () => wait(50) } : {}),
  }))
  const product = await startProduct(dataFolder, { ...fake.env('openai'), RUN_CAPACITY: '1000' })
  const members = await createMembers({
    dataFolder,
    url: product.url,
    count: memberCount,
    hours: Math.ceil(minutes / 60) + 1,
  })
  const sockets = realtimeAddress(product.url, dataFolder)
  const samples: SoakSample[] = []
  let round = 0
  const work = async () => {
    const first = (round++ * membersAtOnce) % memberCount
    await Promise.all([
      ...paths.map((path) => fetchPage(product.url + path.replace('{n}', String(round)))),
      ...members
        .slice(first, first + membersAtOnce)
        .map((member, index) =>
          index % 4 === 0 ? leaveAndStop(product.url, member) : writeToTheEnd(product.url, sockets, member),
        ),
    ])
    fake.calls.length = 0
  }
  while (round < warmUpRounds) await work()
  const endsAt = performance.now() + minutes * 60_000
  while (performance.now() < endsAt) {
    await work()
    samples.push({
      heldBytes: await product.heldBytes(),
      descriptors: countDescriptors(product.pid),
      connections: await countConnections(dataFolder),
    })
  }
  await product.stop()
  await fake.close()
  return { minutes, works: paths.length + membersAtOnce, samples }
}

/** Subscribes to the balance, writes an article, reads it and follows it again from its start. */
async function writeToTheEnd(url: string, sockets: string, member: BenchMember): Promise<void> {
  const { promise: isReceived, resolve } = Promise.withResolvers<void>()
  const socket = await joinOwnUsage(sockets, member, () => resolve())
  const events = await readEvents(await start(url, member))
  const followed = await readEvents(await follow(url, member, runOf(events[0]?.event)))
  if (events.at(-1)?.event.type !== 'done' || followed.at(-1)?.id !== events.at(-1)?.id)
    throw new Error(`An article ended with ${JSON.stringify(events.at(-1))}.`)
  await isReceived
  socket.close()
}

/** Closes the page at the first words, and cancels the run from another. */
async function leaveAndStop(url: string, member: BenchMember): Promise<void> {
  let runId = 0
  for await (const { event } of eventsOf(await start(url, member, left))) {
    if (event.type === 'started') runId = event.run_id
    if (event.type === 'text') break
  }
  await ask(`${url}/v1/ai/tool/stop`, member, { uuid: member.id, id: runId })
  await readEvents(await follow(url, member, runId))
}

function runOf(event: ToolEvent | undefined): number {
  if (event?.type !== 'started') throw new Error(`A run began with ${JSON.stringify(event)}.`)
  return event.run_id
}

const start = (url: string, member: BenchMember, topic = 'read to its end') =>
  ask(`${url}/v1/ai/tool/article`, member, {
    uuid: member.id,
    topic,
    tone: 'formal',
    language: 'Korean',
  })
const follow = (url: string, member: BenchMember, runId: number) =>
  ask(`${url}/v1/ai/tool/run/${runId}/events?uuid=${member.id}`, member)

async function ask(url: string, member: BenchMember, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${member.accessToken}`, 'content-type': 'application/json' }
  const response = await fetch(
    url,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  )
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}

function countDescriptors(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return null
  }
}

async function countConnections(dataFolder: string): Promise<number> {
  const database = new pg.Client({ connectionString: findDatabase(dataFolder) })
  await database.connect()
  try {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'`,
    )
    return rows[0]!.count
  } finally {
    await database.end()
  }
}
