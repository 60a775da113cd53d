// E-mails that advertise wait at night until the morning of Korea; everything else leaves at once (정보통신망법 제50조).
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { isAdvertisingNotice, noticeTypes } from '#shared/articles.ts'

let database: OpenTestDatabase
let client: pg.Client
let member: string
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
  member = (await createMember(database.adminUrl)).id
})
afterAll(() => database.close())

const setHours = (startsAt: string, endsAt: string) =>
  client.query('update private.night_rule set starts_at = $1, ends_at = $2', [startsAt, endsAt])
const nightEnd = async (at: string) =>
  (
    (await client.query('select private.night_end($1::timestamptz) as ends_at', [at])).rows[0] as {
      ends_at: Date | string | null
    }
  ).ends_at
const enqueue = (kind: string, payload: object) =>
  client.query(`select private.enqueue_email($1, $2, $3, 'reader@example.com', 'ko', $4)`, [
    kind,
    crypto.randomUUID(),
    member,
    payload,
  ])
const claim = async () =>
  ((await client.query('select kind from private.claim_emails(20)')).rows as { kind: string }[]).map(
    ({ kind }) => kind,
  )

it.each([
  ['2026-11-25T20:59:59+09:00', null],
  ['2026-11-25T21:00:00+09:00', '2026-11-26T08:00:00+09:00'],
  ['2026-11-26T00:00:00+09:00', '2026-11-26T08:00:00+09:00'],
  ['2026-11-26T07:59:59+09:00', '2026-11-26T08:00:00+09:00'],
  ['2026-11-26T08:00:00+09:00', null],
])('L02: %s in Korea waits until %s', async (at, until) => {
  await setHours('21:00', '08:00')
  const end = await nightEnd(at)
  expect(end && new Date(end).toISOString()).toBe(until && new Date(until).toISOString())
})

it('L02: at night invitations and notices that advertise stay in the outbox, receipts and other notices leave', async () => {
  // The whole day but its last moment, whenever this test runs.
  await setHours('00:00', '23:59:59.999')
  await enqueue('invitation', { nickname: 'a', code: 'b', address_hash: 'c' })
  for (const type of noticeTypes) await enqueue('notice', { type })
  await enqueue('receipt', {})
  expect((await claim()).sort()).toEqual(['notice', 'receipt'])
  const { rows } = await client.query(
    `select kind from private.email_outbox where state = 'waiting' and next_attempt_at = private.night_end(now()) order by kind`,
  )
  expect(rows).toHaveLength(3)
  await setHours('00:00', '00:00')
  await client.query(`update private.email_outbox set next_attempt_at = now() where state = 'waiting'`)
  expect((await claim()).sort()).toEqual(['invitation', 'notice', 'notice'])
})

it('L02: the server and the database name the same notices as advertisements', async () => {
  for (const type of noticeTypes) {
    const { rows } = await client.query<{ is_ad: boolean }>(
      `select private.is_advertising('notice', $1) as is_ad`,
      [{ type }],
    )
    expect(rows[0]!.is_ad, type).toBe(isAdvertisingNotice(type))
  }
})
