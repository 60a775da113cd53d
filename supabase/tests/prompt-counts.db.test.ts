// Counters and the trend score: exact under many at once, and not to be blown up.
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

let database: OpenTestDatabase
let client: pg.Client
let author: TestMember
let readers: TestMember[]
const visitor: Actor = { role: 'anon' }
const member = ({ id }: TestMember): Actor => ({ role: 'authenticated', id })

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
  author = await createMember(database.adminUrl)
  readers = []
  for (let number = 0; number < 5; number++) readers.push(await createMember(database.adminUrl))
})
afterAll(() => database.close())

const counts = async (id: string) =>
  (
    await client.query(
      'select view_count::int as views, action_count::int as thanks, like_count::int as saves from public.prompt where id = $1',
      [id],
    )
  ).rows[0]

const view = (actor: Actor, id: string, user: string | null = null) =>
  runAs(
    client,
    actor,
    'insert into public.prompt_view (prompt_id, user_id) values ($1, $2)',
    [id, user],
    true,
  )

async function viewFrom(address: string, id: string): Promise<void> {
  await client.query(`select set_config('request.headers', $1, false)`, [
    JSON.stringify({ 'x-forwarded-for': `6.6.6.6, ${address}` }),
  ])
  await view(visitor, id)
  await client.query(`select set_config('request.headers', '', false)`)
}

/** Runs the work on so many connections at once. */
async function inParallel(works: ((on: pg.Client) => Promise<unknown>)[], connections = 20) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const one = new pg.Client({ connectionString: database.adminUrl })
      await one.connect()
      return one
    }),
  )
  await Promise.all(
    clients.map(async (on, index) => {
      for (let next = index; next < works.length; next += connections) await works[next]!(on)
    }),
  )
  await Promise.all(clients.map((one) => one.end()))
}

it('P18, security 23: 200 toggles at once leave the count equal to the rows', async () => {
  const id = await makePrompt(client, { user: author.id })
  await inParallel(
    Array.from(
      { length: 200 },
      (_, index) => (on: pg.Client) =>
        runAs(
          on,
          member(readers[index % 5]!),
          'select * from public.save_prompt($1, $2)',
          [id, Math.floor(index / 5) % 2 === 0],
          true,
        ),
    ),
  )
  const { rows } = await client.query(
    'select count(*)::int as count from public.prompt_like where prompt_id = $1',
    [id],
  )
  expect((await counts(id)).saves).toBe(rows[0].count)
})

it('P18: saving twice saves once, taking back twice takes back once, and the count never falls below zero', async () => {
  const id = await makePrompt(client, { user: author.id })
  const save = async (isSaved: boolean) =>
    (
      await runAs(
        client,
        member(readers[0]!),
        'select is_saved_now, like_count::int as count from public.save_prompt($1, $2)',
        [id, isSaved],
        true,
      )
    ).rows[0]
  expect([await save(true), await save(true)]).toEqual([
    { is_saved_now: true, count: 1 },
    { is_saved_now: true, count: 1 },
  ])
  expect([await save(false), await save(false)]).toEqual([
    { is_saved_now: false, count: 0 },
    { is_saved_now: false, count: 0 },
  ])
})

it('P19, P28, security 23: thanks at once from one member are one, with one alarm for the author', async () => {
  const id = await makePrompt(client, { user: author.id, title: '고마운 글' })
  const outcomes: string[] = []
  await inParallel(
    Array.from({ length: 20 }, () => async (on: pg.Client) => {
      const thank = runAs(
        on,
        member(readers[0]!),
        `insert into public.prompt_action (type, prompt_id, user_id) values ('thank', $1, $2)`,
        [id, readers[0]!.id],
        true,
      )
      outcomes.push(
        await thank.then(
          () => 'done',
          (error: pg.DatabaseError) => error.code ?? '',
        ),
      )
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === '23505')).toHaveLength(19)
  expect((await counts(id)).thanks).toBe(1)
  const { rows } = await client.query(
    `select data from public.user_alarm where kind = 'prompt_thank' and user_id = $1 and source_id = $2`,
    [author.id, `${id}:${readers[0]!.id}`],
  )
  expect(rows).toEqual([{ data: { title: '고마운 글' } }])
})

it('security 23: an own prompt cannot be thanked', async () => {
  const id = await makePrompt(client, { user: author.id })
  await expect(
    runAs(
      client,
      member(author),
      `insert into public.prompt_action (type, prompt_id, user_id) values ('thank', $1, $2)`,
      [id, author.id],
    ),
  ).rejects.toThrow('forbidden')
  expect((await counts(id)).thanks).toBe(0)
})

it('P17, security 24: a member and a visitor count once a day, within a minute, and the author never', async () => {
  const id = await makePrompt(client, { user: author.id })
  for (let turn = 0; turn < 3; turn++) {
    await view(member(readers[0]!), id, readers[0]!.id)
    await view(member(readers[0]!), id)
    await view(member(author), id, author.id)
    await viewFrom('10.0.0.1', id)
  }
  await viewFrom('10.0.0.2', id)
  expect((await counts(id)).views).toBe(0)
  await client.query('select private.refresh_trend_scores()')
  expect((await counts(id)).views).toBe(3)
  const { rows } = await client.query(
    'select user_id from public.prompt_view where prompt_id = $1 order by user_id nulls last',
    [id],
  )
  expect(rows).toEqual([{ user_id: readers[0]!.id }, { user_id: null }, { user_id: null }])
  await client.query(`update private.prompt_engagement set day = day - 1 where prompt_id = $1`, [id])
  await view(member(readers[0]!), id, readers[0]!.id)
  await client.query('select private.refresh_trend_scores()')
  expect((await counts(id)).views).toBe(4)
})

it('security 24: five hundred visits from five hundred addresses count sixty times a minute, and nobody is counted as somebody else', async () => {
  const id = await makePrompt(client, { user: author.id })
  for (let number = 0; number < 500; number++)
    await viewFrom(`10.1.${String(number % 250)}.${String(Math.floor(number / 250))}`, id)
  await client.query('select private.refresh_trend_scores()')
  expect((await counts(id)).views).toBe(60)
  await expect(view(visitor, id, readers[0]!.id)).rejects.toMatchObject({ code: '42501' })
  await expect(view(member(readers[1]!), id, readers[0]!.id)).rejects.toMatchObject({ code: '42501' })
})

it('P11: the trend score is the published formula, whatever the steps in which it was added up', async () => {
  await client.query('select private.refresh_trend_scores()')
  const createdAt = '2026-11-10T00:00:00Z'
  const id = await makePrompt(client, { user: author.id, createdAt })
  const signals: [string, number, string][] = [
    ['view', 1, '2026-11-11T00:00:00Z'],
    ['save', 4, '2026-11-13T00:00:00Z'],
    ['use', 6, '2026-11-19T12:00:00Z'],
    ['thank', 8, '2026-11-20T00:00:00Z'],
  ]
  const days = (iso: string) => (Date.parse(iso) - Date.parse('2026-01-01T00:00:00Z')) / 86_400_000
  let sum = 10 * 2 ** (days(createdAt) / 3)
  for (const [index, [kind, weight, at]] of signals.entries()) {
    await client.query(
      `insert into private.prompt_engagement (prompt_id, kind, viewer, day, created_at) values ($1, $2, 'x', $3::timestamptz::date, $3)`,
      [id, kind, at],
    )
    if (index % 2 === 1) await client.query('select private.refresh_trend_scores()')
    sum += weight * 2 ** (days(at) / 3)
  }
  const { rows } = await client.query('select trend_score from public.prompt where id = $1', [id])
  expect(rows[0].trend_score).toBeCloseTo(Math.log2(sum), 6)
})

it('P11: refreshing adds each signal once, also when two processes do it at the same time, and touches no other prompt', async () => {
  const [busy, quiet] = [
    await makePrompt(client, { user: author.id }),
    await makePrompt(client, { user: author.id }),
  ]
  await client.query('select private.refresh_trend_scores()')
  await client.query(
    `insert into private.prompt_engagement (prompt_id, kind, viewer, day) select $1, 'view', 'v' || n, current_date from generate_series(1, 500) as n`,
    [busy],
  )
  const added: number[] = []
  await inParallel(
    Array.from({ length: 8 }, () => async (on: pg.Client) => {
      const { rows } = await on.query('select private.refresh_trend_scores(100) as added')
      added.push(rows[0].added)
    }),
    8,
  )
  const { rows: rest } = await client.query('select private.refresh_trend_scores() as added')
  expect(added.reduce((sum, count) => sum + count, 0) + rest[0].added).toBe(500)
  const score = async (id: string) =>
    (await client.query('select trend_score from public.prompt where id = $1', [id])).rows[0].trend_score
  expect((await score(busy)) - (await score(quiet))).toBeCloseTo(Math.log2(51), 1)
})

it('P11: extreme scores stay finite and in order', async () => {
  const { rows } = await client.query(
    `select private.add_trends(100000, -100000) as far, private.add_trends(5, 5) as twice, private.trend_of(1, '2200-01-01') as late`,
  )
  expect(rows[0].far).toBe(100_000)
  expect(rows[0].twice).toBe(6)
  expect(rows[0].late).toBeGreaterThan(20_000)
})

it('what was counted is forgotten after two days, what waits is not', async () => {
  const id = await makePrompt(client, { user: author.id })
  await client.query(
    `insert into private.prompt_engagement (prompt_id, kind, viewer, day, is_counted) values
       ($1, 'view', 'old', current_date - 5, true), ($1, 'view', 'waits', current_date - 5, false), ($1, 'view', 'today', current_date, true)`,
    [id],
  )
  await client.query('select private.purge_prompt_engagement()')
  const { rows } = await client.query(
    'select viewer from private.prompt_engagement where prompt_id = $1 order by 1',
    [id],
  )
  expect(rows.map((row) => row.viewer)).toEqual(['today', 'waits'])
})
