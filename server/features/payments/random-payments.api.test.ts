// Random concurrent payments of members while the provider fails in every way; the ledger is right afterwards.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPaymentCase, declined, isCharge, type PaymentCase } from '#server/testing/payment-cases.ts'

let shop: PaymentCase
beforeAll(async () => {
  shop = await createPaymentCase()
})
afterAll(() => shop.close())

it('security 70, 77, 79, 81, I1-I3, I9: orders, changes, cancellations, renewals, refunds and accidents in any order leave a correct ledger', async () => {
  const random = seededRandom(20261121)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const members = await Promise.all(Array.from({ length: 3 }, () => shop.test.member({ token: 1_000 })))
  const operator = await shop.operator()
  shop.toss.fault = (call) =>
    isCharge(call) || call.path.endsWith('/cancel')
      ? pick([null, null, null, 'lost', 'refused', declined] as const)
      : null
  const plans = [
    { plan: 'basic', period: 'month' },
    { plan: 'pro', period: 'month' },
    { plan: 'basic', period: 'year' },
  ]
  const step = async () => {
    const payer = pick(members)
    const order = async (form: object) => {
      const opened = await shop.open(payer, form)
      if (opened.status !== 200) return
      const back = shop.providerReturn(opened.result)
      await Promise.all([shop.confirm(payer, back), shop.confirm(payer, back)])
    }
    const steps = [
      () => order({ type: 'subscription', ...pick(plans) }),
      () => order({ type: 'change', ...pick(plans) }),
      () => order({ type: 'pack', pack: pick(['tokens_small', 'images_small']) }),
      () => shop.ask(payer, 'subscription/cancel', { reason: 'price' }),
      () => shop.ask(payer, 'subscription/resume', {}),
      () => shop.ask(payer, 'subscription/pay', {}),
      () => shop.age(payer, pick(['2 days', '16 days', '31 days'])),
      shop.renew,
      shop.renew,
      shop.runCycle,
      () => shop.passWaits().then(() => Promise.all([shop.lookUp(), shop.settleRefunds()])),
      async () => {
        const paid = (await shop.ordersOf(payer)).filter(({ status }) => status === 'PAID')
        if (paid.length === 0) return
        const id = crypto.randomUUID()
        const amount = pick([700, 3_000, 6_900, 9_900])
        await shop.openRefund(operator, { order: pick(paid).code, amount, id })
        await Promise.all([shop.makeRefund(operator, id), shop.makeRefund(operator, id)])
      },
      async () => {
        const [paid] = (await shop.ordersOf(payer)).filter(({ status }) => status === 'PAID')
        if (!paid || random() > 0.3) return
        shop.toss.refund(`${paid.code}-1`)
        await shop.test.post('/v1/payment/webhook', {
          eventType: 'PAYMENT_STATUS_CHANGED',
          data: { orderId: `${paid.code}-1` },
        })
      },
    ]
    await pick(steps)()
  }
  for (let round = 0; round < 60; round++) await Promise.all([step(), step(), step()])

  shop.toss.fault = () => null
  await shop.passWaits()
  await shop.lookUp()
  await shop.settleRefunds()
  await shop.renew()
  await shop.runCycle()
  await shop.expectRules()
  const ordersOfAll = async () => (await Promise.all(members.map((payer) => shop.ordersOf(payer)))).flat()
  const orders = await ordersOfAll()
  expect(orders.filter(({ status }) => ['CHARGING', 'UNKNOWN'].includes(status))).toEqual([])
  expect(orders.filter(({ status }) => status === 'PAID').length).toBeGreaterThan(0)

  // At the end all payments are reversed, spent or not.
  for (const { orderId } of shop.toss.charges.values()) {
    shop.toss.refund(orderId)
    await shop.test.post('/v1/payment/webhook', { eventType: 'PAYMENT_STATUS_CHANGED', data: { orderId } })
  }
  await shop.expectRules()
  expect((await ordersOfAll()).filter(({ status }) => status === 'PAID')).toEqual([])
  for (const payer of members)
    expect(await shop.usageOf(payer)).toMatchObject({
      token: 1_000,
      image: 0,
      payment_token: 0,
      payment_image: 0,
      plan: 'starter',
    })
})

/** Mulberry32: the same sequence in every run, though not the same interleaving. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
