// An operator's full and partial refunds, with the provider's failures.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createCardSimulator } from '#server/adapters/card-simulator.ts'
import { refuse, type TossCall } from '#server/adapters/fakes/fake-toss.ts'
import { createPaymentCase, type PaymentCase } from '#server/testing/payment-cases.ts'

let shop: PaymentCase
let operator: Awaited<ReturnType<PaymentCase['operator']>>
beforeAll(async () => {
  shop = await createPaymentCase()
  operator = await shop.operator()
})
afterEach(() => {
  shop.toss.fault = () => null
  return shop.expectRules()
})
afterAll(() => shop.close())

const pack = { type: 'pack', pack: 'tokens_small' }
const pro = { type: 'subscription', plan: 'pro', period: 'month' }
const isCancel = ({ path }: TossCall) => path.endsWith('/cancel')
const cancelsOf = (order: { code: string }) => shop.toss.charges.get(`${order.code}-1`)?.cancels ?? []
async function hear(order: { code: string }) {
  const hint = { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId: `${order.code}-1` } }
  expect((await shop.test.post('/v1/payment/webhook', hint)).status).toBe(200)
}
async function refund(order: { code: string }, amount: number, id: string = crypto.randomUUID()) {
  expect(await shop.openRefund(operator, { order: order.code, amount, id })).toBeNull()
  return (await shop.makeRefund(operator, id)).result
}
const spend = (payer: { id: string }, tokens: number, bucket = 'token') =>
  sql`insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (${payer.id}, ${payer.id}, 'use', ${bucket}, ${-tokens}, 0, ${`spent:${crypto.randomUUID()}`})`.execute(
    shop.test.database,
  )
const refundedOf = async (order: { code: string }) =>
  (
    await sql<{ status: string; refunded: number }>`select status, refunded from public.payment_order
      where code = ${order.code}`.execute(shop.test.database)
  ).rows[0]
const debtsOf = async (payer: { id: string }) =>
  (await sql`select 1 from public.payment_debt where user_id = ${payer.id}`.execute(shop.test.database)).rows
const actsOf = async (payer: { id: string }) =>
  (
    await sql<{ act: string }>`select act from private.operator_log where member_id = ${payer.id}
      and operator_id = ${operator.id} order by id`.execute(shop.test.database)
  ).rows.map(({ act }) => act)

it('M06, M18: a full refund is made once, however often it is requested and reported, and its plan ends with the rest of its tokens', async () => {
  const payer = await shop.test.member({ token: 5 })
  const order = await shop.buy(payer, pro)
  await spend(payer, 300_000, 'payment_token')
  const id = crypto.randomUUID()
  const open = () => shop.openRefund(operator, { order: order.code, amount: 19_900, id })
  expect(await Promise.all([open(), open()])).toEqual([null, null])
  await Promise.all([
    shop.makeRefund(operator, id),
    shop.makeRefund(operator, id),
    shop.settleRefunds(),
    hear(order),
    hear(order),
  ])
  expect((await shop.makeRefund(operator, id)).result).toMatchObject({ status: 'DONE' })
  await hear(order)
  expect(cancelsOf(order)).toEqual([{ cancelAmount: 19_900, cancelReason: 'Half of it was never used.' }])
  expect(await refundedOf(order)).toEqual({ status: 'REFUNDED', refunded: 19_900 })
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'starter',
    token: 5,
    payment_token: 0,
    last_subscription_status: 'CANCELED',
  })
  // The spent part is no debt, because we refunded voluntarily.
  expect(await debtsOf(payer)).toEqual([])
  expect(await shop.alarmsOf(payer, 'payment_refunded')).toBe(1)
  expect(await actsOf(payer)).toEqual(['refund_ask', 'refund_done'])
})

it('M18: partial refunds claw back their share of the order, the last one the rest, and never more than exists', async () => {
  const payer = await shop.test.member({ token: 1 })
  const order = await shop.buy(payer, pack)
  await refund(order, 2_300)
  await hear(order)
  expect(await shop.usageOf(payer)).toMatchObject({ token: 200_001 })
  expect(await refundedOf(order)).toEqual({ status: 'PAID', refunded: 2_300 })
  await spend(payer, 150_000)
  await refund(order, 2_300)
  expect(await shop.usageOf(payer)).toMatchObject({ token: 0 })
  await refund(order, 2_300)
  expect(await shop.usageOf(payer)).toMatchObject({ token: 0 })
  expect(await refundedOf(order)).toEqual({ status: 'REFUNDED', refunded: 6_900 })
  expect(await shop.alarmsOf(payer, 'payment_refunded')).toBe(3)
  expect(await debtsOf(payer)).toEqual([])
})

it('M18: a partial refund that ends the plan refunds the rest of a year, and the plan is over', async () => {
  const payer = await shop.test.member({ token: 7 })
  const order = await shop.buy(payer, { type: 'subscription', plan: 'basic', period: 'year' })
  await shop.age(payer, '33 days')
  await shop.runCycle()
  const id = crypto.randomUUID()
  expect(
    await shop.openRefund(operator, { order: order.code, amount: 82_500, id, endsPlan: true }),
  ).toBeNull()
  expect((await shop.makeRefund(operator, id)).result).toMatchObject({ status: 'DONE' })
  expect(await refundedOf(order)).toEqual({ status: 'PAID', refunded: 82_500 })
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'starter',
    token: 7,
    payment_token: 0,
    last_subscription_status: 'CANCELED',
  })
  const one = await shop.buy(payer, pack)
  expect(
    await shop.openRefund(operator, {
      order: one.code,
      amount: 100,
      id: crypto.randomUUID(),
      endsPlan: true,
    }),
  ).toMatch(/invalid_field/)
})

it('M06: a plan continues after a partial refund, with that share of the month less, and is renewed as before', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, { type: 'subscription', plan: 'basic', period: 'year' })
  await shop.age(payer, '33 days')
  await shop.runCycle()
  await refund(order, 49_500)
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'basic',
    payment_token: 250_000,
    payment_image: 15,
    last_subscription_status: 'ACTIVE',
  })
  await shop.age(payer, '31 days')
  await shop.runCycle()
  expect(await shop.usageOf(payer)).toMatchObject({ payment_token: 500_000, payment_image: 30 })
})

it('security 79: a refund whose response is lost is retried under its key and made once; meanwhile no second one starts', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, pack)
  shop.toss.fault = (call) => (isCancel(call) ? 'lost' : null)
  const id = crypto.randomUUID()
  expect(await refund(order, 3_450, id)).toMatchObject({ status: 'OPEN' })
  const another = { order: order.code, amount: 100, id: crypto.randomUUID() }
  expect(await shop.openRefund(operator, another)).toContain('request_in_progress')
  shop.toss.fault = () => null
  await shop.settleRefunds()
  expect((await shop.makeRefund(operator, id)).result).toMatchObject({ status: 'OPEN' })
  await shop.passWaits()
  await Promise.all([shop.settleRefunds(), shop.settleRefunds()])
  expect(await shop.usageOf(payer)).toMatchObject({ token: 150_000 })
  expect((await shop.makeRefund(operator, id)).result).toMatchObject({ status: 'DONE' })
  expect(cancelsOf(order)).toHaveLength(1)
})

it('security 79: no refund is made twice, even after the provider has dropped the key', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, pack)
  shop.toss.fault = (call) => (isCancel(call) ? 'lost' : null)
  const id = crypto.randomUUID()
  await refund(order, 3_450, id)
  shop.toss.fault = () => null
  await sql`update private.payment_refund set created_at = now() - interval '20 days' where id = ${id}`.execute(
    shop.test.database,
  )
  await shop.passWaits()
  await shop.settleRefunds()
  expect((await shop.makeRefund(operator, id)).result).toMatchObject({ status: 'DONE' })
  expect(cancelsOf(order)).toHaveLength(1)
  expect(await shop.usageOf(payer)).toMatchObject({ token: 150_000 })
})

it.each([
  ['EXCEED_MAX_REFUND_DUE', 'too_late'],
  ['NOT_ALLOWED_PARTIAL_REFUND', 'no_part'],
  ['NOT_CANCELABLE_PAYMENT', 'refused'],
])('%s: the provider’s refusal is reported, and nothing is clawed back', async (code, failure) => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, pack)
  shop.toss.fault = (call) => (isCancel(call) ? refuse(403, code) : null)
  expect(await refund(order, 3_450)).toEqual({ status: 'REFUSED', failure, provider_code: code })
  expect(await refundedOf(order)).toEqual({ status: 'PAID', refunded: 0 })
  expect(await shop.usageOf(payer)).toMatchObject({ token: 300_000 })
  expect(await shop.alarmsOf(payer, 'payment_refunded')).toBe(0)
  expect(await actsOf(payer)).toEqual(['refund_ask', 'refund_refuse'])
})

it('security 82: a refund that was made at the provider meanwhile is recorded and not repeated', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, pack)
  await spend(payer, 250_000)
  shop.toss.refund(`${order.code}-1`, 2_300)
  expect(await refund(order, 6_900)).toMatchObject({ status: 'REFUSED', failure: 'amount' })
  expect(cancelsOf(order)).toHaveLength(1)
  expect(await refundedOf(order)).toEqual({ status: 'PAID', refunded: 2_300 })
  expect(await shop.usageOf(payer)).toMatchObject({ token: 0 })
  const { rows } = await sql`select token from public.payment_debt where user_id = ${payer.id}`.execute(
    shop.test.database,
  )
  expect(rows).toEqual([{ token: 50_000 }])
})

it('B19: no operator refunds the own payment or another operator’s, and a member refunds none', async () => {
  const [owner, payer] = [await shop.operator('owner'), await shop.test.member({ token: 0 })]
  const [own, members] = [await shop.buy(operator, pack), await shop.buy(payer, pack)]
  const ask = (who: typeof payer, { code }: { code: string }, amount = 100, id = crypto.randomUUID()) =>
    shop.openRefund(who, { order: code, amount, id })
  expect(await ask(operator, own)).toContain('forbidden')
  expect(await ask(owner, await shop.buy(owner, pack))).toContain('forbidden')
  expect(await ask(await shop.operator(), own)).toContain('forbidden')
  expect(await ask(payer, members)).toContain('forbidden')
  expect(await ask(operator, members, 6_901)).toContain('invalid_field')
  expect(await ask(operator, members, 0)).toContain('invalid_field')
  const id = crypto.randomUUID()
  expect(await ask(owner, own, 100, id)).toBeNull()
  expect((await shop.makeRefund(operator, id)).code).toBe('not_found')
  expect((await shop.makeRefund(owner, id)).result).toMatchObject({ status: 'DONE' })
})

it('the card simulator refunds like the provider: once per key, and nothing when the rest differs', async () => {
  const cards = createCardSimulator(shop.test.database)
  const code = crypto.randomUUID()
  const charged = await cards.confirm({ paymentKey: `simpay_good_${code}`, code, amount: 6_900 })
  const paymentKey = charged.kind === 'paid' ? charged.payment.paymentKey : ''
  const ask = { paymentKey, code: 'first', amount: 2_300, balance: 6_900, reason: 'test' }
  const first = { kind: 'refunded', balance: 4_600 }
  expect([await cards.refund(ask), await cards.refund(ask)]).toEqual([first, first])
  expect(await cards.refund({ ...ask, code: 'second' })).toMatchObject({ kind: 'refused', reason: 'amount' })
  expect(await cards.find(code)).toMatchObject({ kind: 'paid', payment: { balance: 4_600 } })
  const rest = { ...ask, code: 'second', amount: 4_600, balance: 4_600 }
  expect(await cards.refund(rest)).toEqual({ kind: 'refunded', balance: 0 })
  expect(await cards.find(code)).toMatchObject({ kind: 'reversed' })
})

it('attacks 10: the card simulator accepts the return URL of the confirmed order only', async () => {
  const cards = createCardSimulator(shop.test.database)
  const code = crypto.randomUUID()
  const stolen = await cards.confirm({
    paymentKey: `simpay_good_${crypto.randomUUID()}`,
    code,
    amount: 6_900,
  })
  expect(stolen.kind).toBe('declined')
  expect((await cards.find(code)).kind).toBe('absent')
})

it('a member’s request is done when an operator’s refund was made, and stays open when the provider refuses it', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, pack)
  const asMember = (text: string) =>
    shop.test.database.transaction().execute(async (trx) => {
      const claims = JSON.stringify({ role: 'authenticated', sub: payer.id, session_id: payer.sessionId })
      await sql`select set_config('request.jwt.claims', ${claims}, true)`.execute(trx)
      await sql`set local role authenticated`.execute(trx)
      return (await sql<{ result: unknown }>`select ${sql.raw(text)} as result`.execute(trx)).rows[0]!.result
    })
  const state = async () =>
    (
      await sql<{
        status: string
      }>`select status from public.refund_request where user_id = ${payer.id}`.execute(shop.test.database)
    ).rows[0]!.status
  expect(await asMember(`public.read_refund_rule('${order.code}')`)).toMatchObject({
    left: 6_900,
    is_full: true,
  })
  await asMember(`public.ask_refund('${order.code}', 'Bought by mistake.')`)
  shop.toss.fault = (call) => (isCancel(call) ? refuse(403, 'EXCEED_MAX_REFUND_DUE') : null)
  expect(await refund(order, 6_900)).toMatchObject({ status: 'REFUSED' })
  expect(await state()).toBe('OPEN')
  shop.toss.fault = () => null
  expect(await refund(order, 6_900)).toMatchObject({ status: 'DONE' })
  expect(await state()).toBe('DONE')
})
