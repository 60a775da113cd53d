import {
  grantOf,
  packNames,
  packs,
  paidPlans,
  plans,
  priceOf,
  billingPeriods,
  type BillingPeriod,
  type PackName,
  type PaidPlan,
} from '#shared/payments.ts'
import type { OrderForm } from '#shared/payments-form.ts'
import { isLive, type PlanState } from './payments-data.ts'

/** The order of the checkout. `replaced` is the plan that ends with it. */
export type Checkout =
  | {
      type: 'subscription' | 'change'
      plan: PaidPlan
      period: BillingPeriod
      amount: number
      replaced: PaidPlan | null
      /** The member has already paid for it, so there is nothing to order. */
      isSelected: boolean
    }
  | { type: 'pack'; pack: PackName; amount: number }
  | { type: 'card'; amount: 0; due: number }

/** Reads the address of the checkout. Null for an address that orders nothing. */
export function readCheckout(query: URLSearchParams, state: PlanState): Checkout | null {
  const [plan, period, pack] = ['plan', 'period', 'pack'].map((name) => query.get(name))
  if (query.has('card')) {
    const { subscription } = state
    if (!isLive(subscription)) return null
    return { type: 'card', amount: 0, due: subscription.status === 'UNPAID' ? subscription.amount : 0 }
  }
  if (isOneOf(packNames, pack)) return { type: 'pack', pack, amount: packs[pack].price }
  if (!isOneOf(paidPlans, plan) || !isOneOf(billingPeriods, period)) return null
  const live = isLive(state.subscription) ? state.subscription : null
  const replaced = live?.plan ?? null
  const isSelected = live?.plan === plan && live.period === period
  const type = replaced ? ('change' as const) : ('subscription' as const)
  return { type, plan, period, amount: priceOf(plan, period), replaced, isSelected }
}

const isOneOf = <Value extends string>(
  values: readonly Value[],
  value: string | null | undefined,
): value is Value => (values as readonly (string | null | undefined)[]).includes(value)

/** The address of a checkout, without the language. */
export const checkoutPath = (
  choice: { plan: PaidPlan; period: BillingPeriod } | { pack: PackName } | { card: '1' },
): string => `/payment/checkout?${new URLSearchParams(choice)}`

/** The body that opens the order: never a price. @param isStored pays a pack with the stored card */
export function orderOf(checkout: Checkout, isStored = false): OrderForm {
  if (checkout.type === 'card') return { type: 'card' }
  if (checkout.type === 'pack')
    return { type: 'pack', pack: checkout.pack, ...(isStored ? { card: 'stored' } : {}) }
  return { type: checkout.type, plan: checkout.plan, period: checkout.period }
}

/** The amounts that an order grants. */
export function givesOf(checkout: Checkout): { tokens: number; images: number; isUnlimited: boolean } {
  if (checkout.type === 'card') return { tokens: 0, images: 0, isUnlimited: false }
  if (checkout.type === 'pack')
    return { tokens: packs[checkout.pack].tokens, images: packs[checkout.pack].images, isUnlimited: false }
  return { ...grantOf(checkout.plan), isUnlimited: plans[checkout.plan].imagesMonth === 'unlimited' }
}

/** A month or a year from now, as the calendar of Korea counts; the database decides in the end. */
export function nextPaymentDay(period: BillingPeriod, now: Date): string {
  const korea = new Date(now.getTime() + koreaOffsetMs)
  const month = korea.getUTCMonth() + (period === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(korea.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(korea.getUTCDate(), lastDay)
  return new Date(Date.UTC(korea.getUTCFullYear(), month, day) - koreaOffsetMs).toISOString()
}
const koreaOffsetMs = 9 * 3_600_000
