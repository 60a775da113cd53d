// The stored card: it pays a pack without the provider's page, and is removed when no plan needs it.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createPaymentCase, declined, isCharge, type PaymentCase } from '#server/testing/payment-cases.ts'
import type { Member } from '#server/testing/test-product.ts'

let shop: PaymentCase
beforeAll(async () => {
  shop = await createPaymentCase()
})
afterEach(() => {
  shop.toss.fault = () => null
  return shop.expectRules()
})
afterAll(() => shop.close())

const basic = { type: 'subscription', plan: 'basic', period: 'month' }
const pack = { type: 'pack', pack: 'tokens_small' }
const stored = { ...pack, card: 'stored' }
const charges = () => shop.toss.calls.filter(isCharge).length

async function subscriber(): Promise<Member> {
  const payer = await shop.test.member({ token: 0 })
  await shop.buy(payer, basic)
  return shop.fresh(payer)
}
const cancelPlan = (payer: Member) => shop.ask(payer, 'subscription/cancel', { reason: 'price' })
const removeCard = (payer: Member) => shop.ask(payer, 'card/remove', {})
const cardsOf = async (payer: Member) =>
  (await sql`select 1 from public.payment_card where user_id = ${payer.id}`.execute(shop.test.database)).rows
    .length

it('security 50: a pack is charged to the stored card only after a fresh sign-in, once however often it is confirmed', async () => {
  const payer = await subscriber()
  const old = { ...payer, token: await shop.test.tokenOf(payer, 'aal1') }
  expect(await shop.ask(old, 'order', stored)).toMatchObject({ status: 403, code: 'fresh_sign_in_required' })
  const before = charges()
  const { result } = await shop.open(payer, stored)
  expect(result).toMatchObject({ amount: 6_900, way: { kind: 'stored' } })
  expect(charges()).toBe(before)
  const confirmed = await Promise.all([1, 2, 3].map(() => shop.confirm(payer, { order: result.order })))
  expect(confirmed.some(({ result: order }) => order.status === 'PAID')).toBe(true)
  expect((await shop.confirm(payer, { order: result.order })).result).toMatchObject({
    status: 'PAID',
    amount: 6_900,
    card_last_four: '1111',
  })
  expect(charges()).toBe(before + 1)
  expect(await shop.usageOf(payer)).toMatchObject({ token: 300_000, payment_token: 500_000 })
})

it('an order that was opened for the provider’s page is never charged to the stored card', async () => {
  const payer = await subscriber()
  const before = charges()
  const { result } = await shop.open(payer, pack)
  expect(result.way.kind).toBe('toss')
  expect(await shop.confirm(payer, { order: result.order })).toMatchObject({ code: 'payment_failed' })
  expect(charges()).toBe(before)
})

it('a declined pack says why and gives nothing, and the plan and its card stay', async () => {
  const payer = await subscriber()
  shop.toss.fault = (call) => (isCharge(call) ? declined : null)
  const order = await shop.buy(payer, stored)
  expect(order).toMatchObject({ status: 'FAILED', failure: 'declined' })
  expect(await shop.usageOf(payer)).toMatchObject({ token: 0, plan: 'basic' })
  expect(await cardsOf(payer)).toBe(1)
})

it('a pack without an answer is looked up and paid once', async () => {
  const payer = await subscriber()
  const before = charges()
  shop.toss.fault = (call) => (isCharge(call) ? 'lost' : null)
  const order = await shop.buy(payer, stored)
  expect(order.status).toBe('UNKNOWN')
  shop.toss.fault = () => null
  await shop.passWaits()
  await shop.lookUp()
  expect((await shop.confirm(payer, { order: order.code })).result.status).toBe('PAID')
  expect(charges()).toBe(before + 1)
  expect(await shop.usageOf(payer)).toMatchObject({ token: 300_000 })
})

it('without a stored card nothing is charged', async () => {
  const payer = await shop.fresh(await shop.test.member({ token: 0 }))
  const before = charges()
  expect(await shop.buy(payer, stored)).toMatchObject({ status: 'FAILED', failure: 'key' })
  expect(charges()).toBe(before)
})

it('the card of a running plan cannot be removed; after the cancellation it can, and its key is deleted at Toss', async () => {
  const payer = await subscriber()
  expect(await removeCard(payer)).toMatchObject({ code: 'check_plan' })
  expect(await cardsOf(payer)).toBe(1)
  await cancelPlan(payer)
  const keys = shop.toss.billingKeys.size
  expect(await removeCard(payer)).toMatchObject({ status: 200 })
  expect(await removeCard(payer)).toMatchObject({ status: 200 })
  expect(await cardsOf(payer)).toBe(0)
  await shop.removeKeys()
  expect(shop.toss.billingKeys.size).toBe(keys - 1)

  // The plan continues only with another card.
  expect(await shop.ask(payer, 'subscription/resume', {})).toMatchObject({ code: 'check_plan' })
  const card = await shop.open(payer, { type: 'card' })
  await shop.confirm(payer, shop.providerReturn(card.result))
  expect(await shop.ask(payer, 'subscription/resume', {})).toMatchObject({ status: 200 })
  expect(await shop.subscriptionOf(payer)).toMatchObject({ status: 'ACTIVE' })
})

it('the card cannot be removed while a charge is open', async () => {
  const payer = await subscriber()
  await cancelPlan(payer)
  shop.toss.fault = (call) => (isCharge(call) ? 'lost' : null)
  const order = await shop.buy(payer, stored)
  expect(order.status).toBe('UNKNOWN')
  expect(await removeCard(payer)).toMatchObject({ code: 'payment_confirming' })
  shop.toss.fault = () => null
  await shop.passWaits()
  await shop.lookUp()
  expect(await removeCard(payer)).toMatchObject({ status: 200 })
})
