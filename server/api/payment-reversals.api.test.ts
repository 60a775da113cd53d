// Reversed payments, billing keys that no member may read, and deleted accounts.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createPaymentCase, isCharge, type PaymentCase } from '#server/testing/payment-cases.ts'

let shop: PaymentCase
beforeAll(async () => {
  shop = await createPaymentCase()
})
afterEach(() => {
  shop.toss.fault = () => null
  return shop.expectRules()
})
afterAll(() => shop.close())

const pro = { type: 'subscription', plan: 'pro', period: 'month' }

it('security 82: a reversed payment takes back the unspent rest; the spent part stays as a debt that the next payment covers', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, { type: 'pack', pack: 'tokens_small' })
  await sql`insert into public.token_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
    values (${payer.id}, ${payer.id}, 'use', -120000, 0, ${`spent:${payer.id}`})`.execute(shop.test.database)
  shop.toss.refund(`${order.code}-1`)
  const sendWebhook = () =>
    shop.test.post('/v1/payment/webhook', {
      eventType: 'PAYMENT_STATUS_CHANGED',
      data: { orderId: `${order.code}-1` },
    })
  await Promise.all([sendWebhook(), sendWebhook(), sendWebhook()])
  expect((await shop.ordersOf(payer))[0]).toMatchObject({ status: 'REFUNDED' })
  expect(await shop.usageOf(payer)).toMatchObject({ token: 0, last_payment_status: 'CANCELED' })
  const debtOf = async () =>
    (
      await sql<{ token: number }>`select token from public.payment_debt where user_id = ${payer.id}`.execute(
        shop.test.database,
      )
    ).rows
  expect(await debtOf()).toEqual([{ token: 120_000 }])
  await shop.buy(payer, { type: 'pack', pack: 'tokens_small' })
  expect(await shop.usageOf(payer)).toMatchObject({ token: 180_000 })
  expect(await debtOf()).toEqual([{ token: 0 }])
})

it('security 82: a plan whose payment was reversed ends at once', async () => {
  const payer = await shop.test.member({ token: 5 })
  const order = await shop.buy(payer, pro)
  shop.toss.refund(`${order.code}-1`)
  await shop.test.post('/v1/payment/webhook', {
    eventType: 'PAYMENT_STATUS_CHANGED',
    data: { orderId: `${order.code}-1` },
  })
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'starter',
    token: 5,
    payment_token: 0,
    last_subscription_status: 'CANCELED',
  })
  expect(
    (await sql`select 1 from public.payment_debt where user_id = ${payer.id}`.execute(shop.test.database))
      .rows,
  ).toEqual([])
})

it('security 80: billing keys are in no table in plain text, in no response and in no row that a member may read', async () => {
  const payer = await shop.test.member()
  const opened = await shop.open(payer, pro)
  const answer = await shop.confirm(payer, shop.providerReturn(opened.result))
  expect(JSON.stringify(answer)).not.toContain('CANARY')
  const { rows: tables } = await sql<{ place: string }>`select c.oid::regclass::text as place from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'private') and c.relkind = 'r'`.execute(
    shop.test.database,
  )
  for (const { place } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.raw(place)} t where strpos(to_jsonb(t)::text, 'CANARY') > 0 limit 1`.execute(
        shop.test.database,
      )
    expect([place, rows.length]).toEqual([place, 0])
  }
})

it('A37, A38, security 80, 117: a deletion needs no debt and no open payment, and deletes the key at Toss too', async () => {
  const payer = await shop.test.member()
  const token = await shop.test.sign({
    sub: payer.id,
    session_id: payer.sessionId,
    amr: [{ method: 'oauth', timestamp: Math.floor(Date.now() / 1000) - 60 }],
  })
  const leave = async () => {
    const asked = await shop.test.post('/v1/auth/sign/delete/token', { uuid: payer.id }, token)
    const body = (await asked.json()) as { code?: string; result: string }
    if (asked.status !== 200) return body.code
    return (await shop.test.post('/v1/auth/sign/delete', { uuid: payer.id, token: body.result }, token))
      .status
  }
  shop.toss.fault = (call) => (isCharge(call) ? 'lost' : null)
  const order = await shop.buy(payer, pro)
  expect(await leave()).toBe('payment_confirming')
  shop.toss.fault = () => null
  await shop.passWaits()
  await shop.lookUp()
  expect(await leave()).toBe('subscription_active')
  await shop.ask(payer, 'subscription/cancel', { reason: 'price' })
  await shop.removeKeys()
  const keys = shop.toss.billingKeys.size
  expect(await leave()).toBe(200)
  await shop.removeKeys()
  expect(shop.toss.billingKeys.size).toBe(keys - 1)
  const { rows } =
    await sql`select card_last_four, receipt_url, status from public.payment_order where code = ${order.code}`.execute(
      shop.test.database,
    )
  expect(rows).toEqual([{ card_last_four: null, receipt_url: null, status: 'PAID' }])
  for (const table of ['public.payment_card', 'private.billing_key', 'private.billing_customer'])
    expect(
      (await sql`select 1 from ${sql.raw(table)} where user_id = ${payer.id}`.execute(shop.test.database))
        .rows,
    ).toEqual([])
})
