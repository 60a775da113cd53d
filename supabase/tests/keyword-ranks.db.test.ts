// Ranks of members' blogs: what a member may write, which keywords are due, what is stored, and what is announced.
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'
import { readBlogAddress } from '#shared/blog-address.ts'
import { runAs, type Actor } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())
beforeEach(() => client.query('delete from public.saved_keyword'))

const join = () => createMember(database.adminUrl)
const actorOf = ({ id }: TestMember): Actor => ({ role: 'authenticated', id })
/** Names whose hour of the day is the first, so that they are due at any time. */
async function earlyKeys(count: number, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select $1 || n as key from generate_series(1, 100000) n where mod(abs(hashtext($1 || n)::bigint), 20) = 0 limit $2`,
    [prefix, count],
  )
  return rows.map(({ key }) => key)
}
async function save({ id }: TestMember, key: string, blog = 'example.com/me'): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into public.saved_keyword (user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at, blog)
     values ($1, lower($2), $2, false, '{}', now(), '{}', now(), $3) returning id`,
    [id, key, blog],
  )
  return rows[0]!.id
}
const store = (id: string, position: number | null, { blog = 'example.com/me', announces = true } = {}) =>
  client.query(`select private.store_rank($1, $2, $3, 'Title', 'https://example.com/me/1', $4)`, [
    id,
    blog,
    position,
    announces,
  ])
const listDue = async (daily = 100_000) => {
  const { rows } = await client.query<{ key: string }>(
    `select key from private.list_due_ranks(false, ${daily})`,
  )
  return rows.map(({ key }) => key)
}
const ranksOf = async (id: string) =>
  (
    await client.query(
      'select day = private.korean_day() as is_today, blog, position from public.keyword_rank where saved_id = $1 order by day',
      [id],
    )
  ).rows
/** As if today's check had been made so many days ago. */
const age = (id: string, days: number) =>
  client.query('update public.keyword_rank set day = day - $2::integer where saved_id = $1', [id, days])

it('K17: a member writes a blog as readBlogAddress returns it, in own keywords alone, and no rank', async () => {
  const [member, other] = [await join(), await join()]
  const id = await save(member, 'OWN', '')
  const write = (who: TestMember, blog: string) =>
    runAs(client, actorOf(who), 'update public.saved_keyword set blog = $2 where id = $1', [id, blog], true)
  for (const typed of ['my_blog', 'https://Example.com/일기/', 'story.tistory.com', ''])
    expect((await write(member, readBlogAddress(typed) ?? '')).rowCount).toBe(1)
  for (const blog of ['my_blog', 'https://example.com', 'example.com/a?b', 'x.y z', `a.b/${'x'.repeat(200)}`])
    await expect(write(member, blog), blog).rejects.toMatchObject({ code: '23514' })
  expect((await write(other, 'example.com')).rowCount).toBe(0)
  await expect(
    runAs(client, actorOf(member), 'update public.saved_keyword set rank_position = 1'),
  ).rejects.toMatchObject({ code: '42501' })
})

it('K17: a keyword with a blog is due once a day, one row a day is stored, and another blog is due again', async () => {
  const member = await join()
  const keys = await earlyKeys(2, 'DUE')
  const id = await save(member, keys[0]!)
  await save(member, keys[1]!, '')
  expect(await listDue()).toEqual([keys[0]])
  await store(id, 7)
  await store(id, 3)
  expect(await ranksOf(id)).toEqual([{ is_today: true, blog: 'example.com/me', position: 3 }])
  expect(await listDue()).toEqual([])
  await client.query(`update public.saved_keyword set blog = 'example.com/new' where id = $1`, [id])
  const { rows } = await client.query(
    'select rank_position, rank_checked_at from public.saved_keyword where id = $1',
    [id],
  )
  expect(rows).toEqual([{ rank_position: null, rank_checked_at: null }])
  expect(await listDue()).toEqual([keys[0]])
  // The answer for the earlier blog came late.
  await store(id, 1)
  expect(await ranksOf(id)).toMatchObject([{ position: 3 }])
  await store(id, null, { blog: 'example.com/new' })
  expect(await ranksOf(id)).toEqual([{ is_today: true, blog: 'example.com/new', position: null }])
})

it('K17: members take turns within the day’s budget', async () => {
  const [many, few] = [await join(), await join()]
  const keys = await earlyKeys(52, 'TURN')
  for (const key of keys.slice(0, 50)) await save(many, key)
  for (const key of keys.slice(50)) await save(few, key)
  const { rows } = await client.query<{ hours: string }>(
    `select 24 - extract(hour from now() at time zone 'Asia/Seoul') as hours`,
  )
  const first = await listDue(4 * Number(rows[0]!.hours))
  expect(first).toHaveLength(4)
  expect(first).toEqual(expect.arrayContaining(keys.slice(50)))
})

it('K17: an alarm says that a blog entered or left the first ten, once, and not after the member asked', async () => {
  const member = await join()
  const id = await save(member, 'ALARM')
  const alarms = async () =>
    (
      await client.query<{ data: object }>(
        `with old as (delete from public.user_alarm where user_id = $1 and kind = 'rank_changed' returning data) select data from old`,
        [member.id],
      )
    ).rows.map(({ data }) => data)
  await store(id, 4)
  expect(await alarms()).toEqual([])
  await age(id, 1)
  await store(id, 11)
  expect(await alarms()).toEqual([{ title: 'alarm', position: 11, is_first: false }])
  await age(id, 1)
  await store(id, null)
  expect(await alarms()).toEqual([])
  await age(id, 1)
  await store(id, 10)
  await store(id, 10)
  expect(await alarms()).toEqual([{ title: 'alarm', position: 10, is_first: true }])
  await age(id, 1)
  await store(id, null, { announces: false })
  expect(await alarms()).toEqual([])
})
