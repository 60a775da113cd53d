// The search of a member's own texts at its limit: two thousand texts of three thousand letters, with words in all of
// them, in a third of them and in none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#scripts/engine/embedded-postgres.ts'
import { prepareBenchDatabase } from '#scripts/testing/bench-database.ts'
import { percentile } from './percentile.ts'
import { makeMember, makeDraw, makeWords } from './prepare-prompts.ts'

const texts = 2_000
const lettersPerText = 3_000
const repeats = 20

/** What a third of the texts have: the searches below miss it by a letter or more. */
const planted = '서울독서모임에서 개정판을 함께 읽은 후기 restaurant'
const searches: Record<string, string> = {
  'a word in every text': '모든글낱말',
  'two letters in every text': '모든',
  'one letter in every text': '의',
  'a word in a third': '서울독서모임',
  'a word nowhere': '가뭄대책회의',
  'two letters nowhere': '핥뷁',
  'one letter nowhere': '뷁',
  'three letters with a typing error, in a third': '계정판',
  'three letters, nowhere, a third have two of them': '개정챂',
  'four letters, nowhere, a third have three of them': '개정판뷁',
  'four letters, nowhere, a third have the last three': '뷁정판을',
  'seven letters with a typing error, in a third': '서울독서모입에',
  'seven letters, nowhere, a third have six of them': '서울독서모임뷁',
  'seven letters, nowhere, a third have both halves': '서울독서뷁임에',
  'a Latin word with a typing error, in a third': 'restaurent',
  'a Latin word, nowhere, a third have most of it': 'restaurqqt',
  'two words with a typing error, in a third': '서울독서모입 후기',
  'three words in every text': '모든글낱말 의 모든',
  'ten words nowhere': '가나바 사아자 차카타 파하고 노도로 모보소 오조구 누두루 무부수 우주뷁',
  'no search': '',
}

export type SearchFigures = {
  what: string
  search: string
  found: number
  cpu: number
  median: number
  p95: number
}[]

export async function measureOwnSearch(dataIn: string): Promise<SearchFigures> {
  const postgres = await startPostgres({ folder: join(dataIn, 'search') })
  try {
    await prepareBenchDatabase(postgres.adminUrl)
    const client = new pg.Client({ connectionString: postgres.adminUrl })
    await client.connect()
    try {
      const member = await fill(client)
      return await measure(client, member)
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
  }
}

async function fill(client: pg.Client): Promise<string> {
  const member = await makeMember(client)
  const [draw, words] = [makeDraw(5), makeWords('ko')]
  const contents = Array.from({ length: texts }, (_, number) => {
    const parts: string[] = []
    for (let length = 0; length < lettersPerText; length += parts.at(-1)!.length + 1) {
      const word = words[Math.floor(words.length * Math.pow(draw(), 3))]!
      parts.push(parts.length % 12 === 11 ? `${word}의.` : word)
    }
    // Near the end, so that a search reads the whole text.
    parts.splice(Math.floor(parts.length * 0.9), 0, '모든글낱말', ...(number % 3 === 0 ? [planted] : []))
    return parts.join(' ')
  })
  // The triggers make what a search reads.
  for (let first = 0; first < texts; first += 100)
    await client.query(
      `insert into public.tool_use (user_id, tool, request, language, model, status, title, content)
       select $1, 'article', '{}', 'Korean', 'demo', 'done', 'Text ' || n, content
       from unnest($2::text[]) with ordinality as x (content, n)`,
      [member, contents.slice(first, first + 100)],
    )
  await client.query('vacuum analyze private.text_search')
  await client.query('vacuum analyze public.tool_use')
  return member
}

/** Whole pages with their passages, as the member's browser asks for them; each search in turn, so that none is alone. */
async function measure(client: pg.Client, member: string): Promise<SearchFigures> {
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ sub: member, role: 'authenticated', aal: 'aal1' }),
  ])
  const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query('set role authenticated')
  const times = new Map<string, number[]>()
  const cpu = new Map<string, number>()
  const found = new Map<string, number>()
  for (let round = 0; round <= repeats; round++)
    for (const [what, search] of Object.entries(searches)) {
      const usedBefore = cpuOf(backends[0]!.pid)
      const startedAt = performance.now()
      const { rows } = await client.query<{ total: string }>(
        'select * from public.list_texts(search => $1)',
        [search],
      )
      // The first round warms the cache.
      if (round > 0) {
        times.set(what, [...(times.get(what) ?? []), performance.now() - startedAt])
        cpu.set(what, (cpu.get(what) ?? 0) + cpuOf(backends[0]!.pid) - usedBefore)
      }
      found.set(what, Number(rows[0]?.total ?? 0))
    }
  return Object.entries(searches).map(([what, search]) => ({
    what,
    search,
    found: found.get(what)!,
    cpu: cpu.get(what)! / repeats,
    median: percentile(times.get(what)!, 0.5),
    p95: percentile(times.get(what)!, 0.95),
  }))
}

/** Milliseconds that a process has used a processor, in steps of ten; NaN where there is no /proc. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** The figures for readers. */
export function describeOwnSearch(figures: SearchFigures, when: Date): string {
  return [
    `# A search in ${texts.toLocaleString('en-US')} texts of one member`,
    '',
    `Measured on ${when.toISOString().slice(0, 10)} by \`node scripts/bench.ts search\`: texts of ${lettersPerText.toLocaleString('en-US')} letters,`,
    `whole pages with their passages, milliseconds of ${repeats} rounds after a first one. Time of the processor does not`,
    'depend on other work on the machine as much as the time that passes.',
    '',
    '| Search | Found | Processor | Median | 95th percentile |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...figures.map(
      ({ what, found, cpu, median, p95 }) =>
        `| ${what} | ${found} | ${cpu.toFixed(1)} | ${median.toFixed(1)} | ${p95.toFixed(1)} |`,
    ),
    '',
  ].join('\n')
}
