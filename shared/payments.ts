/** Plans, prices and what they grant (B06): KRW including VAT. Change prices only here. */
export const planTypes = ['starter', 'basic', 'pro', 'team'] as const
export type PlanType = (typeof planTypes)[number]

export type Plan = {
  priceMonth: number
  /** The price of ten months: two months are free (M01). */
  priceYear: number
  tokensMonth: number
  imagesMonth: number | 'unlimited'
  isKeywordUnlimited: boolean
  /** The number of its users, the owner included (B07). */
  seats: number
}

const monthsPaidPerYear = 10
/** The free months of a yearly payment, as on the price page. */
export const monthsFreePerYear = 12 - monthsPaidPerYear

/** Days after the start of a period on which a declined renewal is retried, as in private.settle_declined(). */
export const renewalRetryDays = [1, 3, 5, 10, 14] as const

/** Days before a renewal on which it is announced, as in private.announce_renewals(). */
export const renewalNoticeDays = 7

/** Days in which an unused payment is refunded in full, as in private.withdrawal_ends(): an operator does it on request. */
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

/** Starter is free (B31): features for paid plans call this. */
export function isPaidPlan(type: string | null | undefined): boolean {
  return type === 'basic' || type === 'pro' || type === 'team'
}

export const billingPeriods = ['month', 'year'] as const
export type BillingPeriod = (typeof billingPeriods)[number]

export const paidPlans = ['basic', 'pro', 'team'] as const
export type PaidPlan = (typeof paidPlans)[number]

/** The price of a plan's period, in KRW with VAT. */
export const priceOf = (plan: PlanType, period: BillingPeriod): number =>
  period === 'year' ? plans[plan].priceYear : plans[plan].priceMonth

/** The monthly grant of a plan; unlimited images need no credits. */
export function grantOf(plan: PlanType): { tokens: number; images: number } {
  const { tokensMonth, imagesMonth } = plans[plan]
  return { tokens: tokensMonth, images: imagesMonth === 'unlimited' ? 0 : imagesMonth }
}

/**
 * The VAT in a price, in KRW: an eleventh, rounded. Toss Payments counts so too (`vat` of a payment: 91 of 1,000, 909
 * of 10,000), so that our receipt and the card slip agree.
 */
export const vatOf = (amount: number): number => Math.round(amount / 11)

/**
 * Whether an address is a card slip at Toss Payments (`receipt.url` of a payment). The address comes from outside, so
 * nothing else is ever stored or linked.
 */
export const isSlipAddress = (url: string | null | undefined): url is string =>
  /^https:\/\/(?:[a-z0-9-]+\.)*tosspayments\.com\/[!-~]*$/.test(url ?? '')

/** One-time packs, for members who have used up the month (B36): they never expire. */
export const packs = {
  tokens_small: { price: 6_900, tokens: 300_000, images: 0 },
  tokens_large: { price: 19_900, tokens: 1_000_000, images: 0 },
  images_small: { price: 3_900, tokens: 0, images: 20 },
  images_large: { price: 15_900, tokens: 0, images: 100 },
} as const
export const packNames = ['tokens_small', 'tokens_large', 'images_small', 'images_large'] as const
export type PackName = (typeof packNames)[number]

/** The reasons for a cancellation (M05); `other` has a text of the member. */
export const cancelReasons = ['price', 'rarely', 'quality', 'missing', 'switch', 'other'] as const
export type CancelReason = (typeof cancelReasons)[number]
export const cancelDetailMaxLength = 500

/** The reasons of a failed charge for members. */
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

/** The reasons of a refused refund: too late, no partial refunds, more than the rest, or the provider's own. */
export type RefundFailure = 'too_late' | 'no_part' | 'amount' | 'refused'
/** `OPEN` was requested, and its result is not known yet. */
export type RefundStatus = 'OPEN' | 'DONE' | 'REFUSED'
/** The provider's limit of a reason. */
export const refundReasonMaxLength = 200

/** The reason of a request for a refund, and an operator's answer to it, in characters. */
export const refundRequestMaxLength = 500
/** `DECLINED` by an operator, with an answer. */
type RefundRequestStatus = 'OPEN' | 'DONE' | 'DECLINED' | 'WITHDRAWN'
/** A member's request for a refund, as the member reads it. */
export type RefundRequest = {
  id: number
  status: RefundRequestStatus
  answer: string | null
  created_at: string
}
/** What the terms give for an order (`private.describe_refund_rule()`). Without `is_full` an operator decides. */
export type RefundRule = {
  /** KRW that were not refunded yet. */
  left: number
  /** The end of the time for a full refund of an unused payment, ISO. */
  ends_at: string
  is_in_time: boolean
  is_unused: boolean
  is_full: boolean
}

export type OrderType = 'subscription' | 'change' | 'renewal' | 'pack' | 'card'
/** `UNKNOWN` was sent without a response; `DONE` is a card without a charge. */
export type OrderStatus =
  | 'PENDING'
  | 'CHARGING'
  | 'UNKNOWN'
  | 'PAID'
  | 'DONE'
  | 'FAILED'
  | 'CANCELED'
  | 'REFUNDED'

/** An order as its member can read it. */
export type PaymentOrder = {
  code: string
  type: OrderType
  status: OrderStatus
  failure: ChargeFailure | null
  plan: PaidPlan | null
  period: BillingPeriod | null
  pack: PackName | null
  amount: number
  /** Refunded KRW. */
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

/** The way of paying an order: with the stored card, on the provider's own page, or on the simulator's. */
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

/** The card provider: Toss Payments, the simulator of a machine without keys, or none yet. */
export type CardMode = 'toss' | 'simulator' | 'closed'

/** Cards of the simulator, by their behaviour. */
export const simulatorCards = ['good', 'declined', 'slow', 'later'] as const
export type SimulatorCard = (typeof simulatorCards)[number]

export const subscriptionStatuses = ['ACTIVE', 'UNPAID', 'PENDING_CANCEL', 'EXPIRED', 'CANCELED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
