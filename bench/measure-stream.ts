// The time and memory that the product adds to a model's text on its way to the member, while it meters and saves it.
// It is compared with the fake provider directly, with a pipe of bytes, with the minimal relay, and with the model SDK
// alone.
import { fileURLToPath } from 'node:url'
import { createMembers, type BenchMember } from './members.ts'
import {
  benchText,
  chunkLength,
  chunksPerStream,
  markOf,
  startPacedProvider,
  type PacedProvider,
} from './paced-provider.ts'
import { median, percentile } from './percentile.ts'
import { cpuSeconds, processTree } from './process-figures.ts'
import { startProduct } from './product.ts'
import { startProgram, type Program } from './program.ts'
import { closeReaders, readStream, type StreamRequest } from './read-stream.ts'

/** The number of parallel streams, and the milliseconds from one chunk of a stream to its next. */
const loads = [
  { streams: 20, chunkMs: 20 },
  { streams: 100, chunkMs: 20 },
  { streams: 200, chunkMs: 20 },
  { streams: 500, chunkMs: 50 },
] as const
type Load = (typeof loads)[number]

/**
 * Milliseconds from the provider's write of a chunk to the client's receipt of its last character; microseconds of CPU
 * per chunk of the server between them, and of Postgres, from the first chunk of the provider to its last. `isWhole`:
 * every text arrived complete and unchanged.
 */
export type StreamFigures = {
  p50: number
  p99: number
  cpuUs: number | null
  databaseCpuUs: number | null
  isWhole: boolean
}
export type StreamComparison = {
  streams: number
  chunkMs: number
  direct: StreamFigures
  pipe: StreamFigures
  relay: StreamFigures
  sdk: StreamFigures
  product: StreamFigures
}

export type StreamsFigures = {
  comparisons: StreamComparison[]
  /** The product's memory for each of so many articles when half of their text is written. */
  held: { streams: number; bytesPerStream: number }
}

/** One pause of the machine is a hundredth of so few seconds: each load is measured so often, in turns, and the middle figures count. */
const roundCount = 5

type Arm = 'direct' | 'pipe' | 'relay' | 'sdk' | 'product'

function middleOf(rounds: StreamFigures[]): StreamFigures {
  const middle = (read: (figures: StreamFigures) => number) => median(rounds.map(read))
  const isReported = rounds.every(({ cpuUs }) => cpuUs !== null)
  const isDatabaseTold = rounds.every(({ databaseCpuUs }) => databaseCpuUs !== null)
  return {
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    cpuUs: isReported ? middle(({ cpuUs }) => cpuUs ?? 0) : null,
    databaseCpuUs: isDatabaseTold ? middle(({ databaseCpuUs }) => databaseCpuUs ?? 0) : null,
    isWhole: rounds.every(({ isWhole }) => isWhole),
  }
}

/** Provider and clients are in this process: one clock, and any delay affects all. */
export async function measureStream(dataFolder: string): Promise<StreamsFigures> {
  const provider = await startPacedProvider()
  const providerEnv = provider.fake.env('openai')
  const providerUrl = new URL(providerEnv.OPENAI_BASE_URL ?? '').origin
  const between = (file: string) =>
    startProgram({ arguments: [fileURLToPath(new URL(file, import.meta.url)), providerUrl] })
  const pipe = await between('./byte-pipe.ts')
  const relay = await between('./least-relay.ts')
  const sdk = await between('./sdk-relay.ts')
  // More than the site's usual capacity: no run waits in the queue here.
  const product = await startProduct(dataFolder, { ...providerEnv, RUN_CAPACITY: '1000' })
  const count = Math.max(...loads.map(({ streams }) => streams))
  const members = await createMembers({ dataFolder, url: product.url, count })

  const askProvider =
    (url: string) =>
    (stream: number): StreamRequest => ({
      url: `${url}/v1/responses`,
      headers: {},
      body: { model: 'fake', stream: true, input: markOf(stream) },
      readDelta: readProviderDelta,
    })
  const direct = askProvider(providerUrl)
  const piped = askProvider(pipe.url)
  const relayed = askProvider(relay.url)
  const throughSdk = askProvider(sdk.url)
  const written = (stream: number) => askProduct(product.url, members[stream]!, stream)

  // Code that has never run is no measure of code that has.
  for (const ask of [piped, relayed, throughSdk, written]) await runStreams(provider, loads[0], ask, null)
  const arms: Record<Arm, (load: Load) => Promise<StreamFigures>> = {
    direct: (load) => runStreams(provider, load, direct, null),
    pipe: (load) => runStreams(provider, load, piped, pipe),
    relay: (load) => runStreams(provider, load, relayed, relay),
    sdk: (load) => runStreams(provider, load, throughSdk, sdk),
    product: (load) => runStreams(provider, load, written, product),
  }
  const comparisons: StreamComparison[] = []
  for (const load of loads) {
    const rounds: Record<Arm, StreamFigures[]> = {
      direct: [],
      pipe: [],
      relay: [],
      sdk: [],
      product: [],
    }
    for (let round = 0; round < roundCount; round++)
      for (const name of Object.keys(arms) as Arm[]) rounds[name].push(await arms[name](load))
    comparisons.push({
      ...load,
      direct: middleOf(rounds.direct),
      pipe: middleOf(rounds.pipe),
      relay: middleOf(rounds.relay),
      sdk: middleOf(rounds.sdk),
      product: middleOf(rounds.product),
    })
  }
  const held = await measureHeld(provider, product, written)
  closeReaders()
  await product.stop()
  await sdk.stop()
  await relay.stop()
  await pipe.stop()
  await provider.fake.close()
  return { comparisons, held }
}

function askProduct(url: string, member: BenchMember, stream: number): StreamRequest {
  return {
    url: `${url}/v1/ai/tool/article`,
    headers: { authorization: `Bearer ${member.accessToken}` },
    body: { uuid: member.id, topic: markOf(stream), tone: 'formal', language: 'Korean' },
    readDelta: readProductDelta,
  }
}

type ProviderEvent = { type: string; delta?: string } | null
const readProviderDelta = (event: unknown) =>
  (event as ProviderEvent)?.type === 'response.output_text.delta'
    ? ((event as ProviderEvent)?.delta ?? '')
    : ''
const readProductDelta = (event: unknown) =>
  (event as ProviderEvent)?.type === 'text' ? ((event as ProviderEvent)?.delta ?? '') : ''

/** Apart from the others: collecting garbage in the middle of a text would delay it. */
async function measureHeld(
  provider: PacedProvider,
  product: Program,
  ask: (stream: number) => StreamRequest,
): Promise<StreamsFigures['held']> {
  const { streams, chunkMs } = loads[2]
  const before = await product.heldBytes()
  const { half } = provider.expect(streams, chunkMs)
  const reads = Promise.all(Array.from({ length: streams }, (_, stream) => readStream(ask(stream))))
  await Promise.race([half, reads])
  const after = await product.heldBytes()
  await reads
  return { streams, bytesPerStream: (after - before) / streams }
}

async function runStreams(
  provider: PacedProvider,
  { streams, chunkMs }: Load,
  ask: (stream: number) => StreamRequest,
  server: Program | null,
): Promise<StreamFigures> {
  const { begun, whole } = provider.expect(streams, chunkMs)
  const reads = Promise.all(Array.from({ length: streams }, (_, stream) => readStream(ask(stream))))
  // A stream that fails must not leave us waiting for the others.
  await Promise.race([begun, reads])
  const database = server ? processTree(server.pid).slice(1) : []
  const before = readCpu(server, database)
  await Promise.race([whole, reads])
  const after = readCpu(server, database)
  const texts = await reads
  const latencies = texts.flatMap(({ arrivals }, stream) => {
    let arrived = 0
    return Array.from({ length: chunksPerStream }, (_, chunk) => {
      while (arrived < arrivals.length && arrivals[arrived]!.length < (chunk + 1) * chunkLength) arrived++
      return (arrivals[arrived]?.at ?? Number.POSITIVE_INFINITY) - provider.writtenAt(stream, chunk)
    })
  })
  const perChunkUs = (key: 'server' | 'database') =>
    before[key] === null || after[key] === null
      ? null
      : ((after[key] - before[key]) * 1e6) / (streams * chunksPerStream)
  return {
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuUs: perChunkUs('server'),
    databaseCpuUs: database.length ? perChunkUs('database') : null,
    isWhole: texts.every(({ text }) => text === benchText),
  }
}

const readCpu = (server: Program | null, database: number[]) => ({
  server: server && cpuSeconds([server.pid]),
  database: server && cpuSeconds(database),
})
