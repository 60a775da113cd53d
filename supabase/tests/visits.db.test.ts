// Statistics: everybody may add a row of the right form, nobody may read one, and a flood ends at a bound.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'

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

it('security 115: browsers together add at most 6000 rows a minute, in one statement or many', async () => {
  const flood = `insert into public.statistic_log (type, type_detail, url) select 'VIEW', 'VIEW_PAGE', '/' from generate_series(1, $1::int)`
  await expect(runAs(client, visitor, flood, [13_000])).rejects.toThrow('too_many_requests')
  // This minute and the next, so that the test may run across the turn of one.
  const startMinutesAt = (firstId: string) =>
    client.query(
      `insert into private.statistic_minute
       select date_trunc('minute', now()) + n * interval '1 minute', ${firstId} from generate_series(0, 1) as n
       on conflict (minute) do update set first_id = excluded.first_id`,
    )
  await startMinutesAt(`(select last_value from public.statistic_log_id_seq) - 5990`)
  await runAs(client, visitor, flood, [5])
  await expect(runAs(client, visitor, flood, [10])).rejects.toThrow('too_many_requests')
  await startMinutesAt(`(select last_value from public.statistic_log_id_seq)`)
  await runAs(client, visitor, flood, [5])
})
