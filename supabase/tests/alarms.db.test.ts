// Alarms belong to their member: seen, read and deleted by nobody else, and made by the product alone.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { runAs, type Actor } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

async function memberWithAlarms(count: number): Promise<Actor & { id: string }> {
  const { id } = await createMember(database.adminUrl)
  await client.query(
    `insert into public.user_alarm (user_id, kind, source_id) select $1, 'notice', n::text from generate_series(1, $2::int) as n`,
    [id, count],
  )
  return { role: 'authenticated', id }
}
const rowsOf = async (actor: { id: string }) =>
  (await client.query('select is_read from public.user_alarm where user_id = $1', [actor.id])).rows

it('security 29: a member changes nothing of an own alarm but whether it is read, and makes none', async () => {
  const own = await memberWithAlarms(1)
  for (const column of ['id', 'user_id', 'kind', 'source_id', 'data', 'created_at'])
    await expect(
      runAs(client, own, `update public.user_alarm set ${column} = default`),
      column,
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|428C9)$/) as string })
  const other = await memberWithAlarms(1)
  for (const id of [own.id, other.id])
    await expect(
      runAs(
        client,
        own,
        `insert into public.user_alarm (user_id, kind, source_id) values ($1, 'notice', 'x')`,
        [id],
      ),
    ).rejects.toMatchObject({ code: '42501' })
})

it('N04, security 29: reading all, deleting all and restoring reach the own alarms only', async () => {
  const [own, other] = [await memberWithAlarms(3), await memberWithAlarms(2)]
  expect((await runAs(client, own, 'update public.user_alarm set is_read = true', [], true)).rowCount).toBe(3)
  expect((await rowsOf(other)).every(({ is_read }) => !is_read)).toBe(true)
  const seenBy = async (actor: Actor) =>
    (await runAs(client, actor, 'select 1 from public.user_alarm')).rowCount
  const call = async (actor: Actor, name: string, values: unknown[] = []): Promise<number[]> =>
    (
      await runAs(client, actor, `select public.${name}(${values.length ? '$1' : ''}) as ids`, values, true)
    ).rows[0].ids.map(Number)
  const gone = await call(own, 'delete_alarms')
  expect(gone).toHaveLength(3)
  expect([await seenBy(own), await seenBy(other)]).toEqual([0, 2])
  expect(await call(own, 'delete_alarms')).toEqual([])
  expect(await call(other, 'restore_alarms', [gone])).toEqual([])
  expect(await call(own, 'restore_alarms', [gone.slice(0, 2)])).toHaveLength(2)
  expect([await seenBy(own), await seenBy(other)]).toEqual([2, 2])
  await expect(runAs(client, own, 'delete from public.user_alarm')).rejects.toMatchObject({ code: '42501' })
})

it('N01: one event makes one alarm', async () => {
  const own = await memberWithAlarms(1)
  await expect(
    client.query(`insert into public.user_alarm (user_id, kind, source_id) values ($1, 'notice', '1')`, [
      own.id,
    ]),
  ).rejects.toMatchObject({ code: '23505' })
})
