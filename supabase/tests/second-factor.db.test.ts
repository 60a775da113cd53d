// A session below aal2 of somebody who has a second factor.
import { randomUUID } from 'node:crypto'
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

async function memberWithFactor(status: 'verified' | 'unverified'): Promise<Actor & { id: string }> {
  const { id } = await createMember(database.adminUrl)
  await client.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', $3, now(), now())`,
    [randomUUID(), id, status],
  )
  await client.query(
    `insert into public.user_alarm (user_id, kind, source_id) values ($1, 'notice', 'one')`,
    [id],
  )
  return { role: 'authenticated', id }
}

it('security 53: with a verified factor a session below aal2 reads nothing of the member’s but the record, and changes nothing', async () => {
  const member = await memberWithFactor('verified')
  for (const aal of ['aal1', undefined] as const) {
    const low: Actor = aal ? { ...member, aal } : member
    for (const table of ['user_usage', 'user_alarm', 'token_history'])
      expect((await runAs(client, low, `select * from public.${table}`)).rowCount, table).toBe(0)
    expect((await runAs(client, low, 'update public.user_alarm set is_read = true')).rowCount).toBe(0)
    await expect(
      runAs(client, low, `insert into public.user_referrer (id, use) values ($1, 'hobby')`, [member.id]),
    ).rejects.toMatchObject({ code: '42501' })
    const { rows } = await runAs(client, low, 'select u.id, u.needs_second_factor from public."user" u')
    expect(rows).toEqual([{ id: member.id, needs_second_factor: true }])
  }
  const high: Actor = { ...member, aal: 'aal2' }
  for (const table of ['user_usage', 'user_alarm', 'token_history'])
    expect((await runAs(client, high, `select * from public.${table}`)).rowCount, table).toBe(1)
  const { rows } = await runAs(client, high, 'select u.needs_second_factor from public."user" u')
  expect(rows).toEqual([{ needs_second_factor: false }])
})

it('security 53: a factor that was never verified asks for nothing', async () => {
  const member = await memberWithFactor('unverified')
  expect((await runAs(client, member, 'select * from public.user_usage')).rowCount).toBe(1)
})

it('security 53: every table that tells members from each other asks whether the caller may use the service', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select distinct tablename as name from pg_policies own
    where schemaname = 'public' and permissive = 'PERMISSIVE' and 'authenticated' = any (roles)
      and coalesce(qual, '') || coalesce(with_check, '') like '%auth.uid()%'
      and not exists (select from pg_policies guard where guard.schemaname = own.schemaname
        and guard.tablename = own.tablename and guard.permissive = 'RESTRICTIVE' and 'authenticated' = any (guard.roles)
        and guard.qual like '%may_use_service()%')
    order by 1`)
  // The own record leads to the page that blocks or asks for the factor; the others are visits, written and never read.
  expect(rows.map(({ name }) => name)).toEqual(['prompt_view', 'statistic_log', 'user'])
})
