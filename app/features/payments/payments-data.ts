// Reads the member's own plan, orders and card (row level security decides), and calls /v1/payment.
import {
  orderColumns,
  type BillingPeriod,
  type OpenedOrder,
  type PaidPlan,
  type PaymentOrder,
  type RefundRule,
  type SubscriptionStatus,
} from '#shared/payments.ts'
import type { ConfirmForm, OrderForm } from '#shared/payments-form.ts'
import type { Api } from '#app/session/api.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'
import { listOrders, type OrderPage } from './orders-data.ts'

export type Subscription = {
  id: number
  plan: PaidPlan
  period: BillingPeriod
  status: SubscriptionStatus
  amount: number
  period_start: string
  period_end: string
  next_try_at: string | null
  ended_at: string | null
}

/** The newest subscription, active or ended, and the obstacles to another order. */
export type PlanState = {
  subscription: Subscription | null
  /** The benefit that an operator granted for a period, while it is active. */
  benefit: { plan: PaidPlan; until: string } | null
  /** The charge that is under way. */
  confirming: string | null
}

const liveStatuses: readonly string[] = ['ACTIVE', 'UNPAID', 'PENDING_CANCEL']
export const isLive = (subscription: Subscription | null): subscription is Subscription =>
  subscription !== null && liveStatuses.includes(subscription.status)

/** @throws AppError */
export async function readPlanState(supabase: Supabase, memberId: string): Promise<PlanState> {
  const [subscription, benefit, order] = await Promise.all([
    supabase
      .from('subscription')
      .select('id, plan, period, status, amount, period_start, period_end, next_try_at, ended_at')
      .eq('user_id', memberId)
      .order('id', { ascending: false })
      .limit(1)
      .maybeSingle(),
    supabase
      .from('user_benefit')
      .select('type_detail, end_at')
      .eq('id', memberId)
      .lte('start_at', new Date().toISOString())
      .gt('end_at', new Date().toISOString())
      .maybeSingle(),
    supabase
      .from('payment_order')
      .select('code')
      .eq('user_id', memberId)
      .in('status', ['CHARGING', 'UNKNOWN'])
      .limit(1)
      .maybeSingle(),
  ])
  const failure = subscription.error ?? benefit.error ?? order.error
  if (failure) throw asAppError(failure)
  return {
    subscription: subscription.data as Subscription | null,
    benefit: benefit.data && { plan: benefit.data.type_detail as PaidPlan, until: benefit.data.end_at },
    confirming: order.data?.code ?? null,
  }
}

export type OwnPlan = PlanState & {
  card: { issuer: string | null; lastFour: string | null } | null
  orders: OrderPage
  debt: { tokens: number; images: number } | null
}

/** Everything of `/my/plan`. @throws AppError */
export async function readOwnPlan(supabase: Supabase, memberId: string): Promise<OwnPlan> {
  const [state, card, orders, debts] = await Promise.all([
    readPlanState(supabase, memberId),
    supabase.from('payment_card').select('issuer, last_four').eq('user_id', memberId).maybeSingle(),
    listOrders(supabase, memberId, null),
    supabase.from('payment_debt').select('token, image').eq('user_id', memberId),
  ])
  const failure = card.error ?? debts.error
  if (failure) throw asAppError(failure)
  const sum = (key: 'token' | 'image') => (debts.data ?? []).reduce((total, debt) => total + debt[key], 0)
  const debt = { tokens: sum('token'), images: sum('image') }
  return {
    ...state,
    card: card.data && { issuer: card.data.issuer, lastFour: card.data.last_four },
    orders,
    debt: debt.tokens + debt.images > 0 ? debt : null,
  }
}

/** The last digits of the member's card, or null. @throws AppError */
export async function findCardDigits(supabase: Supabase, memberId: string): Promise<string | null> {
  const { data, error } = await supabase
    .from('payment_card')
    .select('last_four')
    .eq('user_id', memberId)
    .maybeSingle()
  if (error) throw asAppError(error)
  return data?.last_four ?? null
}

/** A member's own order, or null. @throws AppError */
export async function findOrder(supabase: Supabase, code: string): Promise<PaymentOrder | null> {
  const { data, error } = await supabase
    .from('payment_order')
    .select(orderColumns)
    .eq('code', code)
    .maybeSingle()
  if (error) throw asAppError(error)
  return data as unknown as PaymentOrder | null
}

/** What the terms give for an own order; null when nothing of it can be refunded. @throws AppError */
export async function readRefundRule(supabase: Supabase, order: string): Promise<RefundRule | null> {
  const { data, error } = await supabase.rpc('read_refund_rule', { order_code: order })
  if (error) throw asAppError(error)
  return data as RefundRule | null
}

/** @throws AppError request_in_progress while another is open, too_many_requests, not_found when nothing is left */
export async function askRefund(supabase: Supabase, order: string, reason: string): Promise<void> {
  const { error } = await supabase.rpc('ask_refund', { order_code: order, reason })
  if (error) throw asAppError(error)
}

/** @throws AppError request_in_progress while the refund is being made */
export async function withdrawRefundRequest(supabase: Supabase, order: string): Promise<void> {
  const { error } = await supabase.rpc('withdraw_refund_request', { order_code: order })
  if (error) throw asAppError(error)
}

type ApiContext = { api: Api; uuid: string }

const chargingPaths = new Set(['order', 'confirm', 'subscription/pay'])

async function ask<Result>({ api, uuid }: ApiContext, path: string, fields: object): Promise<Result> {
  const { result } = await api.json<{ result: Result }>(`/payment/${path}`, {
    body: { uuid, ...fields },
    once: chargingPaths.has(path),
  })
  return result
}

/** @throws AppError plan_already_selected, must_cancel_first, benefit_active, unpaid_card, fresh_sign_in_required … */
export const openOrder = (apiContext: ApiContext, form: OrderForm) =>
  ask<OpenedOrder>(apiContext, 'order', form)
/** Idempotent: repeated calls charge once. @throws AppError */
export const confirmOrder = (apiContext: ApiContext, form: ConfirmForm) =>
  ask<PaymentOrder>(apiContext, 'confirm', form)
export const cancelOrder = (apiContext: ApiContext, order: string) =>
  ask<PaymentOrder>(apiContext, 'give-up', { order })
/** @returns when it ends @throws AppError cancel_only_when_active, payment_confirming */
export const cancelPlan = (apiContext: ApiContext, answer: { reason: string; detail?: string }) =>
  ask<{ ends_at: string }>(apiContext, 'subscription/cancel', answer)
export const resumePlan = (apiContext: ApiContext) => ask<unknown>(apiContext, 'subscription/resume', {})
/** Ends an unpaid plan immediately. @throws AppError check_plan, payment_confirming */
export const endUnpaidPlan = (apiContext: ApiContext) => ask<unknown>(apiContext, 'subscription/end', {})
/** @throws AppError check_plan while a plan needs the card, payment_confirming */
export const removeCard = (apiContext: ApiContext) => ask<true>(apiContext, 'card/remove', {})
/** The address of an order's card slip, or null. @throws AppError */
export const findSlip = (apiContext: ApiContext, order: string) =>
  ask<{ url: string | null }>(apiContext, 'slip', { order })
export const payUnpaid = (apiContext: ApiContext) => ask<PaymentOrder>(apiContext, 'subscription/pay', {})
export const chooseSimulated = (
  apiContext: ApiContext,
  choice: { order: string; card: string; lang: string },
) => ask<{ to: string }>(apiContext, 'simulator', choice)
