// The weekly look-up of saved keywords: which are due, in which order, what is stored, and what is announced.
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createMember,
  openTestDatabase,
  type OpenTestDatabase,
  type TestMember,
} from '#scripts/testing/database.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())
beforeEach(() => client.query('delete from public.saved_keyword; delete from private.daily_call'))

const join = () => createMember(database.adminUrl)
const figures = (count: number | null) => ({
  pc_searches: count === null ? null : { count, less_than: false },
  mobile_searches: { count: 0, less_than: false },
})
/** Saved and read so many weeks ago. */
async function save({ id }: TestMember, key: string, { count = 100, weeks = 1, isSample = false } = {}) {
  const { rows } = await client.query<{ id: string }>(
    `insert into public.saved_keyword (user_id, keyword, key, is_sample, first_figures, first_read_at, last_figures, last_read_at)
     values ($1, lower($2), $2, $3, $4, now(), $4, now() - make_interval(weeks => $5)) returning id`,
    [id, key, isSample, figures(count), weeks],
  )
  return rows[0]!.id
}
/** The hour of the week in which a keyword is due depends on its name: here its time has come for all of them. */
const listDue = async (daily = 100_000) => {
  const { rows } = await client.query<{ key: string }>(
    `select key from private.list_due_keywords(false, ${daily})`,
  )
  return rows.map(({ key }) => key)
}
const store = (key: string, count: number | null) =>
  client.query('select private.store_keyword_volume($1, false, $2)', [key, figures(count)])
const weeksOf = async (id: string) =>
  (
    await client.query(
      'select searches, less_than, is_announced from public.saved_keyword_week where saved_id = $1 order by week',
      [id],
    )
  ).rows
/** Names whose hour has come, whatever day the test runs on: those of the first hour of the week. */
async function earlyKeys(count: number, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select $1 || n as key from generate_series(1, 100000) n where mod(abs(hashtext($1 || n)::bigint), 160) = 0 limit $2`,
    [prefix, count],
  )
  return rows.map(({ key }) => key)
}

it('K16: a saved keyword is due once a week, in the hour of its name, and has one row a week', async () => {
  const member = await join()
  const [key] = await earlyKeys(1, 'ONCE')
  const id = await save(member, key!)
  expect(await listDue()).toEqual([key])
  await store(key!, 120)
  await store(key!, 130)
  expect(await listDue()).toEqual([])
  expect((await weeksOf(id)).map(({ searches }) => searches)).toEqual([100, 130])
  const { rows } = await client.query(
    `select last_figures #>> '{pc_searches,count}' as count from public.saved_keyword`,
  )
  expect(rows).toEqual([{ count: '130' }])
  const { rows: spread } = await client.query<{ hours: string }>(
    `select count(distinct mod(abs(hashtext('K' || n)::bigint), 160)) as hours from generate_series(1, 2000) n`,
  )
  expect(Number(spread[0]!.hours)).toBe(160)
})

it('K16: samples, removed keywords and those of blocked or absent members are not looked up', async () => {
  const [member, absent, returning, blocked] = [await join(), await join(), await join(), await join()]
  const keys = await earlyKeys(6, 'WHO')
  await save(member, keys[0]!)
  await save(member, keys[1]!, { isSample: true })
  const removed = await save(member, keys[2]!)
  await client.query('update public.saved_keyword set removed_at = now() where id = $1', [removed])
  await save(absent, keys[3]!)
  await save(returning, keys[4]!)
  await save(blocked, keys[5]!)
  for (const { id } of [absent, returning])
    await client.query(
      `update public."user" set logined_at = now() - interval '61 days', created_at = now() - interval '90 days' where id = $1`,
      [id],
    )
  await client.query(`update auth.sessions set updated_at = now() - interval '61 days' where user_id = $1`, [
    absent.id,
  ])
  await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now() - interval '80 days', now() - interval '1 day')`,
    [returning.id],
  )
  await client.query('update public."user" set is_block = true where id = $1', [blocked.id])
  expect(new Set(await listDue())).toEqual(new Set([keys[0], keys[4]]))
})

it('K16: one member’s 200 keywords take nobody’s share, now or later on the day', async () => {
  const [many, few] = [await join(), await join()]
  const keys = await earlyKeys(202, 'MANY')
  for (const key of keys.slice(0, 200)) await save(many, key)
  // 24 hours of a day and two calls left for each of them.
  const { rows } = await client.query<{ hours: string }>(
    `select 24 - extract(hour from now() at time zone 'Asia/Seoul') as hours`,
  )
  const daily = 2 * Number(rows[0]!.hours)
  const first = await listDue(daily)
  expect(first).toHaveLength(2)
  for (const key of first) await store(key, 5)
  for (const key of keys.slice(200)) await save(few, key)
  expect((await listDue(daily)).toSorted()).toEqual(keys.slice(200).toSorted())
  await client.query(`insert into private.daily_call (name, calls) values ('weekly_lookup', $1)`, [daily])
  expect(await listDue(daily)).toEqual([])
})

it('K16: a keyword of several members is looked up once for all, and one saved again starts again', async () => {
  const members = [await join(), await join()]
  const [key] = await earlyKeys(1, 'SHARED')
  const ids = [await save(members[0]!, key!), await save(members[1]!, key!)]
  expect(await listDue()).toEqual([key])
  await store(key!, null)
  for (const id of ids) expect((await weeksOf(id)).map(({ searches }) => searches)).toEqual([100, null])
  await client.query(
    `update public.saved_keyword set created_at = now() + interval '1 second', last_read_at = now() where id = $1`,
    [ids[0]],
  )
  expect(await weeksOf(ids[0]!)).toHaveLength(1)
  expect(await weeksOf(ids[1]!)).toHaveLength(2)
})

it('K16: one alarm a week names what changed by more than a fifth, and can be switched off', async () => {
  const [member, muted] = [await join(), await join()]
  const saved = async (who: TestMember, key: string, before: number, after: number | null) => {
    const id = await save(who, key, { count: before, weeks: 2 })
    await client.query(
      `update public.saved_keyword set last_figures = last_figures || $2::jsonb, last_read_at = now() - interval '1 week' where id = $1`,
      [id, figures(after)],
    )
  }
  await client.query(`insert into private.muted_alarms (user_id, kinds) values ($1, '{keyword_changed}')`, [
    muted.id,
  ])
  for (const who of [member, muted]) {
    await saved(who, 'UP', 100, 121)
    await saved(who, 'DOWN', 100, 40)
    await saved(who, 'FIFTH', 100, 120)
    await saved(who, 'GONE', 100, null)
  }
  const alarms = async () =>
    (
      await client.query(
        `select user_id, source_id, data from public.user_alarm where kind = 'keyword_changed'`,
      )
    ).rows
  const { rows } = await client.query<{ is_early: boolean; week: string }>(
    `select now() < date_trunc('week', now(), 'Asia/Seoul') + interval '9 hours' as is_early, (private.korean_week() - 7)::text as week`,
  )
  const { is_early: isEarly, week } = rows[0]!
  await client.query('select private.announce_keyword_changes()')
  const expected = [{ user_id: member.id, source_id: week, data: { count: 2, title: 'down' } }]
  expect(await alarms()).toEqual(isEarly ? [] : expected)
  // A member who deleted it does not get it again.
  await client.query(`delete from public.user_alarm`)
  await client.query('select private.announce_keyword_changes()')
  expect(await alarms()).toEqual([])
})
