// When somebody last signed in, and who has not for a year.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

const memberOfAge = async (interval: string) => {
  const { id } = await createMember(database.adminUrl, { token: 0 })
  await client.query(`update public."user" set logined_at = now() - $2::interval where id = $1`, [
    id,
    interval,
  ])
  return id
}
const stateOf = async (id: string) =>
  (
    await client.query(
      `select is_dormant, dormanted_at is not null as at, logined_at > now() - interval '1 day' as is_new from public."user" where id = $1`,
      [id],
    )
  ).rows[0]

it('rows1 dormancy: after a year without a sign-in a member is dormant, once, and the next sign-in ends it', async () => {
  const [old, recent] = [await memberOfAge('366 days'), await memberOfAge('364 days')]
  const mark = async () => (await client.query('select private.mark_dormant() as n')).rows[0].n
  expect([await mark(), await mark()]).toEqual([1, 0])
  expect(await stateOf(old)).toEqual({ is_dormant: true, at: true, is_new: false })
  expect(await stateOf(recent)).toMatchObject({ is_dormant: false, at: false })
  await runAs(client, { role: 'authenticated', id: old }, 'select public.record_sign_in()', [], true)
  expect(await stateOf(old)).toEqual({ is_dormant: false, at: false, is_new: true })
  expect(await stateOf(recent)).toMatchObject({ is_new: false })
  await expect(runAs(client, { role: 'anon' }, 'select public.record_sign_in()')).rejects.toMatchObject({
    code: '42501',
  })
})
