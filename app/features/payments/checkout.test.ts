import { expect, it } from 'vitest'
import { nextPaymentDay, orderOf, readCheckout } from './checkout.ts'
import type { PlanState } from './payments-data.ts'

const none: PlanState = { subscription: null, benefit: null, confirming: null }
const on = (status: 'ACTIVE' | 'UNPAID' | 'EXPIRED'): PlanState => ({
  ...none,
  subscription: {
    id: 1,
    plan: 'basic',
    period: 'month',
    status,
    amount: 9_900,
    period_start: '2026-11-01T00:00:00Z',
    period_end: '2026-12-01T00:00:00Z',
    next_try_at: null,
    ended_at: null,
  },
})
const read = (query: string, state = none) => readCheckout(new URLSearchParams(query), state)

it('M01: a year costs as much as ten months', () => {
  for (const plan of ['basic', 'pro', 'team'])
    expect(read(`plan=${plan}&period=year`)?.amount).toBe(10 * read(`plan=${plan}&period=month`)!.amount)
})

it('B02: with an active plan the same address is a change, and names the plan that ends', () => {
  expect(read('plan=pro&period=year')).toMatchObject({
    type: 'subscription',
    amount: 199_000,
    replaced: null,
  })
  expect(read('plan=pro&period=year', on('ACTIVE'))).toMatchObject({ type: 'change', replaced: 'basic' })
  expect(read('plan=pro&period=year', on('EXPIRED'))).toMatchObject({ type: 'subscription' })
})

it('security 72: no address and no submitted order contains a price', () => {
  const checkout = read('pack=tokens_small&amount=1&price=1')
  expect(checkout).toMatchObject({ amount: 6_900 })
  expect(orderOf(checkout!)).toEqual({ type: 'pack', pack: 'tokens_small' })
})

it('R06: an item that cannot be ordered has no page', () => {
  for (const query of [
    '',
    'plan=starter&period=month',
    'plan=pro',
    'plan=pro&period=week',
    'pack=everything',
    'card=1',
  ])
    expect(read(query)).toBeNull()
  expect(read('card=1', on('UNPAID'))).toMatchObject({ type: 'card', due: 9_900 })
  expect(read('card=1', on('ACTIVE'))).toMatchObject({ type: 'card', due: 0 })
})

it.each([
  ['2026-01-31T03:00:00Z', 'month', '2026-02-28'],
  ['2026-11-21T16:00:00Z', 'month', '2026-12-22'],
  ['2028-02-29T03:00:00Z', 'year', '2029-02-28'],
  ['2026-12-15T03:00:00Z', 'month', '2027-01-15'],
] as const)('the next payment after %s, by the %s, is on %s in Korea', (now, period, day) => {
  const next = new Date(nextPaymentDay(period, new Date(now)))
  expect(new Date(next.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)).toBe(day)
})
