// Executes the refunds of operators. The console stores the request (public.operator_open_refund); this module calls
// the provider, and the provider's balance of the payment decides.
import { logFailure } from '#server/log-failure.ts'
import {
  postponeRefund,
  refuseRefund,
  settleBalance,
  takeRefund,
  type TakenRefund,
} from '#server/metering/order-ledger.ts'
import type { Cards } from '#server/adapters/cards.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import type { RefundFailure, RefundStatus } from '#shared/payments.ts'
import { readOrder, settle, type ChargeDependencies } from './charge-order.ts'

const daySeconds = 86_400
/** The delay before a refund without a response is retried: seconds at first, then longer with its age. */
const againSeconds = { min: 5, max: 1_800, ofAge: 0.25 }

type RefundOutcome = { status: RefundStatus; failure: RefundFailure | null; provider_code: string | null }

/**
 * Executes the refund that an operator stored, or returns its state. Repeated calls make it once.
 * @throws AppError not_found for a refund that is not theirs, unavailable
 */
export async function makeRefund(
  deps: Dependencies,
  { operatorId, id }: { operatorId: string; id: string },
): Promise<RefundOutcome> {
  if (!deps.cards) throw new AppError('unavailable')
  const read = () =>
    deps.database
      .selectFrom('private.payment_refund')
      .select(['status', 'failure', 'provider_code'])
      .where('id', '=', id)
      .where('operator_id', '=', operatorId)
      .executeTakeFirst()
  if (!(await read())) throw new AppError('not_found')
  const taken = await takeRefund(deps.database, deps.config.payments.leaseSeconds, id)
  if (taken) await refundPayment(deps, deps.cards, taken)
  return (await read())!
}

/** Retries every refund of unknown outcome: a lost response, or a process that is gone. */
export async function settleRefunds(deps: ChargeDependencies): Promise<void> {
  if (!deps.cards) return
  const seen = new Set<string>()
  for (;;) {
    const taken = await takeRefund(deps.database, deps.config.payments.leaseSeconds)
    // Each refund once per pass, because the loop would not end while the provider is down.
    if (taken === null || seen.has(taken.id)) return
    seen.add(taken.id)
    try {
      await refundPayment(deps, deps.cards, taken)
    } catch (error) {
      logFailure('payments: a refund could not be made and is tried again', error)
    }
  }
}

async function refundPayment(deps: ChargeDependencies, cards: Cards, refund: TakenRefund): Promise<void> {
  const { database } = deps
  const payment = await database
    .selectFrom('private.payment')
    .select(['code', 'payment_key'])
    .where('order_id', '=', refund.order_id)
    .where('status', '=', 'DONE')
    .executeTakeFirst()
  // The whole payment was refunded meanwhile.
  if (!payment?.payment_key)
    return void (await refuseRefund(database, refund.id, { reason: 'amount', providerCode: null }))
  const ageSeconds = (Date.now() - Date.parse(refund.created_at)) / 1000
  await deps.paymentStepHook?.('intended')
  const answer = await cards.refund({
    paymentKey: payment.payment_key,
    // The key changes daily, because the provider repeats a stored failure under the same key. The balance prevents a
    // second refund.
    code: `${refund.id}-${Math.floor(ageSeconds / daySeconds)}`,
    amount: refund.amount,
    balance: refund.balance,
    reason: refund.reason,
  })
  await deps.paymentStepHook?.('answered')
  if (answer.kind === 'refunded') await settleBalance(database, payment.code, answer.balance)
  else if (answer.kind === 'refused')
    await settleRefusal(deps, cards, { refund, charge: payment.code, answer })
  else {
    const seconds = Math.min(Math.max(againSeconds.min, ageSeconds * againSeconds.ofAge), againSeconds.max)
    await postponeRefund(database, refund.id, Math.ceil(seconds))
  }
  await deps.paymentStepHook?.('settled')
}

/** A different balance may come from an earlier attempt whose response was lost: then the refund was made. */
async function settleRefusal(
  deps: ChargeDependencies,
  cards: Cards,
  refused: {
    refund: TakenRefund
    charge: string
    answer: { reason: RefundFailure; providerCode: string | null }
  },
): Promise<void> {
  const { refund, charge, answer } = refused
  if (answer.reason !== 'amount') return void (await refuseRefund(deps.database, refund.id, answer))
  const found = await cards.find(charge)
  if (found.kind === 'unknown') return void (await postponeRefund(deps.database, refund.id, againSeconds.min))
  const left = 'payment' in found ? found.payment.balance : refund.balance
  const mayBeOurs = refund.tries > 1 && left <= refund.balance - refund.amount
  if (!mayBeOurs) await refuseRefund(deps.database, refund.id, answer)
  // Records the rest, whoever made the refund.
  await settle(deps, { ...(await readOrder(deps, refund.order_id)), charge }, found)
  await refuseRefund(deps.database, refund.id, answer)
}
