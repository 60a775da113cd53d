// Due periods: charged once despite any failure, retried when declined, and ended when unpaid.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { PaymentStep } from '#server/dependencies.ts'
import { createPaymentCase, declined, isCharge, type PaymentCase } from '#server/testing/payment-cases.ts'

let shop: PaymentCase
beforeAll(async () => {
  shop = await createPaymentCase()
})
afterEach(async () => {
  shop.toss.fault = () => null
  await shop.expectRules()
  await sql`update public.subscription set period_end = now() + interval '1 year', next_try_at = now() + interval '1 year'`.execute(
    shop.test.database,
  )
})
afterAll(() => shop.close())

const pro = { type: 'subscription', plan: 'pro', period: 'month' }
const charges = () => shop.toss.calls.filter(isCharge).length

async function subscriber(form: object = pro) {
  const payer = await shop.test.member({ token: 0 })
  await shop.buy(payer, form)
  return payer
}

it('M18, B06, I9: a due period is charged once across processes, and the rest of the old one expires', async () => {
  const payer = await subscriber()
  const end = String((await shop.subscriptionOf(payer))?.period_end)
  await shop.renew()
  const before = charges()
  await shop.age(payer, '31 days')
  await Promise.all([shop.renew(), shop.renew(), shop.renew()])
  await shop.renew()
  expect(charges() - before).toBe(1)
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'pro',
    payment_token: 2_000_000,
    last_order_type: 'renewal',
  })
  const subscription = await shop.subscriptionOf(payer)
  expect(subscription).toMatchObject({ status: 'ACTIVE', period_number: 2 })
  expect(Date.parse(String(subscription?.period_start))).toBe(Date.parse(end) - 31 * 86_400_000)
  const { rows } =
    await sql`select kind, amount from public.token_history where user_id = ${payer.id} order by id`.execute(
      shop.test.database,
    )
  expect(rows).toEqual([
    { kind: 'payment', amount: 2_000_000 },
    { kind: 'expire', amount: -2_000_000 },
    { kind: 'payment', amount: 2_000_000 },
  ])
})

it('a renewal on the 31st returns to the 31st after a short month', async () => {
  const { rows } = await sql<{
    day: string
  }>`select to_char(private.add_months('2026-01-31T12:00:00+09:00', n) at time zone 'Asia/Seoul', 'MM-DD') as day
    from generate_series(1, 3) as n`.execute(shop.test.database)
  expect(rows.map(({ day }) => day)).toEqual(['02-28', '03-31', '04-30'])
})

it('periods that passed without a charge are never charged later', async () => {
  const payer = await subscriber()
  await shop.age(payer, '200 days')
  const before = charges()
  await shop.renew()
  await shop.renew()
  expect(charges() - before).toBe(1)
  const subscription = await shop.subscriptionOf(payer)
  expect(Date.parse(String(subscription?.period_start))).toBeGreaterThan(Date.now() - 60_000)
})

it('M03, B34: a declined renewal is UNPAID and paused, sends one alarm per try, is retried after 1, 3, 5, 10 and 14 days, and expires', async () => {
  const payer = await subscriber()
  shop.toss.fault = (call) => (isCharge(call) ? declined : null)
  await shop.age(payer, '31 days')
  await shop.renew()
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'starter',
    payment_token: 0,
    last_subscription_status: 'UNPAID',
  })
  expect(await shop.open(payer, pro)).toMatchObject({ code: 'unpaid_card' })
  expect(await shop.ask(payer, 'subscription/cancel', { reason: 'price' })).toMatchObject({
    code: 'cancel_only_when_active',
  })
  const daysOf = async () => {
    const row = await shop.subscriptionOf(payer)
    return Math.round(
      (Date.parse(String(row?.next_try_at)) - Date.parse(String(row?.period_end))) / 86_400_000,
    )
  }
  const days = [await daysOf()]
  const before = charges()
  for (const wait of ['1 day', '2 days', '2 days', '5 days']) {
    await shop.renew()
    await shop.age(payer, wait)
    await shop.renew()
    days.push(await daysOf())
  }
  expect(days).toEqual([1, 3, 5, 10, 14])
  expect(charges() - before).toBe(4)
  expect(await shop.alarmsOf(payer, 'payment_failed')).toBe(5)
  expect(await shop.alarmsOf(payer, 'subscription_ending')).toBe(1)
  await shop.age(payer, '4 days')
  await shop.renew()
  expect(await shop.subscriptionOf(payer)).toMatchObject({ status: 'EXPIRED' })
  await shop.age(payer, '30 days')
  await shop.renew()
  expect(charges() - before).toBe(5)
  expect(await shop.open(payer, pro)).toMatchObject({ status: 200 })
})

it('M02, M03: an unpaid period can be paid later with the same card, and a whole period starts then', async () => {
  const payer = await subscriber()
  shop.toss.fault = (call) => (isCharge(call) ? declined : null)
  await shop.age(payer, '31 days')
  await shop.renew()
  expect((await shop.ask<{ status: string }>(payer, 'subscription/pay', {})).result).toMatchObject({
    status: 'FAILED',
    failure: 'declined',
  })
  // A member's own attempt does not count as one of the retries.
  expect(await shop.subscriptionOf(payer)).toMatchObject({ status: 'UNPAID', tries: 1 })
  shop.toss.fault = () => null
  const answers = await Promise.all([
    shop.ask(payer, 'subscription/pay', {}),
    shop.ask(payer, 'subscription/pay', {}),
  ])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  expect(await shop.usageOf(payer)).toMatchObject({
    plan: 'pro',
    payment_token: 2_000_000,
    last_subscription_status: 'ACTIVE',
  })
  const subscription = await shop.subscriptionOf(payer)
  expect(Date.parse(String(subscription?.period_start))).toBeGreaterThan(Date.now() - 60_000)
  expect(await shop.ask(payer, 'subscription/pay', {})).toMatchObject({ status: 402, code: 'check_plan' })
})

it('M02: another card pays the unpaid period at once', async () => {
  const payer = await subscriber()
  shop.toss.billingKeys.clear()
  await shop.age(payer, '31 days')
  await shop.renew()
  expect((await shop.ordersOf(payer)).at(-1)).toMatchObject({ status: 'FAILED', failure: 'key' })
  const token = await shop.test.sign({
    sub: payer.id,
    session_id: payer.sessionId,
    amr: [{ method: 'oauth', timestamp: Math.floor(Date.now() / 1000) - 60 }],
  })
  expect(await shop.buy({ ...payer, token }, { type: 'card' })).toMatchObject({ status: 'DONE' })
  expect(await shop.usageOf(payer)).toMatchObject({ plan: 'pro', last_subscription_status: 'ACTIVE' })
})

it('security 81: a cancel during a renewal waits for its result', async () => {
  const payer = await subscriber()
  shop.toss.fault = (call) => (isCharge(call) ? 'lost' : null)
  await shop.age(payer, '31 days')
  await shop.renew()
  expect(await shop.ask(payer, 'subscription/cancel', { reason: 'price' })).toMatchObject({
    status: 409,
    code: 'payment_confirming',
  })
  shop.toss.fault = () => null
  await shop.passWaits()
  await shop.lookUp()
  expect(await shop.ask(payer, 'subscription/cancel', { reason: 'price' })).toMatchObject({ status: 200 })
  expect(await shop.subscriptionOf(payer)).toMatchObject({ period_number: 2, status: 'PENDING_CANCEL' })
})

it.each(['intended', 'answered', 'settled'] as const satisfies readonly PaymentStep[])(
  'security 77, R2: a process killed when a renewal is %s leaves one charge, one record and one grant',
  async (step) => {
    const payer = await subscriber()
    const [paid, sent] = [shop.toss.charges.size, charges()]
    await shop.age(payer, '31 days')
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../testing/renew-elsewhere.ts', import.meta.url)), step],
      {
        env: {
          ...process.env,
          ...shop.toss.env,
          DATABASE_URL: shop.test.config.databaseUrl,
          PAYMENT_LEASE_SECONDS: '1',
          SUPABASE_URL: 'http://127.0.0.1:3000',
          SUPABASE_PUBLISHABLE_KEY: 'p',
          SUPABASE_SECRET_KEY: 's',
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect(signal).toBe('SIGKILL')
    // While the lease runs, no other process touches it. Afterwards the charge is looked up and made only when it is
    // absent.
    await shop.renew()
    // As the jobs do every minute: an order that is locked now, for example by the connection of a dead process, is
    // found at the next pass.
    do {
      await shop.passWaits()
      await Promise.all([shop.lookUp(), shop.lookUp()])
      await Promise.all([shop.renew(), shop.renew()])
    } while ((await shop.subscriptionOf(payer))?.period_number !== 2)
    expect(shop.toss.charges.size - paid).toBe(1)
    expect(charges() - sent).toBe(1)
    expect(await shop.usageOf(payer)).toMatchObject({ plan: 'pro', payment_token: 2_000_000 })
    expect(await shop.subscriptionOf(payer)).toMatchObject({ status: 'ACTIVE', period_number: 2 })
  },
)

it('a live run keeps its hold when its period ends', async () => {
  const payer = await subscriber({ ...pro, plan: 'basic' })
  await sql`select private.open_run('keyword_search', 1, 1, ${payer.id}::uuid, 400000, 0, '', '{}', 600)`.execute(
    shop.test.database,
  )
  await shop.ask(payer, 'subscription/cancel', { reason: 'price' })
  await shop.age(payer, '32 days')
  await shop.runCycle()
  expect(await shop.usageOf(payer)).toMatchObject({ plan: 'starter', payment_token: 400_000 })
  await sql`select private.settle_run(id, 'done', 300000, 0) from private.run where member_id = ${payer.id}`.execute(
    shop.test.database,
  )
  await shop.runCycle()
  expect(await shop.usageOf(payer)).toMatchObject({ payment_token: 0 })
})

it('sql 3: a renewal that fails in the database is set aside and does not block the others', async () => {
  const [broken, other] = [await subscriber(), await subscriber()]
  const db = shop.test.database
  const { code } = (await shop.subscriptionOf(broken))!
  await sql`alter table public.payment_order add constraint canary check (code not like ${sql.lit(`${String(code)}-p%`)}) not valid`.execute(
    db,
  )
  try {
    await shop.age(broken, '32 days')
    await shop.age(other, '31 days')
    const before = charges()
    await shop.renew()
    expect(charges() - before).toBe(1)
    expect(await shop.subscriptionOf(other)).toMatchObject({ status: 'ACTIVE', period_number: 2 })
    const { rows } =
      await sql`select retry_at > now() + interval '50 minutes' as waits from public.subscription
      where user_id = ${broken.id}`.execute(db)
    expect(rows).toEqual([{ waits: true }])
  } finally {
    await sql`alter table public.payment_order drop constraint canary`.execute(db)
  }
  await sql`update public.subscription set retry_at = now() where user_id = ${broken.id}`.execute(db)
  await shop.renew()
  expect(await shop.subscriptionOf(broken)).toMatchObject({ status: 'ACTIVE', period_number: 2 })
})

it('a renewal is announced once, a week before, with its day and amount, also when the alarm was deleted', async () => {
  const payer = await subscriber()
  await sql`update public."user" set email = 'renewal@example.com' where id = ${payer.id}`.execute(
    shop.test.database,
  )
  const endIn = (interval: string) =>
    sql`update public.subscription set period_end = now() + ${interval}::interval where user_id = ${payer.id}`.execute(
      shop.test.database,
    )
  await endIn('7 days 1 hour')
  await shop.runCycle()
  expect(await shop.alarmsOf(payer, 'renewal_soon')).toBe(0)
  await endIn('6 days 23 hours')
  await Promise.all([shop.runCycle(), shop.runCycle()])
  expect(await shop.alarmsOf(payer, 'renewal_soon')).toBe(1)
  await sql`delete from public.user_alarm where user_id = ${payer.id}`.execute(shop.test.database)
  await shop.runCycle()
  expect(await shop.alarmsOf(payer, 'renewal_soon')).toBe(0)
  const { rows } = await sql<{ payload: object }>`select payload from private.email_outbox
    where user_id = ${payer.id} and kind = 'renewal_soon'`.execute(shop.test.database)
  const end = String((await shop.subscriptionOf(payer))?.period_end)
  expect(rows.map(({ payload }) => payload)).toEqual([
    { date: expect.any(String), amount: 19_900, plan: 'pro', period: 'month' },
  ])
  expect(Date.parse((rows[0]!.payload as { date: string }).date)).toBe(Date.parse(end))

  // The next period is announced again; a cancelled plan is not.
  await shop.age(payer, '7 days')
  await shop.renew()
  await endIn('6 days')
  await shop.runCycle()
  expect(await shop.alarmsOf(payer, 'renewal_soon')).toBe(1)
  const other = await subscriber()
  await shop.ask(other, 'subscription/cancel', { reason: 'price' })
  await sql`update public.subscription set period_end = now() + interval '6 days' where user_id = ${other.id}`.execute(
    shop.test.database,
  )
  await shop.runCycle()
  expect(await shop.alarmsOf(other, 'renewal_soon')).toBe(0)
})
