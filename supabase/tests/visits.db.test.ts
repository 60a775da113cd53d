// Statistics: everybody may add a row of the right form, nobody may read one, and a flood ends at a bound.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'
import { liftedSession } from './console-cases.ts'

let database: OpenTestDatabase
let client: pg.Client
const visitor: Actor = { role: 'anon' }

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

const insert = 'insert into public.statistic_log (type, type_detail, url, uuid) values ($1, $2, $3, $4)'

it('O06, O07, O08: a row is type, detail, path and uuid or nobody', async () => {
  const member = await createMember(database.adminUrl)
  const asMember: Actor = { role: 'authenticated', id: member.id }
  await runAs(client, visitor, insert, ['VIEW', 'VIEW_UNIQUE', '/ko', null], true)
  await runAs(client, asMember, insert, ['ACTION', 'SIGN_IN', '/ko/sign/in', member.id], true)
  const { rows } = await client.query(
    'select type, type_detail, url, uuid from public.statistic_log order by id',
  )
  expect(rows).toEqual([
    { type: 'VIEW', type_detail: 'VIEW_UNIQUE', url: '/ko', uuid: null },
    { type: 'ACTION', type_detail: 'SIGN_IN', url: '/ko/sign/in', uuid: member.id },
  ])
  await expect(runAs(client, visitor, insert, ['VIEW', 'VIEW_PAGE', '/ko', member.id])).rejects.toMatchObject(
    {
      code: '42501',
    },
  )
})

it('O08: nothing else can be written into it', async () => {
  for (const values of [
    ['VIEW', 'SIGN_IN', '/ko', null],
    ['ACTION', '<script>', '/ko', null],
    ['OTHER', 'VIEW_PAGE', '/ko', null],
    ['VIEW', 'VIEW_PAGE', 'https://elsewhere.example', null],
    ['VIEW', 'VIEW_PAGE', `/${'a'.repeat(2000)}`, null],
  ])
    await expect(runAs(client, visitor, insert, values), values.join(' ')).rejects.toMatchObject({
      code: '23514',
    })
  await expect(runAs(client, visitor, 'select id from public.statistic_log')).rejects.toMatchObject({
    code: '42501',
  })
  await expect(
    runAs(
      client,
      visitor,
      `insert into public.statistic_log (type, type_detail, url, created_at) values ('VIEW', 'VIEW_PAGE', '/', now())`,
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

const flood = `insert into public.statistic_log (type, type_detail, url) select 'VIEW', 'VIEW_PAGE', '/' from generate_series(1, $1::int)`
/** Runs as a visitor from an address. */
async function visitFrom(address: string, count: number) {
  await client.query(`select set_config('request.headers', $1, false)`, [
    JSON.stringify({ 'x-forwarded-for': address }),
  ])
  try {
    await runAs(client, visitor, flood, [count], true)
  } finally {
    await client.query(`select set_config('request.headers', '', false)`)
  }
}

it('security 115, sql P6, attacks 7: one address adds at most sixty rows a minute, and what is refused takes nothing from others', async () => {
  await expect(visitFrom('203.0.113.1', 6_001)).rejects.toThrow('too_many_requests')
  await expect(visitFrom('203.0.113.1', 121)).rejects.toThrow('too_many_requests')
  for (const place of [2, 3, 4]) await visitFrom(`203.0.113.${place}`, 60)
  // This minute and the next, so that the test may run across the turn of one.
  await client.query(
    `insert into private.visit_count (caller, minute, count) select c.caller, date_trunc('minute', now()) + n * interval '1 minute', 59
     from private.visit_count c, generate_series(0, 1) as n where c.caller like 'visitor:%'
     on conflict (caller, minute) do update set count = 59`,
  )
  await expect(visitFrom('203.0.113.2', 2)).rejects.toThrow('too_many_requests')
  await visitFrom('203.0.113.2', 1)
})

it('security 115: all browsers together add at most 6000 rows a minute', async () => {
  await client.query(
    `insert into private.visit_count (caller, minute, count)
     select 'all', date_trunc('minute', now()) + n * interval '1 minute', 5990 from generate_series(0, 1) as n
     on conflict (caller, minute) do update set count = 5990`,
  )
  await visitFrom('203.0.113.20', 5)
  await expect(visitFrom('203.0.113.21', 11)).rejects.toThrow('too_many_requests')
  await client.query('delete from private.visit_count')
})

it('rows1 7, sql P6: visits are summed up by day, the day that goes on anew each time, and an operator reads the totals', async () => {
  await client.query('delete from public.statistic_log')
  await client.query(
    `insert into public.statistic_log (type, type_detail, url, created_at)
     select 'VIEW', 'VIEW_UNIQUE', '/', now() - d * interval '1 day' from unnest(array[0, 1, 1, 100]) as d
     union all select 'ACTION', 'SIGN_UP', '/', now() - interval '1 day'`,
  )
  for (let times = 0; times < 2; times++) await client.query('select private.sum_up_statistics()')
  const { rows } = await client.query(
    'select type_detail, count::int from private.statistic_day order by day, type_detail',
  )
  expect(rows).toEqual([
    { type_detail: 'VIEW_UNIQUE', count: 1 },
    { type_detail: 'SIGN_UP', count: 1 },
    { type_detail: 'VIEW_UNIQUE', count: 2 },
    { type_detail: 'VIEW_UNIQUE', count: 1 },
  ])
  // Rows of today come after the first sum, and old ones go.
  await client.query(
    `insert into public.statistic_log (type, type_detail, url) values ('VIEW', 'VIEW_UNIQUE', '/')`,
  )
  await client.query(`delete from public.statistic_log where created_at < now() - interval '20 hours'`)
  await client.query('select private.sum_up_statistics()')
  const operator = await createMember(database.adminUrl, { token: 0 })
  await client.query(`update public."user" set role = 'operator' where id = $1`, [operator.id])
  const told = await runAs(
    client,
    { role: 'authenticated', ...liftedSession(operator) },
    'select public.operator_list_visits() as days',
  )
  expect(told.rows[0].days.map(({ totals }: { totals: object }) => totals)).toEqual([
    { VIEW_UNIQUE: 2 },
    { VIEW_UNIQUE: 2, SIGN_UP: 1 },
  ])
})

it('sql P4: a visitor’s address is the platform’s word or our own server’s, never the caller’s', async () => {
  const networkOf = async (headers: Record<string, string>) => {
    await client.query(`select set_config('request.headers', $1, false)`, [JSON.stringify(headers)])
    return (await client.query('select private.caller_network() as network')).rows[0].network as string | null
  }
  const forged = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }
  expect(await networkOf(forged)).toBe('203.0.113.9')
  expect(await networkOf({ ...forged, 'cf-connecting-ip': '198.51.100.4' })).toBe('198.51.100.4')
  const secret = 'a-secret-of-this-test-with-32-characters'
  await client.query(`select private.trust_proxy_secret(sha256(convert_to($1, 'UTF8')))`, [secret])
  const page = { 'cf-connecting-ip': '198.51.100.4', 'x-visitor-address': '2001:db8:1:2:3::4' }
  expect(await networkOf({ ...page, 'x-proxy-secret': secret })).toBe('2001:db8:1:2::')
  expect(await networkOf({ ...page, 'x-proxy-secret': 'guess' })).toBe('198.51.100.4')
  expect(await networkOf(page)).toBe('198.51.100.4')
  expect(await networkOf({ 'x-forwarded-for': '::ffff:203.0.113.9' })).toBe('203.0.113.9')
  expect(await networkOf({})).toBeNull()
  await client.query(`select set_config('request.headers', '', false)`)
})
