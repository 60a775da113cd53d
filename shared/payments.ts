/** Plans, prices and what they grant (B06): KRW including VAT. Change prices here and nowhere else. */
export const planTypes = ['starter', 'basic', 'pro', 'team'] as const
export type PlanType = (typeof planTypes)[number]

export type Plan = {
  priceMonth: number
  /** Ten months' price: two months are free (M01). */
  priceYear: number
  tokensMonth: number
  imagesMonth: number | 'unlimited'
  isKeywordUnlimited: boolean
  /** How many people use it, its owner among them (B07). */
  seats: number
}

const monthsPaidPerYear = 10
/** What paying by the year saves, as the price page says it. */
export const monthsFreePerYear = 12 - monthsPaidPerYear

/** Days after the start of a period on which a declined renewal is charged again, as private.settle_declined() has them. */
export const renewalRetryDays = [1, 3, 5, 10, 14] as const

/** Days in which an unused payment is refunded in full: an operator does it on request (docs/decisions/030). */
export const withdrawalDays = 7
const plan = (
  priceMonth: number,
  rest: Omit<Plan, 'priceMonth' | 'priceYear' | 'seats'> & { seats?: number },
): Plan => ({
  priceMonth,
  priceYear: priceMonth * monthsPaidPerYear,
  seats: 1,
  ...rest,
})

export const plans: Record<PlanType, Plan> = {
  starter: plan(0, { tokensMonth: 0, imagesMonth: 0, isKeywordUnlimited: false }),
  basic: plan(9_900, { tokensMonth: 500_000, imagesMonth: 30, isKeywordUnlimited: false }),
  pro: plan(19_900, { tokensMonth: 2_000_000, imagesMonth: 'unlimited', isKeywordUnlimited: true }),
  team: plan(49_900, {
    tokensMonth: 6_000_000,
    imagesMonth: 'unlimited',
    isKeywordUnlimited: true,
    seats: 5,
  }),
}

/** Starter is free (B31): what needs a paid plan asks this. */
export function isPaidPlan(type: string | null | undefined): boolean {
  return type === 'basic' || type === 'pro' || type === 'team'
}

export const billingPeriods = ['month', 'year'] as const
export type BillingPeriod = (typeof billingPeriods)[number]

export const paidPlans = ['basic', 'pro', 'team'] as const
export type PaidPlan = (typeof paidPlans)[number]

/** What a period of a plan costs, in KRW with VAT. */
export const priceOf = (plan: PlanType, period: BillingPeriod): number =>
  period === 'year' ? plans[plan].priceYear : plans[plan].priceMonth

/** What a month of a plan gives; unlimited images need no credits. */
export function grantOf(plan: PlanType): { tokens: number; images: number } {
  const { tokensMonth, imagesMonth } = plans[plan]
  return { tokens: tokensMonth, images: imagesMonth === 'unlimited' ? 0 : imagesMonth }
}

/** One-time packs, for whoever has used up the month (B36): they never expire. */
export const packs = {
  tokens_small: { price: 6_900, tokens: 300_000, images: 0 },
  tokens_large: { price: 19_900, tokens: 1_000_000, images: 0 },
  images_small: { price: 3_900, tokens: 0, images: 20 },
  images_large: { price: 15_900, tokens: 0, images: 100 },
} as const
export const packNames = ['tokens_small', 'tokens_large', 'images_small', 'images_large'] as const
export type PackName = (typeof packNames)[number]

/** Why somebody cancels (M05); `other` is told in their own words. */
export const cancelReasons = ['price', 'rarely', 'quality', 'missing', 'switch', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]
export const cancelDetailMaxLength = 500

/** What stands in the way of a charge, as people are told. */
export const chargeFailures = [
  'declined',
  'limit',
  'card',
  'key',
  'unsupported',
  'canceled',
  'not_charged',
  'refunded',
] as const
export type ChargeFailure = (typeof chargeFailures)[number]

/** Why the provider gives nothing back: too long ago, only as a whole, less is left than that, or for reasons of its own. */
export type RefundFailure = 'too_late' | 'no_part' | 'amount' | 'refused'
/** `OPEN` was asked for, and what became of it is not known yet. */
export type RefundStatus = 'OPEN' | 'DONE' | 'REFUSED'
/** What the provider takes of a reason. */
export const refundReasonMaxLength = 200

export type OrderType = 'subscription' | 'change' | 'renewal' | 'pack' | 'card'
/** `UNKNOWN` was sent and not answered; `DONE` is a card without a charge. */
export type OrderStatus =
  | 'PENDING'
  | 'CHARGING'
  | 'UNKNOWN'
  | 'PAID'
  | 'DONE'
  | 'FAILED'
  | 'CANCELED'
  | 'REFUNDED'

/** An order as its member sees it. */
export type PaymentOrder = {
  code: string
  type: OrderType
  status: OrderStatus
  failure: ChargeFailure | null
  plan: PaidPlan | null
  period: BillingPeriod | null
  pack: PackName | null
  amount: number
  /** KRW that went back of it. */
  refunded: number
  token: number
  image: number
  card_issuer: string | null
  card_last_four: string | null
  receipt_url: string | null
  created_at: string
  paid_at: string | null
}
export const orderColumns =
  'code, type, status, failure, plan, period, pack, amount, refunded, token, image, card_issuer, card_last_four, receipt_url, created_at, paid_at'

/** How an order is paid: with the card that is on file, on the provider's own page, or on the simulator's. */
export type PaymentWay =
  | { kind: 'stored' }
  | { kind: 'simulator' }
  | {
      kind: 'toss'
      clientKey: string
      customerKey: string
      /** The order's name at the provider, and the id of its charge. */
      name: string
      chargeCode: string
      isBilling: boolean
    }
export type OpenedOrder = { order: string; amount: number; way: PaymentWay }

/** Where cards are charged: at Toss Payments, in the simulator of a machine without keys, or nowhere yet. */
export type CardMode = 'toss' | 'simulator' | 'closed'

/** Cards of the simulator, by what they do. */
export const simulatorCards = ['good', 'declined', 'slow', 'later'] as const
export type SimulatorCard = (typeof simulatorCards)[number]

export const subscriptionStatuses = ['ACTIVE', 'UNPAID', 'PENDING_CANCEL', 'EXPIRED', 'CANCELED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
