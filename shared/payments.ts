/** Plans, prices and what they grant (B06): KRW including VAT. Change prices here and nowhere else. */
export const planTypes = ['starter', 'basic', 'pro', 'team'] as const
export type PlanType = (typeof planTypes)[number]

export type Plan = {
  priceMonth: number
  /** Ten months' price: about 17 % cheaper (M01). */
  priceYear: number
  tokensMonth: number
  imagesMonth: number | 'unlimited'
  isKeywordUnlimited: boolean
  seats: number
}

const monthsPaidPerYear = 10
const plan = (priceMonth: number, rest: Omit<Plan, 'priceMonth' | 'priceYear'>): Plan => ({
  priceMonth,
  priceYear: priceMonth * monthsPaidPerYear,
  ...rest,
})

export const plans: Record<PlanType, Plan> = {
  starter: plan(0, { tokensMonth: 0, imagesMonth: 0, isKeywordUnlimited: false, seats: 1 }),
  basic: plan(9_900, { tokensMonth: 500_000, imagesMonth: 30, isKeywordUnlimited: false, seats: 1 }),
  pro: plan(19_900, { tokensMonth: 2_000_000, imagesMonth: 'unlimited', isKeywordUnlimited: true, seats: 1 }),
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

export const subscriptionStatuses = ['ACTIVE', 'UNPAID', 'PENDING_CANCEL', 'EXPIRED', 'CANCELED'] as const
