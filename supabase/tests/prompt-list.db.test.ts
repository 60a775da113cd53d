// The public list: order, filters, search and cursors as visitors and members get them.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'
import { makePrompt } from './make-prompt.ts'

type Line = { id: number; title: string; model: string; category_sub: string; language: string }
type ListPage = {
  lines: Line[]
  moved_up: Line[]
  total: number | null
  is_total_exact: boolean
  next: string | null
}

let database: OpenTestDatabase
let client: pg.Client
let author: TestMember
let reader: Actor
const visitor: Actor = { role: 'anon' }

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
  author = await createMember(database.adminUrl)
  reader = { role: 'authenticated', id: (await createMember(database.adminUrl)).id }
})
afterAll(() => database.close())

async function list(actor: Actor, options: Record<string, unknown> = {}): Promise<ListPage> {
  const names = Object.keys(options)
  const { rows } = await runAs(
    client,
    actor,
    `select public.list_prompts(${names.map((name, index) => `${name} => $${String(index + 1)}`).join(', ')}) as page`,
    Object.values(options),
  )
  return rows[0].page
}
const titles = (page: ListPage) => page.lines.map((line) => line.title)

/** Every page of a list, as a reader who knows what is shown already joins them. */
async function readAll(options: Record<string, unknown>, between: () => Promise<void> = async () => {}) {
  const seen = new Map<number, string>()
  let repeats = 0
  let cursor: string | null = null
  do {
    const page: ListPage = await list(visitor, { ...options, cursor })
    for (const line of [...page.moved_up, ...page.lines]) {
      if (seen.has(line.id)) repeats++
      seen.set(line.id, line.title)
    }
    cursor = page.next
    if (cursor) await between()
  } while (cursor)
  return { titles: [...seen.values()], repeats }
}

async function fill(count: number, options: { sub?: number } = {}): Promise<void> {
  await client.query(
    `insert into public.prompt (title, description, prompt, language, is_show, review_status, user_id, prompt_model_id, prompt_category_sub_id, created_at, moved_at, view_count, trend_score)
     select 'filled ' || n, 'd', 'p', case when n % 2 = 0 then 'ko' else 'en' end, true, 'published', $2, (array[1, 2, 6])[n % 3 + 1],
       coalesce($3, n % 85 + 1), timestamptz '2026-11-01' + (n / 4) * interval '1 minute', '2026-11-01', n / 5, n / 6 + 1
     from generate_series(1, $1) as n`,
    [count, author.id, options.sub ?? null],
  )
}
const clear = () => client.query('delete from public.prompt')

it('P08: the list holds what is shown, thirty a page, with the total', async () => {
  await clear()
  await fill(65)
  await makePrompt(client, { user: author.id, title: 'unseen', isShow: false })
  const page = await list(visitor)
  expect(page.lines).toHaveLength(30)
  expect(page).toMatchObject({ total: 65, is_total_exact: true })
  const all = await readAll({})
  expect(all.titles).toHaveLength(65)
  expect(all.titles).not.toContain('unseen')
})

it.each(['trending', 'new', 'top'])(
  'P11, P12: sorted by %s, ties by date and id, pages neither repeat nor skip',
  async (sort) => {
    await clear()
    await fill(100)
    const key = { trending: 'trend_score desc,', top: 'view_count desc,', new: '' }[sort]
    const { rows } = await client.query(
      `select title from public.prompt order by ${key} created_at desc, id desc`,
    )
    const all = await readAll({ sort, page_size: 7 })
    expect(all).toEqual({ titles: rows.map((row) => row.title), repeats: 0 })
  },
)

it.each(['trending', 'top'])(
  'P12: a reader of the list by %s misses nothing while figures change between the pages',
  async (sort) => {
    await clear()
    await fill(60)
    let turn = 0
    const all = await readAll({ sort, page_size: 10 }, async () => {
      turn++
      // Some that were not read yet rise to the top, some that were read fall to the end.
      await client.query(
        `update public.prompt set view_count = case when n % 2 = 0 then 1000 + n else 0 end, trend_score = case when n % 2 = 0 then 1000 + n else -n end
         from (select id as moved, row_number() over (order by md5(id || $1)) as n from public.prompt) m where id = moved and n <= 15`,
        [`turn ${String(turn)}`],
      )
    })
    expect(new Set(all.titles).size).toBe(60)
  },
)

it('P09, P06: filters combine in every way, and totals say how many there are', async () => {
  await clear()
  await fill(400)
  const filters = [
    { subs: [1, 2] },
    { models: [6] },
    { languages: ['en'] },
    { subs: [3], models: [1, 2] },
    { models: [2], languages: ['ko'] },
    { subs: Array.from({ length: 20 }, (_, index) => index + 1), models: [1], languages: ['ko'] },
    { prompt_type: 1, subs: [5] },
  ]
  for (const filter of filters) {
    const { subs = null, models = null, languages = null } = filter as Record<string, unknown>
    const { rows } = await client.query(
      `select title from public.prompt where ($1::smallint[] is null or prompt_category_sub_id = any ($1))
         and ($2::smallint[] is null or prompt_model_id = any ($2)) and ($3::text[] is null or language = any ($3))`,
      [subs, models, languages],
    )
    for (const sort of ['trending', 'new', 'top']) {
      const all = await readAll({ ...filter, sort, page_size: 9 })
      expect(all.titles.toSorted(), JSON.stringify(filter)).toEqual(
        rows.map((row): string => row.title).toSorted(),
      )
      expect((await list(visitor, { ...filter, sort })).total).toBe(rows.length)
    }
  }
})

it('P08: totals follow every change of what is shown', async () => {
  await clear()
  const id = await makePrompt(client, { user: author.id, sub: 7 })
  const count = async (sub: number) => (await list(visitor, { subs: [sub] })).total
  expect(await count(7)).toBe(1)
  await client.query('update public.prompt set prompt_category_sub_id = 8 where id = $1', [id])
  expect([await count(7), await count(8)]).toEqual([0, 1])
  await client.query('update public.prompt set is_show = false where id = $1', [id])
  expect(await count(8)).toBe(0)
  await client.query('update public.prompt set is_show = true where id = $1', [id])
  await client.query('delete from public.prompt where id = $1', [id])
  expect(await count(8)).toBe(0)
})

it('P10, B13: members search title, description and text in either case; visitors never the text', async () => {
  await clear()
  await makePrompt(client, { user: author.id, title: 'In the TITLE', description: 'x1', prompt: 'x2' })
  await makePrompt(client, { user: author.id, title: 'b', description: 'the tItLe is here', prompt: 'x3' })
  await makePrompt(client, { user: author.id, title: 'c', description: 'x', prompt: 'canary title' })
  expect(titles(await list(visitor, { keyword: 'title', sort: 'new' }))).toHaveLength(2)
  expect(titles(await list(reader, { keyword: 'TITLE', sort: 'new' }))).toHaveLength(3)
  expect(titles(await list(visitor, { keyword: 'canary' }))).toEqual([])
  expect((await list(visitor, { keyword: 'canary' })).total).toBe(0)
  expect(titles(await list(reader, { keyword: 'canary' }))).toEqual(['c'])
})

it('P10: Hangul of two syllables, decomposed letters, wildcards and white space are found as they are', async () => {
  await clear()
  for (const title of ['블로그 글쓰기', '100% 할인', 'snake_case', 'back\\slash', 'a b c', '이모지 👩‍🚀 글'])
    await makePrompt(client, { user: author.id, title })
  const find = async (keyword: string) => titles(await list(visitor, { keyword }))
  expect(await find('로그')).toEqual(['블로그 글쓰기'])
  expect(await find('글쓰기'.normalize('NFD'))).toEqual(['블로그 글쓰기'])
  expect(await find('그 글')).toEqual(['블로그 글쓰기'])
  expect(await find('0%')).toEqual(['100% 할인'])
  expect(await find('e_c')).toEqual(['snake_case'])
  expect(await find('%%')).toEqual([])
  expect(await find('k\\s')).toEqual(['back\\slash'])
  expect(await find('a b')).toEqual(['a b c'])
  expect(await find('👩‍🚀')).toEqual(['이모지 👩‍🚀 글'])
})

it('P10: by the walk and by the grams, a search gives what ilike gives, page after page, with filters', async () => {
  await clear()
  await fill(5200)
  await client.query(`update public.prompt set title = 'rare 희귀 ' || id where id % 401 = 0`)
  // So many that a page of them is met on the way, but late: the pace decides.
  await client.query(`update public.prompt set title = 'seldom 드문 ' || id where id % 67 = 0`)
  await client.query('analyze private.prompt_search')
  const filters = [
    {},
    { models: [1] },
    { subs: [1, 2, 3, 4, 5, 6, 7], languages: ['ko'] },
    { subs: Array.from({ length: 80 }, (_, index) => index + 1), models: [2, 6] },
  ]
  for (const keyword of ['filled', 'ed 1', 'seldom', '드문', '희귀', 're', 'led 40', '없는말', 'zzz']) {
    for (const filter of filters) {
      const { rows } = await client.query(
        `select title from public.prompt where (title || e'\n' || description) ilike $1 and ($2::int[] is null or prompt_model_id = any ($2))
           and ($3::int[] is null or prompt_category_sub_id = any ($3)) and ($4::text[] is null or language = any ($4))
         order by trend_score desc, created_at desc, id desc limit 200`,
        [
          `%${keyword}%`,
          'models' in filter ? filter.models : null,
          'subs' in filter ? filter.subs : null,
          'languages' in filter ? filter.languages : null,
        ],
      )
      const wanted = rows.map((row) => row.title)
      const first = await list(visitor, { keyword, ...filter, page_size: 100 })
      expect(titles(first), keyword).toEqual(wanted.slice(0, 100))
      if (!first.next) continue
      const second = await list(visitor, { keyword, ...filter, page_size: 100, cursor: first.next })
      expect(titles(second), keyword).toEqual(wanted.slice(100))
    }
  }
})

it('P10: whatever piece of a text is a keyword, the text has all grams of the keyword', async () => {
  const { rows } = await client.query(
    `with text as (select private.search_form('Für 3-tägige Reisen: ##도시## 안내 🇰🇷 ab12 c,d' || chr(10) || 'مرحبا xyz') as value)
     select substr(value, start, length) as piece from text, generate_series(1, char_length(value)) start, generate_series(2, 7) length
     where not private.letter_grams(value) @> private.keyword_grams(substr(value, start, length))`,
  )
  expect(rows).toEqual([])
  // A run of three is looked up as such and not by its pairs, which most texts have.
  const { rows: grams } = await client.query(
    `select cardinality(private.keyword_grams('abc')) as run, cardinality(private.keyword_grams('ab')) as pair,
       cardinality(private.keyword_grams('abc가')) as mixed, cardinality(private.keyword_grams('a b')) as apart`,
  )
  expect(grams).toEqual([{ run: 1, pair: 1, mixed: 2, apart: 0 }])
})

it.each([
  { subs: [7] },
  { subs: [1, 2, 3, 4, 5, 6, 7], models: [6] },
  { subs: Array.from({ length: 85 }, (_, index) => index + 1), languages: ['en'] },
  { models: [1, 2], languages: ['ko'] },
  { languages: ['ko', 'en'], prompt_type: 1 },
])('P09, P12: filtered by %j and sorted in every way, pages neither repeat nor skip', async (filter) => {
  await clear()
  await fill(400)
  for (const [sort, key] of [
    ['trending', 'trend_score desc,'],
    ['top', 'view_count desc,'],
    ['new', ''],
  ]) {
    const { rows } = await client.query(
      `select title from public.prompt where ($1::int[] is null or prompt_category_sub_id = any ($1))
         and ($2::int[] is null or prompt_model_id = any ($2)) and ($3::text[] is null or language = any ($3))
       order by ${key} created_at desc, id desc`,
      [
        'subs' in filter ? filter.subs : null,
        'models' in filter ? filter.models : null,
        'languages' in filter ? filter.languages : null,
      ],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(await readAll({ sort, ...filter, page_size: 50 })).toEqual({
      titles: rows.map((row) => row.title),
      repeats: 0,
    })
  }
})

it('P13: a search needs two characters', async () => {
  await expect(list(visitor, { keyword: ' 가 ' })).rejects.toThrow('keyword_too_short')
  await expect(list(visitor, { keyword: 'x'.repeat(101) })).rejects.toThrow('invalid_request')
})

it.each([
  { cursor: 'x' },
  { cursor: '1~2~3~4' },
  { cursor: `1~2026-01-01~1'; drop table public.prompt~2026-01-01` },
  { sort: 'trend_score; --' },
  { subs: Array.from({ length: 90 }, () => 1) },
])('what no page asks for is refused: %j', async (options) => {
  await expect(list(visitor, options)).rejects.toThrow('invalid_request')
})

it('P04, P07: everybody reads a prompt but for its text, which members alone get', async () => {
  await clear()
  const text = 'canary-text for ##대상## and ##tone:soft|hard## and ##대상##'
  const id = await makePrompt(client, { user: author.id, prompt: text, sub: 8 })
  const read = async (actor: Actor) =>
    (await runAs(client, actor, 'select public.read_prompt($1) as prompt', [id])).rows[0].prompt
  const seen = await read(visitor)
  expect(JSON.stringify(seen)).not.toContain('canary')
  expect(seen).toMatchObject({
    prompt: null,
    category_main: 'idea',
    category_sub: 'idea_strategies',
    model: 'gpt',
    variables: ['대상', 'tone:soft|hard'],
    author: { nickname: author.nickname, photo: null, uuid: author.id },
  })
  expect(await read(reader)).toMatchObject({ prompt: text, is_saved: false, is_own: false })
  expect(await read({ role: 'authenticated', id: author.id })).toMatchObject({ is_own: true })
})

it('security 21: with the lists come nickname, photo and uuid of an author, nothing else', async () => {
  await clear()
  await makePrompt(client, { user: author.id })
  const { lines } = await list(visitor)
  const [line] = lines as unknown as { author: object }[]
  expect(Object.keys(line!.author).sort()).toEqual(['nickname', 'photo', 'uuid'])
  expect(Object.keys(line!)).not.toContain('prompt')
})

it('P04: a prompt that is not shown is nobody’s but its author’s', async () => {
  const id = await makePrompt(client, { user: author.id, isShow: false })
  const read = async (actor: Actor) =>
    (await runAs(client, actor, 'select public.read_prompt($1) as prompt', [id])).rows[0].prompt
  expect(await read(visitor)).toBeNull()
  expect(await read(reader)).toBeNull()
  expect(await read({ role: 'authenticated', id: author.id })).not.toBeNull()
})

it('security 32: a blocked member neither lists nor reads', async () => {
  const blocked: Actor = {
    role: 'authenticated',
    id: (await createMember(database.adminUrl, { isBlock: true })).id,
  }
  await expect(list(blocked)).rejects.toThrow('user_blocked')
  await expect(runAs(client, blocked, 'select public.read_prompt(1)')).rejects.toThrow('user_blocked')
})

it('P10: letters that never stand beside each other are found too, with the same result as ilike', async () => {
  const mark = `q${Date.now()}`
  for (const [index, text] of [
    `가 나 ${mark}`,
    `가  나 ${mark}`,
    `가나 ${mark}`,
    `나 가 ${mark}`,
    `A b ${mark}`,
  ].entries())
    await makePrompt(client, { user: author.id, title: `${mark} ${index}`, description: text })
  for (const keyword of ['가 나', '나 가', 'a b', 'A  b', 'b q'])
    for (const isAnalyzed of [false, true]) {
      if (isAnalyzed) await client.query('analyze private.prompt_search')
      const { rows } = await client.query(
        `select id::int from public.prompt where is_show and (title || e'\\n' || description || e'\\n' || prompt) ilike '%' || $1 || '%' order by id`,
        [keyword],
      )
      const found = await list(reader, { keyword, page_size: 100 })
      expect([keyword, found.lines.map(({ id }) => id).toSorted((a, b) => a - b)]).toEqual([
        keyword,
        rows.map(({ id }) => id),
      ])
      expect(found.total).toBe(rows.length)
    }
  // However the planner decides, the index answers: called as it is when the walk has found too little.
  const { rows } = await client.query(
    `select (private.find_by_grams((select private.filter_prompts('new', null, null, null, 0::smallint, null)), 'spaced_pairs', 'full_text',
       '가 나', private.spaced_pairs('가 나'), 30)).total`,
  )
  expect(Number(rows[0].total)).toBe((await list(reader, { keyword: '가 나' })).total)
})

it('searches are counted for each member and each address, whatever process asks, and one too many is refused until the window is over', async () => {
  const member = { role: 'authenticated' as const, id: (await createMember(database.adminUrl)).id }
  const search = (actor: Actor) =>
    runAs(client, actor, `select public.list_prompts(keyword => '없는 말')`, [], true)
  await search(member)
  const searchBefore = (caller: string, count: number) =>
    client.query(
      `insert into private.search_call (caller) select ${caller} from generate_series(1, ${count})`,
    )
  await searchBefore(`'member:${member.id}'`, 299)
  await expect(search(member)).rejects.toThrow('too_many_requests')
  // Lists without a keyword are not searches, and others are not held up.
  await runAs(client, member, 'select public.list_prompts()')
  await search(reader)
  await client.query(
    `update private.search_call set called_at = called_at - interval '6 minutes' where caller = 'member:' || $1`,
    [member.id],
  )
  await search(member)
  await searchBefore('private.visitor_key(0)', 599)
  await search(visitor)
  await expect(search(visitor)).rejects.toThrow('too_many_requests')
  await client.query(`delete from private.search_call`)
})

it('sql P4: searches of one address do not wait for each other', async () => {
  const other = new pg.Client({ connectionString: database.adminUrl })
  await other.connect()
  const search = `select private.count_search()`
  await client.query('begin')
  await client.query(search)
  // The first one goes on; a lock that it held would end this with its own error.
  await other.query(`set lock_timeout = '1ms'`)
  await expect(other.query(search)).resolves.toBeDefined()
  await client.query('rollback')
  await other.end()
})

it('sql P4: what is kept of a visitor’s address cannot be found without the key', async () => {
  const keyOf = async (headers: string) => {
    await client.query(`select set_config('request.headers', $1, false)`, [headers])
    return (await client.query('select private.visitor_key(7) as key')).rows[0].key as string
  }
  const key = await keyOf('{"x-forwarded-for": "203.0.113.7"}')
  expect(key).toMatch(/^visitor:[0-9a-f]{64}$/)
  expect(await keyOf('{"x-forwarded-for": "203.0.113.8"}')).not.toBe(key)
  await client.query('update private.visitor_secret set secret = secret || secret')
  expect(await keyOf('{"x-forwarded-for": "203.0.113.7"}')).not.toBe(key)
  await client.query(`select set_config('request.headers', '', false)`)
})
