// How much time local-backend adds to its statements: the same work for it and for two floors, on one database.
import { join } from 'node:path'
import { startPostgres } from '#scripts/engine/embedded-postgres.ts'
import { prepareLibrary } from '#scripts/testing/library-database.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { loadApi, type ApiRequest } from './load-api.ts'
import { fetchPage } from './load.ts'
import { percentile } from './percentile.ts'
import { memoryBytes } from './process-figures.ts'
import { projectFolder } from './product.ts'
import { startProgram, type Program } from './program.ts'

export type ApiFigures = { requestsPerSecond: number; p50: number; p99: number }
export type ApiComparison = {
  work: 'list' | 'one' | 'insert' | 'user' | 'refresh'
  what: string
  backend: ApiFigures
  /** node:http and the batch that the backend sends too. */
  batch: ApiFigures
  /** node:http and node-postgres's own pipelining; null where there is no such floor. */
  plain: ApiFigures | null
}
export type BackendFigures = {
  comparisons: ApiComparison[]
  /** Milliseconds for a new token and for a repeated one. */
  tokenCheckMs: { first: number; again: number }
  /** Seconds from starting the process, database prepared, to the first answer; bytes after that. */
  startSeconds: number
  idleMemory: number | null
}

type Facts = {
  publishableKey: string
  members: { accessToken: string; refreshToken: string }[]
  tokenCheckMs: { first: number; again: number }
}
type Work = {
  work: ApiComparison['work']
  what: string
  hasPlain: boolean
  next(facts: Facts): Parameters<typeof loadApi>[2]
}

/** Many short rounds, so that other load on the machine affects all alike. */
const rounds = 12
const idleSeconds = 3
const roundSeconds = 0.4
const warmUpSeconds = 1.5
const script = join(projectFolder, 'local-backend/testing/speed-server.ts')

export async function measureBackend(dataIn: string): Promise<BackendFigures> {
  const postgres = await startPostgres({ folder: join(dataIn, 'backend') })
  try {
    const urls = await prepareLibrary(postgres.adminUrl)
    const backend = await start('backend', urls)
    const startSeconds = await firstAnswer(backend)
    await wait(idleSeconds * 1000)
    const idleMemory = memoryBytes([backend.pid])
    const facts = JSON.parse(await fetchPage(`${backend.url}/speed-facts`)) as Facts
    const servers = { backend, batch: await start('batch', urls), plain: await start('plain', urls) }
    const comparisons: ApiComparison[] = []
    for (const work of works) comparisons.push(await compare(work, servers, facts))
    for (const server of Object.values(servers)) await server.stop()
    return { comparisons, tokenCheckMs: facts.tokenCheckMs, startSeconds, idleMemory }
  } finally {
    await postgres.stop()
  }
}

function start(mode: 'backend' | 'batch' | 'plain', urls: string[]): Promise<Program> {
  return startProgram({ arguments: [script, mode, ...urls], env: { NODE_ENV: 'production' } })
}

/** Seconds from the start of the process to its first answer. */
async function firstAnswer({ url, startedAt }: Program): Promise<number> {
  await fetchPage(`${url}/auth/v1/.well-known/jwks.json`)
  return (performance.now() - startedAt) / 1000
}

const asMember = ({ publishableKey, members }: Facts, index: number): Record<string, string> => ({
  apikey: publishableKey,
  authorization: `Bearer ${members[index % members.length]?.accessToken}`,
})
/** A list that speed-floor.ts answers too. */
const list =
  '/rest/v1/book?select=id,title,pages,mood,tags,published_at,author:person!author_id(id,name)&order=id.desc&limit=30'
let count = 0

const works: Work[] = [
  {
    work: 'list',
    what: 'list of 30 rows, each with its author',
    hasPlain: true,
    next: (facts) => (index) => ({ method: 'GET', path: list, headers: asMember(facts, index) }),
  },
  {
    work: 'one',
    what: 'one row by its id',
    hasPlain: true,
    next: (facts) => (index) => ({
      method: 'GET',
      path: `/rest/v1/book?select=id,title,pages,mood&id=eq.${11 + (count++ % 9_000)}`,
      headers: asMember(facts, index),
    }),
  },
  {
    work: 'insert',
    what: 'insert of one row',
    hasPlain: true,
    next: (facts) => (index) => ({
      method: 'POST',
      path: '/rest/v1/book',
      headers: { ...asMember(facts, index), 'content-type': 'application/json' },
      body: '{"title":"New","author_id":1}',
    }),
  },
  {
    work: 'user',
    what: 'who is signed in (user)',
    hasPlain: false,
    next: (facts) => (index) => ({
      method: 'GET',
      path: '/auth/v1/user',
      headers: asMember(facts, index),
    }),
  },
  { work: 'refresh', what: 'refresh of a session', hasPlain: false, next: refreshing },
]

/**
 * Each connection has its own session and continues with the refresh token of its last answer, from any of the servers.
 */
function refreshing(facts: Facts) {
  return (index: number, last: string | null): ApiRequest => {
    const member = facts.members[index % facts.members.length]
    if (member && last !== null)
      member.refreshToken = (JSON.parse(last) as { refresh_token: string }).refresh_token
    return {
      method: 'POST',
      path: '/auth/v1/token?grant_type=refresh_token',
      headers: { apikey: facts.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: member?.refreshToken }),
    }
  }
}

async function compare(
  { work, what, hasPlain, next }: Work,
  servers: Record<'backend' | 'batch' | 'plain', Program>,
  facts: Facts,
): Promise<ApiComparison> {
  const names = hasPlain ? (['backend', 'batch', 'plain'] as const) : (['backend', 'batch'] as const)
  const measured: Record<string, { requests: number; seconds: number; latencies: number[] }> = {}
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const load = await loadApi(servers[name].url, round === 0 ? warmUpSeconds : roundSeconds, next(facts))
      // The first round warms up.
      if (round === 0) continue
      const sum = (measured[name] ??= { requests: 0, seconds: 0, latencies: [] })
      sum.requests += load.requests
      sum.seconds += load.seconds
      sum.latencies.push(...load.latenciesMs)
    }
  }
  const figures = (name: string): ApiFigures | null => {
    const sum = measured[name]
    if (!sum) return null
    return {
      requestsPerSecond: sum.requests / sum.seconds,
      p50: percentile(sum.latencies, 0.5),
      p99: percentile(sum.latencies, 0.99),
    }
  }
  return { work, what, backend: figures('backend')!, batch: figures('batch')!, plain: figures('plain') }
}
