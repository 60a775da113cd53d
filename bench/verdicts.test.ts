import { expect, it } from 'vitest'
import { judge, judgeExports, type Figures } from './verdicts.ts'

const server = { requestsPerSecond: 300, p50: 50, p99: 90, cpuMs: 3 }
const page = {
  page: 'home' as const,
  product: server,
  anew: server,
  floor: server,
  routerFloor: server,
  ratio: 0.3,
  routerRatio: 1,
  anewRouterRatio: 0.25,
  anewRatio: 0.3,
  snapshotRatio: 10,
}
const stream = { p50: 1, p99: 3, cpuUs: 80, databaseCpuUs: null, isWhole: true }
const load = {
  streams: 20,
  chunkMs: 20,
  direct: stream,
  pipe: stream,
  relay: stream,
  sdk: stream,
  product: stream,
}
const good: Figures = {
  start: {
    firstWithBuild: 20,
    first: 4,
    second: 2,
    idleMemory: { node: 180 * 1024 ** 2, all: 250 * 1024 ** 2 },
  },
  memoryAfterLoad: null,
  pages: [page],
  streams: {
    comparisons: [load],
    held: { streams: 200, bytesPerStream: 50_000 },
  },
  follow: { events: 10_000, p50: 100, p99: 200, isWhole: true },
  tools: {
    pdfBytes: 10_000_000,
    pdfSeconds: 2,
    pageP99: { alone: 10, whileReading: 15 },
    firstWord: { provider: 1, product: 10 },
  },
  typing: { words: 5_000, inText: { p50: 5, p95: 10 }, whileStreaming: { p50: 5, p95: 10 } },
  realtime: {
    sockets: 1000,
    changesPerSecond: 200,
    p50: 5,
    p99: 50,
    lost: 0,
    foreign: 0,
    bytesPerSocket: 20_000,
    cpuMs: 0.5,
    databaseCpuMs: 1,
  },
}
const missed = (figures: Partial<Figures>) => judge({ ...good, ...figures }).filter(({ isMet }) => !isMet)

const kindsOf = (comparisons: Figures['streams']['comparisons'], bytesPerStream = 50_000) =>
  missed({ streams: { comparisons, held: { streams: 200, bytesPerStream } } }).map(({ kind }) => kind)

it('a figure at its limit or better meets every gate', () => {
  expect(missed({})).toEqual([])
})

it('each part that misses its limit is named', () => {
  expect(missed({ start: { ...good.start, second: 5 } }).map(({ what }) => what)).toEqual(['second start'])
  expect(missed({ start: { ...good.start, idleMemory: { node: 0, all: 400 * 1024 ** 2 } } })).toHaveLength(1)
  expect(missed({ pages: [{ ...page, ratio: 0.29 }] })).toMatchObject([{ kind: 'gate', measured: '0.29' }])
})

it('a changed text fails a gate, and a late one misses a goal', () => {
  const late = { ...load, product: { ...stream, p99: 30, isWhole: false } }
  expect(kindsOf([late])).toEqual(['gate', 'goal'])
  expect(kindsOf([{ ...late, streams: 200, product: { ...stream, p99: 30 } }])).toEqual([])
})

it('a delta that takes more than six times the least relay, or too much memory, misses a goal', () => {
  expect(kindsOf([{ ...load, product: { ...stream, cpuUs: 650 } }])).toEqual(['goal'])
  expect(kindsOf([load], 160_000)).toEqual(['goal'])
})

it('a change that was lost or sent to another member fails a gate, and a late one misses a goal', () => {
  const { realtime } = good
  const kinds = (figures: Partial<typeof realtime>) =>
    missed({ realtime: { ...realtime, ...figures } }).map(({ kind }) => kind)
  expect([kinds({ lost: 1 }), kinds({ foreign: 1 })]).toEqual([['gate'], ['gate']])
  expect([kinds({ p99: 100 }), kinds({ bytesPerSocket: 50_000 })]).toEqual([['goal'], ['goal']])
})

it('memory that cannot be read on this system is not judged', () => {
  expect(
    judge({ ...good, start: { ...good.start, idleMemory: null } }).some(({ what }) =>
      what.startsWith('memory'),
    ),
  ).toBe(false)
})

it('a slow PDF misses its gate; pages and first words miss goals', () => {
  const { tools } = good
  const kinds = (figures: Partial<typeof tools>) =>
    missed({ tools: { ...tools, ...figures } }).map(({ kind }) => kind)
  expect(kinds({})).toEqual([])
  expect(kinds({ pdfSeconds: 5 })).toEqual(['gate'])
  expect(kinds({ pageP99: { alone: 10, whileReading: 20 } })).toEqual(['goal'])
  expect(kinds({ firstWord: { provider: 1, product: 16 } })).toEqual(['goal'])
})

it('a key that costs more than a frame misses its goal', () => {
  const slow = { p50: 5, p95: 16 }
  const { typing } = good
  const kinds = (figures: Partial<typeof typing>) =>
    missed({ typing: { ...typing, ...figures } }).map(({ kind }) => kind)
  expect(kinds({ inText: slow })).toEqual(['goal'])
  expect(kinds({ whileStreaming: slow })).toEqual(['goal'])
})

it('an export, the search score and a brief are judged by what somebody waits at worst', () => {
  const file = { kind: 'PDF', median: 1, slowest: 2.9, cpu: 1, bytes: 1 } as const
  const figures = {
    loadBefore: 0,
    characters: 10_000,
    pictures: 10,
    exports: [file],
    score: { characters: 3_000, median: 1, p95: 29 },
  }
  const brief = { pages: 10, answerMs: 1_000, median: 5, slowest: 14 }
  expect(judgeExports(figures, brief).map(({ isMet }) => isMet)).toEqual([true, true, true])
  const slow = { ...figures, exports: [{ ...file, slowest: 3 }], score: { ...figures.score, p95: 30 } }
  expect(judgeExports(slow, { ...brief, slowest: 15 }).map(({ isMet }) => isMet)).toEqual([
    false,
    false,
    false,
  ])
})
