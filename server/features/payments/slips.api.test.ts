// The card company's slip of a payment: whose, from where, and how often the provider is asked.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createPaymentCase, type PaymentCase } from '#server/testing/payment-cases.ts'
import type { Member } from '#server/testing/test-product.ts'
import type { PaymentOrder } from '#shared/payments.ts'

let shop: PaymentCase
beforeAll(async () => {
  shop = await createPaymentCase()
})
afterEach(() => {
  shop.toss.fault = () => null
  return shop.expectRules()
})
afterAll(() => shop.close())

const pack = { type: 'pack', pack: 'tokens_small' }
const askSlip = (payer: Member, { code }: Pick<PaymentOrder, 'code'>) =>
  shop.ask<{ url: string | null }>(payer, 'slip', { order: code })
const forgetSlip = ({ code }: PaymentOrder) =>
  sql`update public.payment_order set receipt_url = null where code = ${code}`.execute(shop.test.database)
const lookUps = () => shop.toss.calls.filter(({ method }) => method === 'GET').length

it('an order keeps the address of its card slip, and the provider is not asked again', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, pack)
  const before = lookUps()
  expect(await askSlip(payer, order)).toMatchObject({ status: 200, result: { url: order.receipt_url } })
  expect(order.receipt_url).toMatch(/^https:\/\/dashboard\.tosspayments\.com\//)
  expect(lookUps()).toBe(before)
})

it('an older payment without its address is looked up once and keeps it, also after a refund', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, pack)
  shop.toss.refund(`${order.code}-1`)
  await shop.test.post('/v1/payment/webhook', {
    eventType: 'PAYMENT_STATUS_CHANGED',
    data: { orderId: `${order.code}-1` },
  })
  await forgetSlip(order)
  const before = lookUps()
  for (const _ of [1, 2]) expect((await askSlip(payer, order)).result).toEqual({ url: order.receipt_url })
  expect(lookUps()).toBe(before + 1)
})

it('an address outside of the provider’s domain is neither stored nor returned', async () => {
  const payer = await shop.test.member({ token: 0 })
  const order = await shop.buy(payer, pack)
  await forgetSlip(order)
  const charge = shop.toss.charges.get(`${order.code}-1`)!
  for (const url of [
    'https://evil.test/receipt',
    'http://dashboard.tosspayments.com/receipt',
    'https://dashboard.tosspayments.com.evil.test/',
    'https://tosspayments.com@evil.test/',
    'https://eviltosspayments.com/',
    'javascript:alert(1)//https://tosspayments.com/',
  ]) {
    shop.toss.fault = ({ method }) =>
      method === 'GET' ? { status: 200, body: { ...charge, receipt: { url } } } : null
    expect((await askSlip(payer, order)).result, url).toEqual({ url: null })
  }
})

it('nobody gets the slip of another member, and an unpaid order has none', async () => {
  const [payer, other] = [await shop.test.member({ token: 0 }), await shop.test.member({ token: 0 })]
  const order = await shop.buy(payer, pack)
  expect(await askSlip(other, order)).toMatchObject({ status: 404, code: 'not_found' })
  const { result } = await shop.open(payer, pack)
  expect((await askSlip(payer, { code: result.order })).result).toEqual({ url: null })
})
