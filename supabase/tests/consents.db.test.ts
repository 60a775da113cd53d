// Consents are added and never changed; the newest of a kind counts, and the member's record follows it.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { consentKinds } from '#shared/consents.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

const newcomer = async () => (await createMember(database.adminUrl, { isConsenting: false })).id
const record = (member: string, kind: string, isGiven: boolean, version = '2026-11-25') =>
  client.query('select private.record_consent($1, $2, $3, $4)', [member, kind, version, isGiven])
const rowsOf = async (member: string) =>
  (
    await client.query(
      'select kind, version, is_given from public.user_consent where user_id = $1 order by id',
      [member],
    )
  ).rows as { kind: string; version: string; is_given: boolean }[]
const recordOf = async (member: string) =>
  (
    await client.query(
      'select is_terms_use, is_terms_privacy, is_email_reception from public."user" where id = $1',
      [member],
    )
  ).rows[0] as unknown
const givenBy = async (member: string) =>
  (await client.query('select private.consents_of($1) as given', [member])).rows[0].given as unknown

it('L01: each consent is a row with its kind, version and time, and the record follows', async () => {
  const member = await newcomer()
  for (const kind of consentKinds) await record(member, kind, true)
  expect((await rowsOf(member)).map(({ kind }) => kind)).toEqual([...consentKinds])
  expect(await recordOf(member)).toEqual({
    is_terms_use: true,
    is_terms_privacy: true,
    is_email_reception: true,
  })
})

it('L01: saying the same again adds nothing; a new version does', async () => {
  const member = await newcomer()
  await record(member, 'terms', true)
  await record(member, 'terms', true)
  await record(member, 'news', false)
  expect(await rowsOf(member)).toHaveLength(1)
  await record(member, 'terms', true, '2027-01-01')
  expect(await givenBy(member)).toEqual({ terms: '2027-01-01' })
  expect(await rowsOf(member)).toHaveLength(2)
})

it('L01: news that were set before there was a history are withdrawn with a row', async () => {
  const member = await newcomer()
  await client.query('update public."user" set is_email_reception = true where id = $1', [member])
  await record(member, 'news', false)
  expect(await rowsOf(member)).toEqual([{ kind: 'news', version: '2026-11-25', is_given: false }])
  expect(await recordOf(member)).toMatchObject({ is_email_reception: false })
  expect(await givenBy(member)).toEqual({})
})

it('L01: nobody changes or deletes a row, not even the owner of the table', async () => {
  const member = await newcomer()
  await record(member, 'terms', true)
  for (const statement of [
    'update public.user_consent set is_given = false',
    'delete from public.user_consent',
  ])
    await expect(client.query(`${statement} where user_id = $1`, [member])).rejects.toThrow(
      'history_is_immutable',
    )
})

it('L01: the rows go with the account', async () => {
  const member = await newcomer()
  await record(member, 'terms', true)
  await client.query(`update public."user" set provider = 'deleted' where id = $1`, [member])
  expect(await rowsOf(member)).toEqual([])
})
