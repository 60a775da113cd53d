// How many pages a second the product renders for visitors, compared with the same content on two bare floors.
import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBody, type BareNode } from './bare-page.ts'
import { fetchPage, loadPage, type Load } from './load.ts'
import { median, percentile } from './percentile.ts'
import { cpuSeconds } from './process-figures.ts'
import { startProgram, type Program } from './program.ts'

export const measuredPages = { home: '/ko', 'tool list': '/ko/tool/list' } as const
export type PageName = keyof typeof measuredPages

/** Milliseconds; `cpuMs` is the server's CPU per request, null where it cannot be read. */
export type PageFigures = { requestsPerSecond: number; p50: number; p99: number; cpuMs: number | null }
/**
 * `floor` is renderToString under Hono, `routerFloor` the barest React Router application. The ratios are the product's
 * requests per second to theirs, the medians of the rounds.
 */
export type PageComparison = {
  page: PageName
  product: PageFigures
  /** The product again, at addresses that were never requested: the page cache has none of them. */
  anew: PageFigures
  floor: PageFigures
  routerFloor: PageFigures
  ratio: number
  routerRatio: number
  /** The ratios of `anew` to bare React Router, to the floor and to the product as it is served. */
  anewRouterRatio: number
  anewRatio: number
  snapshotRatio: number
}

const rounds = 5
const roundSeconds = 1.2
/** The product's code is larger and takes longer until it is compiled to its best. */
const warmUpSeconds = { product: 1.5, anew: 4, floor: 1.5, routerFloor: 1.5 }
type ServerName = keyof typeof warmUpSeconds

/** Rounds alternate, so that other load on the machine affects all three. */
export async function measurePages(product: Program, folder: string): Promise<PageComparison[]> {
  const pages = await readPages(product)
  const file = join(folder, 'floor.json')
  writeFileSync(file, JSON.stringify(pages))
  const floor = await startFloor('./floor.ts', file, pages)
  const routerFloor = await startFloor('./router-floor.ts', file, pages)
  const servers: Record<ServerName, Program> = { product, anew: product, floor, routerFloor }
  const names = Object.keys(measuredPages) as PageName[]
  const comparisons: PageComparison[] = []
  for (const page of names) comparisons.push(await comparePage(page, servers))
  await Promise.all([floor.stop(), routerFloor.stop()])
  return comparisons
}

async function comparePage(page: PageName, servers: Record<ServerName, Program>): Promise<PageComparison> {
  const path = measuredPages[page]
  const names = Object.keys(servers) as ServerName[]
  for (const name of names) await loadPage(addressOf(servers[name], path, name), warmUpSeconds[name])
  const measured: Record<ServerName, Round[]> = { product: [], anew: [], floor: [], routerFloor: [] }
  for (let round = 0; round < rounds; round++) {
    for (const name of names)
      measured[name].push(await measureRound(servers[name], addressOf(servers[name], path, name)))
  }
  const ratio = (one: Round[], other: Round[]) =>
    median(one.map((round, index) => rate([round]) / rate(other.slice(index, index + 1))))
  return {
    page,
    product: summarise(measured.product),
    floor: summarise(measured.floor),
    routerFloor: summarise(measured.routerFloor),
    anew: summarise(measured.anew),
    ratio: ratio(measured.product, measured.floor),
    routerRatio: ratio(measured.product, measured.routerFloor),
    anewRouterRatio: ratio(measured.anew, measured.routerFloor),
    anewRatio: ratio(measured.anew, measured.floor),
    snapshotRatio: ratio(measured.product, measured.anew),
  }
}

/** `{n}` makes each request's address another one, see loadPage. */
function addressOf(server: Program, path: string, name: ServerName): string {
  return server.url + path + (name === 'anew' ? '?n={n}' : '')
}

async function readPages(product: Program): Promise<Record<string, BareNode[]>> {
  const paths = Object.values(measuredPages)
  const bodies = await Promise.all(paths.map(async (path) => readBody(await fetchPage(product.url + path))))
  return Object.fromEntries(paths.map((path, index) => [path, bodies[index] ?? []]))
}

/** @throws when the floor would not show the product's content */
async function startFloor(script: string, file: string, pages: Record<string, BareNode[]>): Promise<Program> {
  const floor = await startProgram({
    arguments: [fileURLToPath(new URL(script, import.meta.url)), file],
    env: { NODE_ENV: 'production' },
  })
  for (const [path, body] of Object.entries(pages)) {
    if (!isDeepStrictEqual(readBody(await fetchPage(floor.url + path)), body))
      throw new Error(`The floor ${script} does not show what ${path} shows.`)
  }
  return floor
}

type Round = Load & { cpuSeconds: number | null }

async function measureRound(server: Program, address: string): Promise<Round> {
  const before = cpuSeconds([server.pid])
  const load = await loadPage(address, roundSeconds)
  const after = cpuSeconds([server.pid])
  return { ...load, cpuSeconds: before === null || after === null ? null : after - before }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const rate = (measured: Round[]) =>
  sum(measured.map((round) => round.requests)) / sum(measured.map((round) => round.seconds))

function summarise(measured: Round[]): PageFigures {
  const latencies = measured.flatMap((round) => round.latenciesMs)
  const cpu = measured.map((round) => round.cpuSeconds)
  return {
    requestsPerSecond: rate(measured),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuMs: cpu.includes(null) ? null : (sum(cpu as number[]) * 1000) / latencies.length,
  }
}
