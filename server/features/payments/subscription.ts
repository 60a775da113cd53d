// A member's actions on a running subscription, except ordering another.
import {
  cancelSubscription,
  claimUnpaid,
  endUnpaidSubscription,
  resumeSubscription,
} from '#server/metering/order-ledger.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import type { CancelReason } from '#shared/payments.ts'
import { chargeWithCard, readOrder, type ChargedOrder, type ChargeDependencies } from './charge-order.ts'

/**
 * Ends it with its period (M04-M06). @returns the end
 * @throws AppError cancel_reason_required, cancel_only_when_active, payment_confirming
 */
export async function cancel(
  { database }: Pick<Dependencies, 'database'>,
  memberId: string,
  { reason, detail }: { reason: CancelReason; detail?: string | undefined },
): Promise<{ ends_at: string }> {
  if (reason === 'other' && !detail) throw new AppError('cancel_reason_required', { field: 'detail' })
  const endsAt = await cancelSubscription(database, memberId, { reason, detail: detail || null })
  return { ends_at: endsAt }
}

/** Reverts a cancellation before the period is over. @throws AppError check_plan */
export async function resume({ database }: Pick<Dependencies, 'database'>, memberId: string): Promise<void> {
  await resumeSubscription(database, memberId)
}

/**
 * Ends an unpaid subscription at once; nothing more is owed. @throws AppError check_plan when nothing is unpaid,
 * payment_confirming
 */
export async function endUnpaid(
  { database }: Pick<Dependencies, 'database'>,
  memberId: string,
): Promise<void> {
  await endUnpaidSubscription(database, memberId)
}

/** Charges the unpaid period now. @throws AppError check_plan when nothing is unpaid, payment_confirming, unavailable */
export async function payNow(deps: ChargeDependencies, memberId: string): Promise<ChargedOrder> {
  const { cards } = deps
  if (!cards) throw new AppError('unavailable')
  const id = await claimUnpaid(deps.database, memberId, deps.config.payments.leaseSeconds)
  await chargeWithCard(deps, cards, id)
  return readOrder(deps, id)
}

/** As `payNow`, after a new card was set; does nothing when nothing is unpaid or a charge is already running. */
export async function payUnpaid(deps: ChargeDependencies, memberId: string): Promise<void> {
  try {
    await payNow(deps, memberId)
  } catch (error) {
    if (!(error instanceof AppError) || !['check_plan', 'payment_confirming'].includes(error.code))
      throw error
  }
}
