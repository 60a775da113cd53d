// Orders and their effects, through functions of the database that write both in one transaction.
import { sql, type RawBuilder } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Querier } from '#server/adapters/database.ts'
import type { Payment } from '#server/adapters/cards.ts'
import type { Language } from '#shared/language.ts'
import type { ChargeFailure, RefundFailure } from '#shared/payments.ts'
import { callDatabase } from './call-database.ts'

type NewOrder = {
  member: string
  code: string
  type: string
  plan: string | null
  period: string | null
  pack: string | null
  amount: number
  tokens: number
  images: number
  /** The language of the e-mails about it. */
  language: Language
  /** Whether the stored card pays it. */
  isStored: boolean
}

/**
 * Opens an order when it is allowed now.
 * @throws AppError plan_already_selected, must_cancel_first, benefit_active, unpaid_card, check_plan,
 * payment_confirming
 */
export async function openOrderRow(db: Querier, o: NewOrder): Promise<void> {
  await callDatabase(
    db,
    sql`select private.open_order(${o.member}::uuid, ${o.code}, ${o.type}, ${o.plan}, ${o.period}, ${o.pack}, ${o.amount}::integer,
      ${o.tokens}::bigint, ${o.images}::bigint)`,
  )
  await callDatabase(
    db,
    sql`update public.payment_order set language = ${o.language}, pays_stored = ${o.isStored} where code = ${o.code}`,
  )
}

/**
 * Records the charge and claims the order. @returns false when another process has it or it is over @throws AppError as
 * openOrderRow
 */
export async function beginCharge(db: Querier, orderId: number, leaseSeconds: number): Promise<boolean> {
  const row = await callDatabase<{ begun: boolean }>(
    db,
    sql`select private.begin_charge(${orderId}::bigint, ${Math.ceil(leaseSeconds)}::integer) as begun`,
  )
  return row?.begun ?? false
}

/** Releases an order without a sent charge. */
export const returnOrder = (db: Querier, orderId: number) =>
  callDatabase(db, sql`select private.return_order(${orderId}::bigint)`)

type CardSummary = { issuer: string | null; lastFour: string | null }

export const saveBillingKey = (db: Querier, orderId: number, cipher: string, face: CardSummary) =>
  callDatabase(
    db,
    sql`select private.save_order_key(${orderId}::bigint, ${cipher}, ${face.issuer}, ${face.lastFour})`,
  )

/** Stores the card of an order without a charge as the member's card. */
export const finishCardOrder = (db: Querier, orderId: number) =>
  callDatabase(db, sql`select private.finish_card_order(${orderId}::bigint)`)

/**
 * Records a payment with all its effects, once. @returns false when it was recorded before
 * @throws AppError must_cancel_first, check_plan: the paid item is no longer available
 */
export async function settlePaid(db: Querier, code: string, payment: Payment): Promise<boolean> {
  const row = await callDatabase<{ settled: boolean }>(
    db,
    sql`select private.settle_paid(${code}, ${payment.paymentKey}, ${payment.amount}::integer, ${payment.approvedAt}::timestamptz,
      ${payment.receiptUrl}, ${payment.issuer}, ${payment.lastFour}) as settled`,
  )
  return row?.settled ?? false
}

export const settleDeclined = (db: Querier, orderId: number, failure: ChargeFailure) =>
  callDatabase(db, sql`select private.settle_declined(${orderId}::bigint, ${failure})`)

export const settleUnknown = (db: Querier, orderId: number, checkAfterSeconds: number) =>
  callDatabase(db, sql`select private.settle_unknown(${orderId}::bigint, ${checkAfterSeconds}::integer)`)

export const settleAbsent = (db: Querier, orderId: number) =>
  callDatabase(db, sql`select private.settle_absent(${orderId}::bigint)`)

/**
 * Records the rest of a payment that the provider reports, and claws back the effects of the refunded part, once
 * however often it is reported.
 * @returns false when nothing was refunded since
 */
export async function settleBalance(db: Querier, charge: string, balance: number): Promise<boolean> {
  const row = await callDatabase<{ settled: boolean }>(
    db,
    sql`select private.settle_balance(${charge}, ${balance}::integer) as settled`,
  )
  return row?.settled ?? false
}

/** A refund as an operator requested and stored it. */
export type TakenRefund = {
  id: string
  order_id: number
  amount: number
  balance: number
  reason: string
  tries: number
  created_at: string
}

/** Claims a due refund, the named one or the next; null when another process has it or it is settled. */
export const takeRefund = async (
  db: Querier,
  leaseSeconds: number,
  id: string | null = null,
): Promise<TakenRefund | null> =>
  (await callDatabase<TakenRefund>(
    db,
    sql`select id, order_id::int as order_id, amount, balance, reason, tries, created_at
      from private.take_refund(${Math.ceil(leaseSeconds)}::integer, ${id}::uuid)`,
  )) ?? null

export const postponeRefund = (db: Querier, id: string, seconds: number) =>
  callDatabase(db, sql`select private.postpone_refund(${id}::uuid, ${seconds}::integer)`)

export const refuseRefund = (
  db: Querier,
  id: string,
  { reason, providerCode }: { reason: RefundFailure; providerCode: string | null },
) => callDatabase(db, sql`select private.refuse_refund(${id}::uuid, ${reason}, ${providerCode})`)

/** The next order whose charge needs a lookup, or null. */
export const takeUnknownOrder = (db: Querier, leaseSeconds: number) =>
  claim(db, sql`select private.take_unknown_order(${Math.ceil(leaseSeconds)}::integer) as id`)

/** Claims the next due period as an order that is being charged; null when none is due. */
export const claimRenewal = (db: Querier, leaseSeconds: number) =>
  claim(db, sql`select private.claim_renewal(${Math.ceil(leaseSeconds)}::integer) as id`)

/**
 * Claims the member's unpaid period as an order that is being charged. @throws AppError check_plan, payment_confirming
 */
export async function claimUnpaid(db: Querier, member: string, leaseSeconds: number): Promise<number> {
  const id = await claim(
    db,
    sql`select private.claim_unpaid(${member}::uuid, ${Math.ceil(leaseSeconds)}::integer) as id`,
  )
  return id!
}

/** @returns the end of the plan @throws AppError cancel_only_when_active, payment_confirming */
export async function cancelSubscription(
  db: Querier,
  member: string,
  { reason, detail }: { reason: string; detail: string | null },
): Promise<string> {
  const row = await callDatabase<{ ends_at: string }>(
    db,
    sql`select private.cancel_subscription(${member}::uuid, ${reason}, ${detail}) as ends_at`,
  )
  return row!.ends_at
}

/**
 * The job `remove-billing-keys` then deletes the key at the provider.
 * @throws AppError check_plan while a plan needs the card, payment_confirming
 */
export const removeCard = (db: Querier, member: string) =>
  callDatabase(db, sql`select private.remove_card(${member}::uuid)`)

/** @throws AppError check_plan, also without a card */
export const resumeSubscription = (db: Querier, member: string) =>
  callDatabase(db, sql`select private.resume_subscription(${member}::uuid)`)

/** Ends an unpaid subscription at once. @throws AppError check_plan when nothing is unpaid, payment_confirming */
export const endUnpaidSubscription = (db: Querier, member: string) =>
  callDatabase(db, sql`select private.end_unpaid_subscription(${member}::uuid)`)

/**
 * Runs the steps of subscriptions that depend on time alone. A failure for one member is logged and does not stop the
 * others.
 */
export async function runSubscriptionCycle(db: Querier): Promise<void> {
  const { rows } = await sql<{ failure: string }>`
    select failure from private.run_subscription_cycle() as failure`.execute(db)
  for (const { failure } of rows) logFailure('payments: a subscription cycle failed', new Error(failure))
}

const claim = async (db: Querier, query: RawBuilder<unknown>): Promise<number | null> =>
  (await callDatabase<{ id: number | null }>(db, query))?.id ?? null
