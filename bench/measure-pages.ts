// How many pages a second the product renders for visitors, against the same content on the bare floor.
import { writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBody } from './bare-page.ts'
import { fetchPage, loadPage, type Load } from './load.ts'
import { median, percentile } from './percentile.ts'
import { cpuSeconds } from './process-figures.ts'
import { startProgram, type Program } from './program.ts'

export const measuredPages = { home: '/ko', 'tool list': '/ko/tool/list' } as const
export type PageName = keyof typeof measuredPages

/** Milliseconds; `cpuMs` is the server's CPU per request, null where it cannot be read. */
export type PageFigures = { requestsPerSecond: number; p50: number; p99: number; cpuMs: number | null }
/** `ratio`: requests per second of the product to the floor's, the median of the rounds. */
export type PageComparison = { page: PageName; product: PageFigures; floor: PageFigures; ratio: number }

const rounds = 5
const roundSeconds = 1.5
/** The product's code is larger and takes longer until it is compiled to its best. */
const warmUpSeconds = { product: 4, floor: 2 }

/** Rounds alternate, so that whatever else the machine does meets both. */
export async function measurePages(product: Program, folder: string): Promise<PageComparison[]> {
  const floor = await startFloor(product, folder)
  const names = Object.keys(measuredPages) as PageName[]
  const comparisons: PageComparison[] = []
  for (const page of names) {
    const path = measuredPages[page]
    await loadPage(floor.url + path, warmUpSeconds.floor)
    await loadPage(product.url + path, warmUpSeconds.product)
    const measured = { product: [] as Round[], floor: [] as Round[] }
    for (let round = 0; round < rounds; round++) {
      measured.floor.push(await measureRound(floor, path))
      measured.product.push(await measureRound(product, path))
    }
    const ratios = measured.product.map((round, index) => rate([round]) / rate([measured.floor[index]!]))
    comparisons.push({
      page,
      product: summarise(measured.product),
      floor: summarise(measured.floor),
      ratio: median(ratios),
    })
  }
  await floor.stop()
  return comparisons
}

/** @throws when the floor would not show what the product shows */
async function startFloor(product: Program, folder: string): Promise<Program> {
  const paths = Object.values(measuredPages)
  const pages = await Promise.all(
    paths.map(async (path) => [path, readBody(await fetchPage(product.url + path))] as const),
  )
  const file = join(folder, 'floor.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(pages)))
  const floor = await startProgram({
    arguments: [fileURLToPath(new URL('./floor.ts', import.meta.url)), file],
    env: { NODE_ENV: 'production' },
  })
  for (const [path, body] of pages) {
    if (!isDeepStrictEqual(readBody(await fetchPage(floor.url + path)), body))
      throw new Error(`The floor does not show what ${path} shows.`)
  }
  return floor
}

type Round = Load & { cpuSeconds: number | null }

async function measureRound(server: Program, path: string): Promise<Round> {
  const before = cpuSeconds([server.pid])
  const load = await loadPage(server.url + path, roundSeconds)
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
