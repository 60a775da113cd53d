// Who may have a second factor removed, how, and who may take it back.
import { afterAll, expect, it } from 'vitest'
import type { TestMember } from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'
import { openConsole } from './console-cases.ts'

const { client, member, as, close } = await openConsole()
afterAll(close)
const [owner, operator] = [await member('owner'), await member('operator')]

async function withFactor(who: TestMember): Promise<TestMember> {
  await client.query(`update public."user" set email = id || '@example.com' where id = $1`, [who.id])
  await client.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'app', now(), now())`,
    [who.id],
  )
  return who
}
const ask = (by: TestMember, of: TestMember, reason = 'Lost the phone, proved by a payment.') =>
  as(by, 'select public.operator_ask_factor_removal($1, $2)', [of.id, reason])
const removalsOf = async (who: TestMember) =>
  (
    await client.query(
      'select extract(epoch from due_at - asked_at)::int / 3600 as hours from private.factor_removal where user_id = $1',
      [who.id],
    )
  ).rows
const actsOf = async (who: TestMember) =>
  (
    await client.query(
      `select act from private.operator_log where member_id = $1 and act <> 'read_member' order by id`,
      [who.id],
    )
  ).rows.map(({ act }) => act)

it('screens 3: only an owner asks for it, with a reason, for somebody else who has a factor; the member is told at once', async () => {
  const lost = await withFactor(await member())
  for (const by of [operator, lost]) await expect(ask(by, lost)).rejects.toMatchObject({ code: '42501' })
  await expect(ask(owner, lost, ' ')).rejects.toMatchObject({ message: 'check_required_fields' })
  await expect(ask(owner, await member())).rejects.toMatchObject({ message: 'not_found' })
  await expect(ask(await withFactor(owner), owner)).rejects.toMatchObject({ code: '42501' })
  await ask(owner, lost)
  await expect(ask(owner, lost)).rejects.toMatchObject({ message: 'not_found' })
  expect(await removalsOf(lost)).toEqual([{ hours: 72 }])
  expect(await actsOf(lost)).toEqual(['factor_removal_ask'])
  const { rows } = await client.query(
    `select a.data ->> 'state' as state, l.kind from public.user_alarm a join private.email_outbox l on l.idempotency_key = a.kind || ':' || a.source_id where a.user_id = $1`,
    [lost.id],
  )
  expect(rows).toEqual([{ state: 'asked', kind: 'second_factor' }])
})

it('screens 3: the member with the factor takes it back, a session without it cannot; an owner can', async () => {
  const lost = await withFactor(await member())
  await ask(owner, lost)
  const half = { role: 'authenticated', id: lost.id, sessionId: lost.sessionId } as const
  await expect(runAs(client, half, 'select public.cancel_factor_removal()')).rejects.toMatchObject({
    code: '42501',
  })
  expect((await runAs(client, half, 'select public.read_factor_safety() as safety')).rows).toEqual([
    { safety: null },
  ])
  const seen = (await as(lost, 'select public.read_factor_safety() as safety')).rows[0].safety
  expect(seen).toEqual({ codes: 0, removal_due_at: expect.any(String) })
  await as(lost, 'select public.cancel_factor_removal()')
  expect(await removalsOf(lost)).toEqual([])
  await ask(owner, lost)
  await expect(
    as(operator, 'select public.operator_cancel_factor_removal($1)', [lost.id]),
  ).rejects.toMatchObject({
    code: '42501',
  })
  await as(owner, 'select public.operator_cancel_factor_removal($1)', [lost.id])
  expect(await removalsOf(lost)).toEqual([])
  expect(await actsOf(lost)).toEqual(['factor_removal_ask', 'factor_removal_ask', 'factor_removal_cancel'])
})
