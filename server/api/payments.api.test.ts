// Orders over /v1, against a fake of Toss Payments over HTTP.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createPaymentCase, declined, isCharge, type PaymentCase } from '#server/testing/payment-cases.ts'
import { refuse } from '#server/adapters/fakes/fake-toss.ts'

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
const charges = () => shop.toss.calls.filter(isCharge).length

it('M01, M02, M11, M18, I3: a plan is paid once and gives its month; usage has subscription, order and payment', async () => {
  const payer = await shop.test.member({ token: 1_000 })
  const opened = await shop.open(payer, pro)
  expect(opened.result).toMatchObject({ amount: 19_900, way: { kind: 'toss', isBilling: true } })
  const order = await shop.confirm(payer, shop.providerReturn(opened.result))
  expect(order.result).toMatchObject({
    status: 'PAID',
    amount: 19_900,
    card_issuer: '41',
    card_last_four: '1111',
    receipt_url: expect.stringMatching(/^https:/),
  })
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'pro',
    token: 1_000,
    payment_token: 2_000_000,
    payment_image: 0,
    payment_code: opened.result.order,
    last_subscription_status: 'ACTIVE',
    last_order_code: opened.result.order,
    last_order_type: 'subscription',
    last_payment_order_id: `${opened.result.order}-1`,
    last_payment_status: 'DONE',
    // M11: together with the fields above, all fifteen of the specification.
    id: payer.id,
    image: 0,
    payment_id: expect.anything(),
    last_subscription_id: expect.anything(),
    last_order_id: expect.anything(),
    last_payment_id: expect.anything(),
  })
})

it('M01, B06: a year costs ten months, and gives its amounts again each month', async () => {
  const payer = await shop.test.member({ token: 0 })
  expect(await shop.buy(payer, { type: 'subscription', plan: 'basic', period: 'year' })).toMatchObject({
    status: 'PAID',
    amount: 99_000,
  })
  expect(await shop.usageOf(payer)).toMatchObject({ payment_token: 500_000, payment_image: 30 })
  await sql`insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (${payer.id}, ${payer.id}, 'use', 'payment_token', -200000, 0, ${`used:${payer.id}`})`.execute(
    shop.test.database,
  )
  await shop.age(payer, '32 days')
  await Promise.all([shop.runCycle(), shop.runCycle()])
  expect(await shop.usageOf(payer)).toMatchObject({
    payment_token: 500_000,
    payment_image: 30,
    plan: 'basic',
  })
  await shop.runCycle()
  expect(await shop.usageOf(payer)).toMatchObject({ payment_token: 500_000 })
})

it('B36: packs do not expire, with or without a plan', async () => {
  const payer = await shop.test.member({ token: 0 })
  expect(await shop.buy(payer, { type: 'pack', pack: 'tokens_small' })).toMatchObject({ status: 'PAID' })
  expect(await shop.buy(payer, { type: 'pack', pack: 'images_small' })).toMatchObject({ status: 'PAID' })
  expect(await shop.usageOf(payer)).toMatchObject({
    token: 300_000,
    image: 20,
    plan: 'starter',
    payment_token: 0,
  })
})

it('security 72: amount, charge, customer and plan of the return are compared before any call to the provider', async () => {
  const payer = await shop.test.member()
  const pack = (await shop.open(payer, { type: 'pack', pack: 'tokens_small' })).result
  const other = (await shop.open(payer, { type: 'pack', pack: 'images_small' })).result
  const back = shop.providerReturn(pack)
  const before = shop.toss.calls.length
  for (const change of [
    { amount: 100 },
    { charge: `${other.order}-1` },
    { payment_key: undefined },
    { amount: undefined },
  ])
    expect(await shop.confirm(payer, { ...back, ...change })).toMatchObject({
      status: 402,
      code: 'payment_failed',
    })
  const plan = (await shop.open(payer, pro)).result
  const foreign = await shop.test.member()
  const stolen = shop.providerReturn((await shop.open(foreign, pro)).result)
  expect(await shop.confirm(payer, { ...stolen, order: plan.order })).toMatchObject({
    code: 'payment_failed',
  })
  expect(await shop.confirm(foreign, shop.providerReturn(plan))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  expect(await shop.open(payer, { ...pro, amount: 1 })).toMatchObject({
    status: 400,
    code: 'invalid_request',
  })
  expect(shop.toss.calls.length).toBe(before)
})

it('security 73: ten concurrent confirmations at two processes, and later ones, charge once', async () => {
  const payer = await shop.test.member()
  const back = shop.providerReturn((await shop.open(payer, pro)).result)
  const second = await shop.test.another()
  const before = charges()
  const send = async (index: number) =>
    (index % 2 ? second : shop.test.product).app.request('/v1/payment/confirm', {
      method: 'POST',
      headers: { authorization: `Bearer ${payer.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uuid: payer.id, ...back }),
    })
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index)))
  for (const answer of answers) {
    const body = (await answer.json()) as { result: { status: string } }
    expect(['PAID', 'CHARGING']).toContain(body.result.status)
  }
  expect((await shop.confirm(payer, back)).result.status).toBe('PAID')
  expect(charges() - before).toBe(1)
  expect(await shop.usageOf(payer)).toMatchObject({ payment_token: 2_000_000 })
})

it('M02: a declined card charges nothing and stores no key, and another card can be tried', async () => {
  const payer = await shop.test.member()
  shop.toss.fault = (call) => (isCharge(call) ? declined : null)
  expect(await shop.buy(payer, pro)).toMatchObject({ status: 'FAILED', failure: 'declined' })
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'starter',
    payment_token: 0,
    last_payment_status: 'DECLINED',
  })
  shop.toss.fault = (call) => (isCharge(call) ? refuse(400, 'EXCEED_MAX_AMOUNT') : null)
  expect(await shop.buy(payer, pro)).toMatchObject({ status: 'FAILED', failure: 'limit' })
  shop.toss.fault = () => null
  expect(await shop.buy(payer, pro)).toMatchObject({ status: 'PAID' })
  const keysBefore = shop.toss.billingKeys.size
  await shop.removeKeys()
  expect(shop.toss.billingKeys.size).toBe(keysBefore - 2)
})

it.each([
  ['its answer is lost after Toss took the money', 'lost', 'PAID', 1],
  ['it never arrived', 'refused', 'FAILED', 0],
] as const)(
  'security 79: a charge is looked up and never sent again when %s',
  async (_, fault, end, made) => {
    const payer = await shop.test.member()
    const [charged, paid] = [charges(), shop.toss.charges.size]
    shop.toss.fault = (call) => (isCharge(call) ? fault : null)
    const order = await shop.buy(payer, pro)
    expect(order.status).toBe('UNKNOWN')
    expect(await shop.open(payer, pro)).toMatchObject({ status: 409, code: 'payment_confirming' })
    expect((await shop.confirm(payer, { order: order.code })).result.status).toBe('UNKNOWN')
    shop.toss.fault = () => null
    await shop.passWaits()
    await Promise.all([shop.lookUp(), shop.lookUp()])
    expect((await shop.confirm(payer, { order: order.code })).result).toMatchObject({ status: end })
    expect(charges() - charged).toBe(1)
    expect(shop.toss.charges.size - paid).toBe(made)
  },
)

it('security 79: while one charge is unknown, no other charge of the same member begins, even of an earlier order', async () => {
  const payer = await shop.test.member()
  const [first, second] = [
    (await shop.open(payer, pro)).result,
    (await shop.open(payer, { type: 'pack', pack: 'tokens_small' })).result,
  ]
  shop.toss.fault = (call) => (isCharge(call) ? 'lost' : null)
  await shop.confirm(payer, shop.providerReturn(first))
  const before = charges()
  expect(await shop.confirm(payer, shop.providerReturn(second))).toMatchObject({
    status: 409,
    code: 'payment_confirming',
  })
  expect(charges()).toBe(before)
  shop.toss.fault = () => null
  await shop.passWaits()
  await shop.lookUp()
  expect((await shop.confirm(payer, shop.providerReturn(second))).result.status).toBe('PAID')
})

it('security 79: while Toss may still be at work, a charge that Toss does not find yet stays open', async () => {
  const payer = await shop.test.member()
  shop.toss.fault = (call) => (isCharge(call) ? refuse(500, 'FAILED_INTERNAL_SYSTEM_PROCESSING') : null)
  const order = await shop.buy(payer, { type: 'pack', pack: 'tokens_small' })
  shop.toss.fault = () => null
  await sql`update public.payment_order set check_at = now() where code = ${order.code}`.execute(
    shop.test.database,
  )
  expect((await shop.confirm(payer, { order: order.code })).result.status).toBe('UNKNOWN')
  await shop.passWaits()
  await shop.lookUp()
  expect((await shop.confirm(payer, { order: order.code })).result).toMatchObject({
    status: 'FAILED',
    failure: 'not_charged',
  })
})

it.each(['intended', 'answered', 'settled'] as const)(
  'security 73, R2: a confirmation that is interrupted when it is %s ends with one charge and one grant, or with none',
  async (step) => {
    const payer = await shop.test.member()
    const [sent, made] = [charges(), shop.toss.charges.size]
    const broken = await shop.test.another({
      paymentStepHook: (reached) =>
        reached === step ? Promise.reject(new Error('this process is gone')) : undefined,
    })
    const back = shop.providerReturn((await shop.open(payer, pro)).result)
    const answer = await broken.app.request('/v1/payment/confirm', {
      method: 'POST',
      headers: { authorization: `Bearer ${payer.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uuid: payer.id, ...back }),
    })
    expect(answer.status).toBe(500)
    await shop.confirm(payer, back)
    await shop.passWaits()
    await Promise.all([shop.lookUp(), shop.lookUp()])
    const isMade = step !== 'intended'
    expect((await shop.confirm(payer, back)).result.status).toBe(isMade ? 'PAID' : 'FAILED')
    expect([charges() - sent, shop.toss.charges.size - made]).toEqual(isMade ? [1, 1] : [0, 0])
    expect(await shop.usageOf(payer)).toMatchObject({ payment_token: isMade ? 2_000_000 : 0 })
  },
)

it('M08, M10, B02: the same plan is already selected, another plan needs the change route, and there are never two', async () => {
  const payer = await shop.test.member()
  await shop.buy(payer, pro)
  expect(await shop.open(payer, pro)).toMatchObject({ status: 409, code: 'plan_already_selected' })
  expect(await shop.open(payer, { ...pro, plan: 'basic' })).toMatchObject({
    status: 409,
    code: 'must_cancel_first',
  })
  expect(await shop.open(payer, { ...pro, type: 'change' })).toMatchObject({ code: 'plan_already_selected' })
  const free = await shop.test.member()
  expect(await shop.open(free, { ...pro, type: 'change' })).toMatchObject({ code: 'check_plan' })
  // Two windows order two plans; the second is refused when it is paid.
  const [first, second] = [
    (await shop.open(free, pro)).result,
    (await shop.open(free, { ...pro, plan: 'team' })).result,
  ]
  expect((await shop.confirm(free, shop.providerReturn(first))).result.status).toBe('PAID')
  const before = charges()
  expect(await shop.confirm(free, shop.providerReturn(second))).toMatchObject({ code: 'must_cancel_first' })
  expect(charges()).toBe(before)
})

it('M07, B02, security 81: a paid change ends the old plan; a declined one changes nothing', async () => {
  const payer = await shop.test.member({ token: 10 })
  await shop.buy(payer, { ...pro, plan: 'basic' })
  shop.toss.fault = (call) => (isCharge(call) ? declined : null)
  expect(await shop.buy(payer, { ...pro, type: 'change' })).toMatchObject({ status: 'FAILED' })
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'basic',
    payment_token: 500_000,
    last_subscription_status: 'ACTIVE',
  })
  shop.toss.fault = () => null
  expect(await shop.buy(payer, { ...pro, type: 'change' })).toMatchObject({ status: 'PAID', amount: 19_900 })
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'pro',
    payment_token: 2_000_000,
    payment_image: 0,
    token: 10,
  })
})

it('M04, M05, M06: cancelling needs a reason, works only while active, and the plan lasts until the end of the paid period', async () => {
  const payer = await shop.test.member({ token: 7 })
  const cancel = (answer: object) => shop.ask<{ ends_at: string }>(payer, 'subscription/cancel', answer)
  expect(await cancel({ reason: 'price' })).toMatchObject({ status: 409, code: 'cancel_only_when_active' })
  await shop.buy(payer, pro)
  expect(await cancel({})).toMatchObject({ status: 400, code: 'cancel_reason_required' })
  expect(await cancel({ reason: 'other' })).toMatchObject({ code: 'cancel_reason_required' })
  expect(await cancel({ reason: 'other', detail: '  ' })).toMatchObject({ code: 'cancel_reason_required' })
  expect(await cancel({ reason: 'boredom' })).toMatchObject({ code: 'invalid_field' })
  const { result } = await cancel({ reason: 'other', detail: '잠시 쉬어요' })
  expect(Date.parse(result.ends_at)).toBe(Date.parse(String((await shop.subscriptionOf(payer))?.period_end)))
  expect(await cancel({ reason: 'price' })).toMatchObject({ code: 'cancel_only_when_active' })
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'pro',
    payment_token: 2_000_000,
    last_subscription_status: 'PENDING_CANCEL',
  })

  expect(await shop.ask(payer, 'subscription/resume', {})).toMatchObject({ status: 200 })
  await cancel({ reason: 'price' })
  await shop.age(payer, '29 days')
  await shop.runCycle()
  await shop.runCycle()
  expect(await shop.alarmsOf(payer, 'subscription_ending')).toBe(1)
  await shop.age(payer, '4 days')
  const before = charges()
  await shop.renew()
  await shop.runCycle()
  expect(charges()).toBe(before)
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'starter',
    payment_token: 0,
    token: 7,
    last_subscription_status: 'CANCELED',
  })
  expect(await shop.ask(payer, 'subscription/resume', {})).toMatchObject({ code: 'check_plan' })
})

it('M09, M12, B33: while a benefit runs, starting and changing are refused, cancelling and packs are not', async () => {
  const payer = await shop.test.member()
  const benefit = () =>
    sql`insert into public.user_benefit (id, type, type_detail, duration, duration_unit, start_at, end_at)
      values (${payer.id}, 'plan', 'pro', 1, 'month', now() - interval '1 day', now() + interval '1 day')`.execute(
      shop.test.database,
    )
  await shop.buy(payer, { ...pro, plan: 'basic' })
  await benefit()
  expect(await shop.open(payer, { ...pro, type: 'change' })).toMatchObject({
    status: 409,
    code: 'benefit_active',
  })
  expect(await shop.open(await shop.test.member(), pro)).toMatchObject({ status: 200 })
  expect(await shop.buy(payer, { type: 'pack', pack: 'tokens_small' })).toMatchObject({ status: 'PAID' })
  expect(await shop.ask(payer, 'subscription/cancel', { reason: 'price' })).toMatchObject({ status: 200 })
  await sql`update public.user_benefit set start_at = now() - interval '2 days', end_at = now() where id = ${payer.id}`.execute(
    shop.test.database,
  )
  expect(await shop.open(payer, { ...pro, type: 'change' })).toMatchObject({ status: 200 })
})

it('security 50, B22: a session of an old sign-in cannot set another card; a fresh one can, and the old key is deleted at Toss', async () => {
  const payer = await shop.test.member()
  await shop.buy(payer, pro)
  await shop.removeKeys()
  const before = [...shop.toss.billingKeys.keys()]
  expect(await shop.open(payer, { type: 'card' })).toMatchObject({
    status: 403,
    code: 'fresh_sign_in_required',
  })
  const opened = await shop.open(await shop.fresh(payer), { type: 'card' })
  expect(opened.result.amount).toBe(0)
  const charged = charges()
  expect((await shop.confirm(payer, shop.providerReturn(opened.result))).result).toMatchObject({
    status: 'DONE',
    card_last_four: '1111',
  })
  await shop.removeKeys()
  expect(charges()).toBe(charged)
  const after = [...shop.toss.billingKeys.keys()]
  expect(after).toHaveLength(before.length)
  expect(after.filter((key) => before.includes(key))).toHaveLength(before.length - 1)
})

it('security 75, R9: a webhook only triggers a lookup: forged, repeated and late ones change nothing that Toss does not confirm', async () => {
  const payer = await shop.test.member()
  const sendWebhook = (code: string, id: string = crypto.randomUUID(), data: object = {}) =>
    shop.test.post(
      '/v1/payment/webhook',
      {
        eventType: 'PAYMENT_STATUS_CHANGED',
        createdAt: '2026-11-21T21:00:00.000000',
        data: { orderId: code, status: 'DONE', ...data },
      },
      undefined,
      { 'tosspayments-webhook-transmission-id': id },
    )
  const before = shop.toss.calls.length
  expect((await sendWebhook('nobody-knows-1')).status).toBe(200)
  const opened = (await shop.open(payer, pro)).result
  expect((await sendWebhook(`${opened.order}-1`)).status).toBe(200)
  expect(shop.toss.calls.length).toBe(before)
  expect(await shop.usageOf(payer)).toMatchObject({ plan: 'starter' })

  shop.toss.fault = (call) => (isCharge(call) ? 'lost' : null)
  await shop.confirm(payer, shop.providerReturn(opened))
  shop.toss.fault = () => null
  const answers = await Promise.all([
    sendWebhook(`${opened.order}-1`, 'same'),
    sendWebhook(`${opened.order}-1`, 'same'),
    sendWebhook(`${opened.order}-1`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await shop.usageOf(payer)).toMatchObject({ plan: 'pro', payment_token: 2_000_000 })
  await sendWebhook(`${opened.order}-1`, 'late', { status: 'CANCELED', balanceAmount: 0 })
  expect(await shop.usageOf(payer)).toMatchObject({ plan: 'pro', payment_token: 2_000_000 })
})
