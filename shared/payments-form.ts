// Request bodies of /v1/payment as schemas. They are apart from payments.ts because of zod.
import { z } from 'zod'
import {
  billingPeriods,
  cancelDetailMaxLength,
  cancelReasons,
  packNames,
  paidPlans,
  simulatorCards,
} from './payments.ts'
import { text } from './tools-form.ts'

export const orderSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['subscription', 'change']),
    plan: z.enum(paidPlans),
    period: z.enum(billingPeriods),
  }),
  z.strictObject({
    type: z.literal('pack'),
    pack: z.enum(packNames),
    /** Charges the stored card; without it the provider's page takes one. */
    card: z.literal('stored').optional(),
  }),
  z.strictObject({ type: z.literal('card') }),
])
export type OrderForm = z.infer<typeof orderSchema>

/** Whether the stored card pays the order. */
export const paysStored = (form: OrderForm): boolean =>
  form.type === 'change' || (form.type === 'pack' && form.card === 'stored')

const orderCode = z.string().regex(/^[A-Za-z0-9_-]{6,48}$/, 'invalid')
const secret = z.string().min(1).max(300)

/** The parameters of the provider's return URL, unchanged. */
export const confirmSchema = z.strictObject({
  order: orderCode,
  customer_key: secret.optional(),
  auth_key: secret.optional(),
  payment_key: secret.optional(),
  charge: z.string().max(64).optional(),
  amount: z.int('invalid').optional(),
})
export type ConfirmForm = z.infer<typeof confirmSchema>

/** Names one order of the caller. */
/** A request that says nothing but who sends it. */
export const noFieldsSchema = z.strictObject({})

export const namedOrderSchema = z.strictObject({ order: orderCode })

export const refundSchema = z.strictObject({ refund: z.uuid('invalid') })

export const cancelSubscriptionSchema = z.strictObject({
  reason: z.enum(cancelReasons),
  detail: text({ max: cancelDetailMaxLength }).optional(),
})

export const simulatorSchema = z.strictObject({
  order: orderCode,
  card: z.enum(simulatorCards),
  lang: z.enum(['ko', 'en']),
})

/** A webhook of Toss Payments. It only means that something may have changed. */
export const webhookBody = z.looseObject({
  eventType: z.string().max(100),
  data: z.looseObject({ orderId: z.string().max(64).optional() }).optional(),
})
