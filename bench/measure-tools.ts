// Waiting times in the tools: a long PDF and its effect on others, and the first word of a command.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { uploadFile } from '#app/session/upload-file.ts'
import { startFakeProvider } from '#server/adapters/fakes/fake-provider.ts'
import { makePdf } from '#server/testing/make-pdf.ts'
import { eventsOf } from '#server/testing/read-events.ts'
import { fetchPage } from './load.ts'
import { createMembers, findDatabase, type BenchMember } from './members.ts'
import { percentile } from './percentile.ts'
import { startProduct } from './product.ts'

const pdfPages = 400
const pageRounds = 4
const pageAsks = 150
const commandAsks = 60
/** At the pace of a visitor who reads page after page, not as a load. */
const pauseMs = 10

export type ToolFigures = {
  pdfBytes: number
  /** Seconds from the request to the answer, the slowest of a few. */
  pdfSeconds: number
  /** A page that is made for each request, at the 99th percentile: alone, and while PDFs are read. */
  pageP99: { alone: number; whileReading: number }
  /** Milliseconds from the request to the first word, at the median. */
  firstWord: { provider: number; product: number }
}

/** The provider is in this process and answers immediately. */
export async function measureTools(dataFolder: string): Promise<ToolFigures> {
  const fake = await startFakeProvider((call) =>
    call.part === 'outline'
      ? {
          text: '{"questions":[],"specifics":[],"overlooked":"","sections":[{"heading":"A","share":50,"points":[]},{"heading":"B","share":50,"points":[]}]}',
        }
      : call.part === 'titles'
        ? { text: '{"titles":["1","2","3","4","5"]}' }
        : { text: 'A word and another.' },
  )
  const env = fake.env('openai')
  const product = await startProduct(dataFolder, env)
  const [member] = await createMembers({ dataFolder, url: product.url, count: 1 })
  const data = makePdf(Array<string>(pdfPages).fill('A line of words that says nothing new. '.repeat(640)))
  const pdfBytes = data.length
  const path = await storePdf(product.url, dataFolder, member!, data)
  const look = () => lookAtPdf(product.url, member!, path)
  const page = () => askPages(`${product.url}/ko/price?n={n}`)

  // Code that has never run is no measure of code that has.
  await look()
  await page()
  const alone: number[] = []
  const whileReading: number[] = []
  const readings: number[] = []
  // In turns: what else the machine does meets both.
  for (let round = 0; round < pageRounds; round++) {
    alone.push(...(await page()))
    let isAsking = true
    const reading = (async () => {
      while (isAsking) readings.push(await look())
    })()
    whileReading.push(...(await page()))
    isAsking = false
    await reading
  }

  const id = await makeText(dataFolder, member!)
  const provider = await firstWords(() => askProvider(env.OPENAI_BASE_URL ?? ''))
  const commands = await firstWords(() => askCommand(product.url, member!, id))
  await product.stop()
  await fake.close()
  return {
    pdfBytes,
    pdfSeconds: Math.max(...readings),
    pageP99: { alone: percentile(alone, 0.99), whileReading: percentile(whileReading, 0.99) },
    firstWord: { provider: percentile(provider, 0.5), product: percentile(commands, 0.5) },
  }
}

async function storePdf(
  url: string,
  dataFolder: string,
  member: BenchMember,
  data: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const keys = JSON.parse(readFileSync(join(dataFolder, 'keys.json'), 'utf8')) as { publishableKey: string }
  const client = createClient(url, keys.publishableKey, { accessToken: async () => member.accessToken })
  return (await uploadFile(client, 'tool-file', new File([data], 'long.pdf'))).path
}

const post = (url: string, member: BenchMember, path: string, body: object) =>
  fetch(`${url}/v1/ai/tool/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.accessToken}` },
    body: JSON.stringify({ ...body, uuid: member.id }),
  })

/**
 * Reads the file as when it is chosen, under a new name each time, because results are cached by name. @returns seconds
 * @throws when it cannot be read
 */
async function lookAtPdf(url: string, member: BenchMember, path: string): Promise<number> {
  const askedAt = performance.now()
  const response = await post(url, member, 'files', { files: [{ path, name: `${askedAt}.pdf` }] })
  const { result } = (await response.json()) as { result: { characters?: number }[] }
  if (!result[0]?.characters) throw new Error('The file was not read.')
  return (performance.now() - askedAt) / 1000
}

async function askPages(address: string): Promise<number[]> {
  const latenciesMs: number[] = []
  for (let asked = 0; asked < pageAsks; asked++) {
    const askedAt = performance.now()
    await fetchPage(address.replace('{n}', `${Math.round(askedAt * 1000)}`))
    latenciesMs.push(performance.now() - askedAt)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return latenciesMs
}

async function firstWords(ask: () => Promise<number>): Promise<number[]> {
  for (let warm = 0; warm < 10; warm++) await ask()
  const times: number[] = []
  while (times.length < commandAsks) times.push(await ask())
  return times
}

async function askProvider(base: string): Promise<number> {
  const askedAt = performance.now()
  const response = await fetch(`${base}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fake', stream: true, input: 'x' }),
  })
  let first = Number.NaN
  for await (const chunk of response.body ?? [])
    if (Number.isNaN(first) && Buffer.from(chunk).includes('output_text.delta'))
      first = performance.now() - askedAt
  return first
}

async function askCommand(url: string, member: BenchMember, id: number): Promise<number> {
  const askedAt = performance.now()
  const body = { id, feature: 'text-fix', text: 'The  library opens at nine.', before: '', after: '' }
  let first = Number.NaN
  for await (const { event } of eventsOf(await post(url, member, 'edit', body)))
    if (event.type === 'text' && Number.isNaN(first)) first = performance.now() - askedAt
  return first
}

async function makeText(dataFolder: string, member: BenchMember): Promise<number> {
  const database = new pg.Client({ connectionString: findDatabase(dataFolder) })
  await database.connect()
  const { rows } = await database.query<{ id: string }>(
    `insert into public.tool_use (user_id, tool, status, request, language, model, title, content, saved_at)
     values ($1, 'article', 'done', '{}', 'English', 'demo', 'T', 'x', now()) returning id`,
    [member.id],
  )
  await database.end()
  return Number(rows[0]!.id)
}
