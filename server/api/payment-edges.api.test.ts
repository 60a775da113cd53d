// Edge cases of payments that reviews found: a second charge, a proxy and one broken row.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { refuse } from '#server/adapters/fakes/fake-toss.ts'
import { createPaymentCase, declined, isCharge, type PaymentCase } from '#server/testing/payment-cases.ts'

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

it('server M1: a change of plan, which charges the stored card, needs a fresh sign-in', async () => {
  const payer = await shop.test.member()
  await shop.buy(payer, { ...pro, plan: 'basic' })
  const change = { ...pro, type: 'change' }
  expect(await shop.ask(payer, 'order', change)).toMatchObject({
    status: 403,
    code: 'fresh_sign_in_required',
  })
  expect(await shop.ask(await shop.fresh(payer), 'order', change)).toMatchObject({ status: 200 })
})

it('server M2: no row is locked while Toss deletes a key', async () => {
  const payer = await shop.test.member()
  shop.toss.fault = (call) => (isCharge(call) ? declined : null)
  await shop.buy(payer, pro)
  let held: Promise<unknown> = Promise.resolve()
  shop.toss.fault = ({ method }) => {
    if (method !== 'DELETE') return null
    held = sql`select id from private.removed_key for update nowait`.execute(shop.test.database)
    return refuse(500, 'INTERNAL')
  }
  await shop.removeKeys()
  shop.toss.fault = () => null
  const { rows } = (await held) as { rows: unknown[] }
  expect(rows.length).toBeGreaterThan(0)
})

it('server M3: a second charge that turns out paid after the first one is refunded', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, { type: 'pack', pack: 'tokens_small' })
  const code = `${order.code}-2`
  await sql`insert into private.payment (code, order_id, try_number, amount, status)
    select ${code}, id, 2, amount, 'DECLINED' from public.payment_order where code = ${order.code}`.execute(
    shop.test.database,
  )
  const amount = shop.toss.charges.get(`${order.code}-1`)!.totalAmount
  shop.toss.charges.set(code, {
    ...shop.toss.charges.get(`${order.code}-1`)!,
    orderId: code,
    paymentKey: `late-${code}`,
  })
  const hint = {
    eventType: 'PAYMENT_STATUS_CHANGED',
    createdAt: new Date().toISOString(),
    data: { orderId: code },
  }
  expect((await shop.test.post('/v1/payment/webhook', hint)).status).toBe(200)
  expect(shop.toss.charges.get(code)).toMatchObject({ status: 'CANCELED', balanceAmount: 0 })
  expect(shop.toss.charges.get(`${order.code}-1`)).toMatchObject({ status: 'DONE', balanceAmount: amount })
  expect(await shop.usageOf(payer)).toMatchObject({ token: 300_000 })
})

it('server M4: a 404 that does not come from Toss does not drop the charge', async () => {
  const payer = await shop.test.member({ token: 0 })
  shop.toss.fault = (call) => (isCharge(call) ? 'lost' : null)
  const order = await shop.buy(payer, { type: 'pack', pack: 'tokens_small' })
  shop.toss.fault = ({ method }) =>
    method === 'GET' ? { status: 404, body: '<html>no such page</html>' } : null
  await shop.passWaits()
  await shop.lookUp()
  shop.toss.fault = () => null
  await shop.passWaits()
  await shop.lookUp()
  expect(order.status).not.toBe('PAID')
  expect(await shop.usageOf(payer)).toMatchObject({ token: 300_000 })
})

it('rows2 7: an unpaid plan can be ended at once, costs nothing more, and its member may delete the account', async () => {
  const payer = await shop.test.member()
  await shop.buy(payer, pro)
  expect(await shop.ask(payer, 'subscription/end', {})).toMatchObject({ status: 402, code: 'check_plan' })
  shop.toss.fault = (call) => (isCharge(call) ? declined : null)
  await shop.age(payer, '32 days')
  await shop.renew()
  expect((await shop.subscriptionOf(payer))?.status).toBe('UNPAID')
  shop.toss.fault = () => null
  expect(await shop.ask(payer, 'subscription/end', {})).toMatchObject({ status: 200 })
  expect(await shop.usageOf(payer)).toMatchObject({ plan: 'starter', last_subscription_status: 'CANCELED' })
  const charges = () => shop.toss.calls.filter(isCharge).length
  const before = charges()
  await shop.age(payer, '3 days')
  await shop.renew()
  await shop.lookUp()
  expect(charges()).toBe(before)
  const { token } = await shop.fresh(payer)
  expect((await shop.test.post('/v1/auth/sign/delete/token', { uuid: payer.id }, token)).status).toBe(200)
})

it('server M5: a subscription whose cycle fails does not affect others, and is retried an hour later', async () => {
  const [broken, sound] = [await shop.test.member(), await shop.test.member()]
  for (const payer of [broken, sound]) {
    await shop.buy(payer, pro)
    await shop.ask(payer, 'subscription/cancel', { reason: 'price' })
    await shop.age(payer, '32 days')
  }
  await sql`create function private.break_end() returns trigger language plpgsql as $$
    begin if new.user_id = ${sql.lit(broken.id)} and new.status = 'CANCELED' then raise 'broken row'; end if; return new; end; $$`.execute(
    shop.test.database,
  )
  await sql`create trigger break_end before update on public.subscription for each row execute function private.break_end()`.execute(
    shop.test.database,
  )
  await shop.runCycle()
  expect((await shop.subscriptionOf(sound))?.status).toBe('CANCELED')
  expect((await shop.subscriptionOf(broken))?.status).toBe('PENDING_CANCEL')
  await sql`drop trigger break_end on public.subscription`.execute(shop.test.database)
  await sql`update public.subscription set retry_at = now() where user_id = ${broken.id}`.execute(
    shop.test.database,
  )
  await shop.runCycle()
  expect((await shop.subscriptionOf(broken))?.status).toBe('CANCELED')
})
