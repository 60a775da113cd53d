// The prompt library at size: searches for words of every frequency, lists in every order and filter and at depth, and writing.
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startPostgres } from '#scripts/engine/embedded-postgres.ts'
import { loadPage } from './load.ts'
import { median, percentile } from './percentile.ts'
import { preparePrompts, rareCombination, type Library } from './prepare-prompts.ts'
import { startProduct } from './product.ts'

export type SearchFigure = {
  sort: string
  keyword: string
  what: string
  /** Shown prompts that hold it. */
  hits: number
  p50: number
  p95: number
  /** The first page and, where it is exact, the total equal those of a plain ilike over all prompts. */
  isRight: boolean
}
/** p95 of the first page and of a deep one; the medians show how much of that comes from other programs. */
export type ListFigure = {
  sort: string
  filter: string
  first: number
  firstP50: number
  deep: number
  deepP50: number
  depth: number
}
export type LibraryFigures = {
  count: number
  /** The load average of the last minute, and the number of cores. */
  load: { average: number; cores: number }
  seconds: Library['seconds']
  indexBytes: number
  searches: SearchFigure[]
  lists: ListFigure[]
  /** Milliseconds at the 95th percentile: a new prompt that is shown, an edit of its text, a view, and the view counted in its row. */
  writing: { add: number; edit: number; view: number; count: number }
  /** The list for visitors, in requests per second: from the page cache, and rendered for each request. */
  page: { served: number; anew: number }
  /** The plans of some of them, by `explain analyze`. */
  plans: string
}

const repeats = 20
/**
 * Other programs disturb whole seconds at a time. The rounds of all measurements alternate, and the fastest round of
 * each counts.
 */
const rounds = 6
const pageSize = 30

export async function measureLibrary(dataIn: string, count: number): Promise<LibraryFigures> {
  const folder = join(dataIn, 'library')
  const postgres = await startPostgres({ folder })
  try {
    const figures = await measureDatabase(postgres.adminUrl, count)
    await postgres.stop()
    return { ...figures, page: await measurePage(folder) }
  } finally {
    await postgres.stop()
  }
}

async function measureDatabase(adminUrl: string, count: number): Promise<Omit<LibraryFigures, 'page'>> {
  const library = await preparePrompts(adminUrl, count)
  try {
    const searches = await measureSearches(library)
    const lists = await measureLists(library)
    const plans = await collectPlans(library)
    const writing = await measureWriting(library)
    const { rows } = await library.admin.query(
      `select sum(pg_relation_size(indexrelid))::bigint as bytes from pg_index where indrelid = 'private.prompt_search'::regclass and not indisprimary`,
    )
    return {
      count,
      load: { average: loadavg()[0] ?? 0, cores: availableParallelism() },
      seconds: library.seconds,
      indexBytes: Number(rows[0].bytes),
      searches,
      lists,
      writing,
      plans,
    }
  } finally {
    await library.admin.end()
  }
}

/** The product itself over this library, in rounds that alternate. */
async function measurePage(folder: string): Promise<LibraryFigures['page']> {
  const product = await startProduct(folder)
  const served = `${product.url}/ko/prompt/list`
  const anew = `${served}?n={n}`
  const rates: { served: number[]; anew: number[] } = { served: [], anew: [] }
  try {
    for (const address of [served, anew]) await loadPage(address, 3)
    for (let round = 0; round < 5; round++)
      for (const [name, address] of Object.entries({ served, anew }) as [keyof typeof rates, string][]) {
        const { requests, seconds } = await loadPage(address, 1.2)
        rates[name].push(requests / seconds)
      }
    console.log(
      `  list page: ${median(rates.served).toFixed(0)}/s, made anew ${median(rates.anew).toFixed(0)}/s`,
    )
    return { served: median(rates.served), anew: median(rates.anew) }
  } finally {
    await product.stop()
  }
}

/** Runs as the browser's requests do: under the member's role and claims. */
async function asMember<Result>({ admin, memberId }: Library, work: () => Promise<Result>): Promise<Result> {
  // Resets the rate limit, because a member never searches as often as a bench.
  await admin.query('truncate private.search_call')
  await admin.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ role: 'authenticated', sub: memberId }),
  ])
  await admin.query('set role authenticated')
  try {
    return await work()
  } finally {
    await admin.query('reset role')
  }
}

type Page = { lines: { id: number }[]; total: number | null; is_total_exact: boolean; next: string | null }

/**
 * Milliseconds at the 95th percentile of repeated calls, and the last result. The first call is not counted, because
 * the cache must be warm.
 */
async function timeList(
  admin: pg.Client,
  options: Record<string, unknown>,
): Promise<{ p50: number; p95: number; page: Page }> {
  const names = Object.keys(options)
  const text = `select public.list_prompts(${names.map((name, index) => `${name} => $${index + 1}`).join(', ')}) as page`
  const times: number[] = []
  let page: Page | undefined
  for (let index = 0; index <= repeats; index++) {
    const startedAt = performance.now()
    const { rows } = await admin.query<{ page: Page }>(text, Object.values(options))
    if (index > 0) times.push(performance.now() - startedAt)
    page = rows[0]?.page
  }
  return { p50: median(times), p95: percentile(times, 0.95), page: page! }
}

function keywordsOf({ words }: Library): { keyword: string; what: string }[] {
  const places = [0, 3, 30, 300, 700, 1_500, 3_900]
  const found = (['ko', 'en'] as const).flatMap((language) => {
    const list = words[language]
    const word = (place: number) => list[place] ?? ''
    return [
      ...places.map((place) => ({ keyword: word(place), what: `${language}, word ${place}` })),
      { keyword: word(0).slice(-2), what: `${language}, two letters` },
      { keyword: word(1_500).slice(0, 2), what: `${language}, two letters of a rarer word` },
      { keyword: `${word(0)} ${word(3)}`, what: `${language}, two frequent words` },
      { keyword: `${word(0)} ${word(3_000)}`, what: `${language}, a frequent and a rare word` },
      {
        keyword: `${word(0).slice(-1)} ${word(3).slice(0, 1)}`,
        what: `${language}, letters joined by a space`,
      },
      {
        keyword: `${word(3_000).slice(-1)} ${word(3_900).slice(0, 1)}`,
        what: `${language}, rarer letters joined by a space`,
      },
    ]
  })
  return [
    ...found,
    { keyword: '쀍뒑', what: 'in no prompt' },
    { keyword: 'zqxj', what: 'in no prompt' },
    { keyword: 'Q Z', what: 'letters joined by a space, in no prompt' },
    { keyword: '100%', what: 'with a sign of patterns' },
  ]
}

type Timed = Awaited<ReturnType<typeof timeList>>

/** Everything once per round; of each the round with the lowest 95th percentile. */
async function timeInRounds(library: Library, all: Record<string, unknown>[]): Promise<Timed[]> {
  const best: Timed[] = []
  for (let round = 0; round < rounds; round++)
    for (const [index, options] of all.entries()) {
      const timed = await asMember(library, () => timeList(library.admin, options))
      if (!best[index] || timed.p95 < best[index].p95) best[index] = timed
    }
  return best
}

async function measureSearches(library: Library): Promise<SearchFigure[]> {
  const { admin } = library
  const searches = keywordsOf(library).flatMap((each) => [
    { ...each, sort: 'trending' as const },
    { ...each, sort: 'new' as const },
  ])
  const timed = await timeInRounds(
    library,
    searches.map(({ sort, keyword }) => ({ sort, keyword })),
  )
  const figures: SearchFigure[] = []
  let expected: Expected | undefined
  for (const [index, { keyword, what, sort }] of searches.entries()) {
    const { p50, p95, page } = timed[index]!
    if (index % 2 === 0) expected = await searchPlainly(admin, keyword)
    const { hits, ids } = expected!
    const isSame = page.lines.map(({ id }) => id).join() === ids[sort].join()
    figures.push({
      keyword,
      what,
      sort,
      hits,
      p50,
      p95,
      isRight: isSame && (!page.is_total_exact || page.total === hits),
    })
    console.log(
      `  ${what} (${keyword}), ${sort}: ${hits} hits, ${p95.toFixed(1)} ms${isSame ? '' : ', WRONG'}`,
    )
  }
  return figures
}

type Expected = { hits: number; ids: { trending: number[]; new: number[] } }

/** The results of a plain ilike over all prompts. */
async function searchPlainly(admin: pg.Client, keyword: string): Promise<Expected> {
  const page = (order: string) =>
    `array(select id from hit order by ${order} created_at desc, id desc limit ${pageSize})`
  const { rows } = await admin.query<{ hits: string; trending: string[]; new: string[] }>(
    `with hit as materialized (
       select id, trend_score, created_at from public.prompt where is_show and (title ilike $1 or description ilike $1 or prompt ilike $1
         or (title || e'\\n' || description || e'\\n' || prompt) ilike $1)
     ) select (select count(*) from hit) as hits, ${page('trend_score desc,')} as trending, ${page('')} as new`,
    [`%${keyword.replace(/[\\%_]/g, '\\$&')}%`],
  )
  const [found] = rows
  return {
    hits: Number(found!.hits),
    ids: { trending: found!.trending.map(Number), new: found!.new.map(Number) },
  }
}

const sorts = ['trending', 'new', 'top'] as const
const sortKey = { trending: 'trend_score', new: null, top: 'view_count' } as const
const main = Array.from({ length: 8 }, (_, index) => index + 13)
const filters: { filter: string; options: Record<string, unknown>; where: string }[] = [
  { filter: 'none', options: {}, where: 'true' },
  { filter: 'one sub-category', options: { subs: [5] }, where: 'prompt_category_sub_id = 5' },
  { filter: 'a main category', options: { subs: main }, where: `prompt_category_sub_id between 13 and 20` },
  { filter: 'a model', options: { models: [6] }, where: 'prompt_model_id = 6' },
  { filter: 'a language', options: { languages: ['ko'] }, where: `language = 'ko'` },
  {
    filter: 'a model and a language',
    options: { models: [1], languages: ['en'] },
    where: `prompt_model_id = 1 and language = 'en'`,
  },
  {
    filter: 'main category, model and language',
    options: { subs: main, models: [2], languages: ['ko'] },
    where: `prompt_category_sub_id between 13 and 20 and prompt_model_id = 2 and language = 'ko'`,
  },
  {
    filter: 'one that few prompts pass',
    options: {
      subs: [rareCombination.sub],
      models: [rareCombination.model],
      languages: [rareCombination.language],
    },
    where: `prompt_category_sub_id = ${rareCombination.sub} and prompt_model_id = ${rareCombination.model} and language = '${rareCombination.language}'`,
  },
  {
    filter: 'thirty rare sub-categories',
    options: { subs: Array.from({ length: 30 }, (_, index) => index + 56) },
    where: 'prompt_category_sub_id >= 56',
  },
  {
    filter: 'all sub-categories, text and a model',
    options: { subs: Array.from({ length: 85 }, (_, index) => index + 1), prompt_type: 1, models: [6] },
    where: 'prompt_model_id = 6',
  },
]

/** The first page, and one after half of all lines that match the filter. */
async function measureLists(library: Library): Promise<ListFigure[]> {
  const { admin } = library
  const lists: {
    sort: string
    filter: string
    depth: number
    options: Record<string, unknown>
    cursor: string
  }[] = []
  for (const sort of sorts)
    for (const { filter, options, where } of filters) {
      const { rows: counted } = await admin.query(
        `select count(*)::int as count from public.prompt where is_show and ${where}`,
      )
      const depth = Math.floor(Number(counted[0].count) / 2)
      const order = sortKey[sort] ? `${sortKey[sort]} desc, ` : ''
      const { rows } = await admin.query(
        `select private.prompt_cursor($1, id) as cursor from public.prompt where is_show and ${where}
         order by ${order}created_at desc, id desc offset ${depth} limit 1`,
        [sort],
      )
      lists.push({ sort, filter, depth, options, cursor: rows[0].cursor })
    }
  const timed = await timeInRounds(
    library,
    lists.flatMap(({ sort, options, cursor }) => [
      { sort, ...options },
      { sort, ...options, cursor },
    ]),
  )
  return lists.map(({ sort, filter, depth }, index) => {
    const first = timed[index * 2]!
    const deep = timed[index * 2 + 1]!
    console.log(`  ${sort}, ${filter}: ${first.p95.toFixed(1)} ms, ${depth} deep ${deep.p95.toFixed(1)} ms`)
    return { sort, filter, first: first.p95, firstP50: first.p50, deep: deep.p95, deepP50: deep.p50, depth }
  })
}

async function measureWriting({ admin, memberId, words }: Library): Promise<LibraryFigures['writing']> {
  const adding: number[] = []
  const editing: number[] = []
  const text = (index: number) => words.ko.slice(index, index + 40).join(' ')
  for (let index = 0; index < 60; index++) {
    const begun = performance.now()
    const { rows } = await admin.query(
      `insert into public.prompt (title, description, prompt, language, is_show, review_status, user_id, prompt_model_id, prompt_category_sub_id)
       values ($1, $2, $3, 'ko', true, 'published', $4, 1, 1) returning id`,
      [`새 프롬프트 ${index}`, text(index), text(index * 30), memberId],
    )
    const added = performance.now()
    await admin.query('update public.prompt set prompt = $2 where id = $1', [
      rows[0].id,
      text(index * 30 + 15),
    ])
    adding.push(added - begun)
    editing.push(performance.now() - added)
  }
  const { rows } = await admin.query<{ id: number }>(
    'select id from public.prompt where is_show order by id desc limit 60 offset 1000',
  )
  const viewing: number[] = []
  const counting: number[] = []
  // In turns: what else the machine does meets both.
  for (const { id } of rows) {
    const begun = performance.now()
    await admin.query('insert into public.prompt_view (prompt_id) values ($1)', [id])
    const viewed = performance.now()
    await admin.query('update public.prompt set view_count = view_count + 1 where id = $1', [id])
    viewing.push(viewed - begun)
    counting.push(performance.now() - viewed)
  }
  const p95 = (times: number[]) => percentile(times.slice(5), 0.95)
  return { add: p95(adding), edit: p95(editing), view: p95(viewing), count: p95(counting) }
}

/** Postgres logs the plans of statements inside functions (auto_explain). */
async function collectPlans(library: Library): Promise<string> {
  const { admin } = library
  const texts: string[] = []
  let title = ''
  const listen = ({ message }: { message: string | undefined }) => {
    if (message?.includes('Query Text')) texts.push(`${title}\n${shorten(message)}`)
  }
  admin.on('notice', listen)
  await admin.query(`load 'auto_explain'`)
  for (const setting of [
    'auto_explain.log_analyze = on',
    'auto_explain.log_buffers = on',
    'auto_explain.log_timing = off',
    'auto_explain.log_nested_statements = on',
    `auto_explain.log_level = 'notice'`,
    'auto_explain.log_min_duration = 0',
  ])
    await admin.query(`set ${setting}`)
  const searched = keywordsOf(library).filter(({ what }) => /word 0|word 3900|joined by a space$/.test(what))
  for (const { keyword, what } of searched) {
    title = `## Search: ${what}`
    await asMember(library, () => admin.query('select public.list_prompts(keyword => $1)', [keyword]))
  }
  for (const { filter, options } of filters) {
    title = `## List, trending: ${filter}`
    await asMember(library, () => timeOnce(admin, options))
  }
  await admin.query('set auto_explain.log_min_duration = -1')
  admin.off('notice', listen)
  // The statements that search prompts; those that read a setting or one row are left out.
  return texts.filter((text) => /prompt_search|Merge Append|prompt_list_/.test(text)).join('\n\n')
}

const timeOnce = (admin: pg.Client, options: Record<string, unknown>) =>
  admin.query(
    `select public.list_prompts(${Object.keys(options)
      .map((name, index) => `${name} => $${index + 1}`)
      .join(', ')})`,
    Object.values(options),
  )

/** Texts of queries are long; the plan is what matters. */
const shorten = (message: string): string =>
  message
    .split('\n')
    .map((line) => line.slice(0, 200))
    .filter((line) => !line.includes('Query Text'))
    .join('\n')
