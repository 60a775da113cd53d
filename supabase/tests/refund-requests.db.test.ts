// A member's request for a refund: whose, what the rule gives, one at a time, and an operator's answer.
import { afterAll, expect, it } from 'vitest'
import type { TestMember } from '#scripts/testing/database.ts'
import { withdrawalDays } from '#shared/payments.ts'
import { openConsole } from './console-cases.ts'

const { client, member, as, close } = await openConsole()
afterAll(close)
const operator = await member('operator')

/** A paid pack of a member, with what it granted. @returns its code */
async function paidPack({ id }: TestMember, paidAt = 'now()'): Promise<string> {
  const code = `pack-${crypto.randomUUID().slice(0, 12)}`
  const { rows } = await client.query<{ id: string }>(
    `insert into public.payment_order (code, user_id, type, pack, amount, token, status, paid_at)
     values ($1, $2, 'pack', 'tokens_small', 6900, 300000, 'PAID', ${paidAt}) returning id`,
    [code, id],
  )
  await client.query(
    `insert into private.payment (order_id, try_number, code, amount, balance, status, payment_key, approved_at)
     values ($1, 1, $2 || '-1', 6900, 6900, 'DONE', $2, now())`,
    [rows[0]!.id, code],
  )
  await client.query(`select private.give_paid($1, 300000, 0, false, 'order:' || $2)`, [id, rows[0]!.id])
  return code
}
const ask = (who: TestMember, code: string, reason = 'Bought by mistake.') =>
  as(who, 'select public.ask_refund($1, $2)', [code, reason])
const withdraw = (who: TestMember, code: string) =>
  as(who, 'select public.withdraw_refund_request($1)', [code])
const ruleOf = async (who: TestMember, code: string) =>
  (await as(who, 'select public.read_refund_rule($1) as rule', [code])).rows[0].rule
const requestsOf = async (who: TestMember) =>
  (
    await as(
      who,
      `select r.id::int, r.status, r.answer from public.refund_request r where r.user_id = $1 order by r.id`,
      [who.id],
    )
  ).rows
const listed = async () =>
  (await as(operator, 'select public.operator_list_refund_requests() as lines')).rows[0].lines as {
    id: number
    member_id: string
    rule: { is_full: boolean }
    order: { code: string; requests: { status: string }[] }
  }[]
const decline = (who: TestMember, id: number, reason = 'It was used.') =>
  as(who, 'select public.operator_decline_refund($1, $2)', [id, reason])
const mailed = async ({ id }: TestMember, kind: string) =>
  (
    await client.query(`select payload from private.email_outbox where user_id = $1 and kind = $2`, [
      id,
      kind,
    ])
  ).rows.map(({ payload }) => payload)
const alarmsOf = async ({ id }: TestMember) =>
  (await client.query(`select kind from public.user_alarm where user_id = $1`, [id])).rows.map(
    ({ kind }) => kind,
  )

it('the rule gives all of an unused payment until the end of the seventh day, in Korea', async () => {
  const payer = await member()
  const code = await paidPack(payer, `'2026-11-20T14:59:00Z'`)
  const { rows } = await client.query(
    `select private.withdrawal_ends('2026-11-20T14:59:00Z')::text as late_evening, private.withdrawal_ends('2026-11-20T15:00:00Z')::text as midnight`,
  )
  expect(rows[0]).toEqual({
    late_evening: expect.stringMatching(/^2026-11-2[78]/),
    midnight: expect.stringMatching(/^2026-11-2[89]/),
  })
  const { rows: spans } = await client.query(
    `select extract(epoch from private.withdrawal_ends('2026-11-20T15:00:00Z') - timestamptz '2026-11-20T15:00:00Z') / 86400 as days`,
  )
  // The day of the payment does not count.
  expect(Number(spans[0].days)).toBe(withdrawalDays + 1)
  const ruleAt = async (at: string) =>
    (
      await client.query(
        `select private.describe_refund_rule(o, $2::timestamptz) as rule from public.payment_order o where code = $1`,
        [code, at],
      )
    ).rows[0].rule
  expect(await ruleAt('2026-11-27T14:59:59Z')).toMatchObject({
    left: 6_900,
    is_in_time: true,
    is_unused: true,
    is_full: true,
  })
  expect(await ruleAt('2026-11-27T15:00:00Z')).toMatchObject({ is_in_time: false, is_full: false })
})

it('a payment of which anything is used or held by a run is not refunded in full by the rule', async () => {
  const payer = await member()
  const code = await paidPack(payer)
  expect(await ruleOf(payer, code)).toMatchObject({ is_full: true })
  await client.query(
    `insert into private.run (kind, subject_id, member_id, payer_id, held_token, held_image, lease_until)
     values ('prompt_use', 900001, $1, $1, 1, 0, now() + interval '1 hour')`,
    [payer.id],
  )
  expect(await ruleOf(payer, code)).toMatchObject({ is_unused: false, is_full: false })
  await client.query(`delete from private.run where payer_id = $1`, [payer.id])
  await client.query(
    `insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
     values ($1, $1, 'use', 'token', -1, 0, gen_random_uuid()::text)`,
    [payer.id],
  )
  expect(await ruleOf(payer, code)).toMatchObject({ is_in_time: true, is_unused: false, is_full: false })
})

it('a request is the member’s own, open once, the same when repeated, and tells the member and the operators', async () => {
  const [payer, other] = [await member(), await member()]
  await client.query(`update public."user" set email = 'payer@example.com' where id = $1`, [payer.id])
  const code = await paidPack(payer)
  await expect(ask(other, code)).rejects.toMatchObject({ message: 'not_found' })
  expect(await ruleOf(other, code)).toBeNull()
  await expect(ask(payer, code, '  ')).rejects.toMatchObject({ message: 'check_required_fields' })
  await expect(ask(payer, code, 'x'.repeat(501))).rejects.toMatchObject({ message: 'check_required_fields' })
  await ask(payer, code)
  await ask(payer, code)
  await expect(ask(payer, code, 'Another reason.')).rejects.toMatchObject({ message: 'request_in_progress' })
  expect(await requestsOf(payer)).toMatchObject([{ status: 'OPEN', answer: null }])
  expect(await requestsOf(other)).toEqual([])
  expect(await mailed(payer, 'refund_asked')).toMatchObject([{ order: code, amount: 6_900 }])
  expect(await alarmsOf(operator)).toContain('refund_asked')
})

it('a request can be withdrawn and made again, five times for an order', async () => {
  const payer = await member()
  const code = await paidPack(payer)
  for (const _ of Array.from({ length: 5 })) {
    await ask(payer, code)
    await withdraw(payer, code)
  }
  await withdraw(payer, code)
  await expect(ask(payer, code)).rejects.toMatchObject({ message: 'too_many_requests' })
  expect((await requestsOf(payer)).map(({ status }) => status)).toEqual(
    Array.from({ length: 5 }, () => 'WITHDRAWN'),
  )
})

it('an operator reads the open requests with their orders, and declines one once with a reason that its member reads', async () => {
  const payer = await member()
  await client.query(`update public."user" set email = 'declined@example.com' where id = $1`, [payer.id])
  const code = await paidPack(payer)
  await ask(payer, code)
  const line = (await listed()).find(({ member_id }) => member_id === payer.id)!
  expect(line).toMatchObject({ rule: { is_full: true }, order: { code, requests: [{ status: 'OPEN' }] } })
  await expect(decline(payer, line.id)).rejects.toMatchObject({ message: 'forbidden' })
  await decline(operator, line.id)
  await decline(operator, line.id)
  await expect(decline(await member('operator'), line.id)).rejects.toMatchObject({ message: 'not_found' })
  expect(await requestsOf(payer)).toMatchObject([{ status: 'DECLINED', answer: 'It was used.' }])
  expect((await listed()).some(({ member_id }) => member_id === payer.id)).toBe(false)
  expect(await mailed(payer, 'refund_declined')).toMatchObject([{ order: code, answer: 'It was used.' }])
  expect(await alarmsOf(payer)).toEqual(['refund_declined'])
  const { rows } = await client.query(
    `select act, details from private.operator_log where member_id = $1 and act like 'refund%'`,
    [payer.id],
  )
  expect(rows).toEqual([{ act: 'refund_decline', details: { reason: 'It was used.' } }])
})

it('nobody decides about the own request, and none is withdrawn or declined while its refund is being made', async () => {
  const payer = await member('operator')
  const code = await paidPack(payer)
  await ask(payer, code)
  const [own] = await requestsOf(payer)
  await expect(decline(payer, own.id)).rejects.toMatchObject({ message: 'forbidden' })
  await client.query(
    `insert into private.payment_refund (id, order_id, operator_id, amount, balance, reason)
     select gen_random_uuid(), o.id, $2, 6900, 6900, 'x' from public.payment_order o where o.code = $1`,
    [code, operator.id],
  )
  await expect(withdraw(payer, code)).rejects.toMatchObject({ message: 'request_in_progress' })
  await expect(decline(operator, own.id)).rejects.toMatchObject({ message: 'request_in_progress' })
})

it('a refund ends the request as done; a part that somebody else refunded at the provider does not', async () => {
  const payer = await member()
  const code = await paidPack(payer)
  await ask(payer, code)
  await client.query(`select private.settle_balance($1 || '-1', 5900)`, [code])
  expect(await requestsOf(payer)).toMatchObject([{ status: 'OPEN' }])
  await client.query(
    `insert into private.payment_refund (id, order_id, operator_id, amount, balance, reason)
     select gen_random_uuid(), o.id, $2, 100, 5900, 'x' from public.payment_order o where o.code = $1`,
    [code, operator.id],
  )
  await client.query(`select private.settle_balance($1 || '-1', 5800)`, [code])
  expect(await requestsOf(payer)).toMatchObject([{ status: 'DONE' }])
})

it('a deleted account leaves its requests without their words, and none open', async () => {
  const payer = await member()
  const code = await paidPack(payer)
  await ask(payer, code)
  await client.query(`update public."user" set provider = 'deleted', is_active = false where id = $1`, [
    payer.id,
  ])
  const { rows } = await client.query(
    `select status, reason, answer from public.refund_request where user_id = $1`,
    [payer.id],
  )
  expect(rows).toEqual([{ status: 'WITHDRAWN', reason: '', answer: null }])
})
