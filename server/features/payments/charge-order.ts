// One charge, from the provider's call to its record. The order was claimed and the charge recorded before.
import { logFailure } from '#server/log-failure.ts'
import {
  settleAbsent,
  settleBalance,
  settleDeclined,
  settlePaid,
  settleUnknown,
} from '#server/metering/order-ledger.ts'
import type { Cards, Charged, Found, Payment } from '#server/adapters/cards.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import { orderName } from './order-name.ts'
import { findCard } from './stored-card.ts'

export type ChargeDependencies = Pick<
  Dependencies,
  'config' | 'database' | 'cards' | 'billingKeys' | 'paymentStepHook'
>
export type ChargedOrder = Awaited<ReturnType<typeof readOrder>>

/** The delay before a charge without a response is looked up: seconds at first, then longer with its age. */
const checkSeconds = { min: 3, max: 1_800, ofAge: 0.25 }

export async function readOrder({ database }: Pick<Dependencies, 'database'>, orderId: number) {
  const order = await database
    .selectFrom('payment_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { ...order, charge: `${order.code}-${order.try_number}` }
}

/** Charges the card that the order has, or the stored one. */
export async function chargeWithCard(deps: ChargeDependencies, cards: Cards, orderId: number): Promise<void> {
  const order = await readOrder(deps, orderId)
  const card = await findCard(deps, order)
  if (!card) return settleDeclined(deps.database, order.id, 'key').then(() => undefined)
  await charge(deps, order, () =>
    cards.charge({ ...card, code: order.charge, name: orderName(order), amount: order.amount }),
  )
}

/** @param send calls the provider; called once */
export async function charge(
  deps: ChargeDependencies,
  order: ChargedOrder,
  send: () => Promise<Charged>,
): Promise<void> {
  await deps.paymentStepHook?.('intended')
  const answer = await send()
  await deps.paymentStepHook?.('answered')
  await settle(deps, order, answer)
  await deps.paymentStepHook?.('settled')
}

/** Records the known state of a charge; a repeat is harmless. */
export async function settle(
  deps: ChargeDependencies,
  order: ChargedOrder,
  found: Charged | Found,
): Promise<void> {
  const { database } = deps
  switch (found.kind) {
    case 'paid':
      await settlePayment(deps, order, found.payment)
      if (found.payment.balance < order.amount)
        await settleBalance(database, order.charge, found.payment.balance)
      return
    case 'declined':
      await settleDeclined(database, order.id, found.reason)
      return
    case 'reversed':
      if (!(await settleBalance(database, order.charge, 0)))
        await settleDeclined(database, order.id, 'refunded')
      return
    case 'absent':
      await ((await isSurelyAbsent(deps, order)) ? settleAbsent(database, order.id) : waitForIt(deps, order))
      return
    case 'unknown':
      await waitForIt(deps, order)
  }
}

async function waitForIt(deps: ChargeDependencies, order: ChargedOrder): Promise<void> {
  const age = (await ageOf(deps, order)) ?? 0
  const seconds = Math.min(Math.max(checkSeconds.min, age * checkSeconds.ofAge), checkSeconds.max)
  await settleUnknown(deps.database, order.id, Math.ceil(seconds))
}

/** In seconds since the charge was recorded; null when it was not. */
async function ageOf(
  { database }: ChargeDependencies,
  { charge: code }: ChargedOrder,
): Promise<number | null> {
  const row = await database
    .selectFrom('private.payment')
    .select('created_at')
    .where('code', '=', code)
    .executeTakeFirst()
  return row ? (Date.now() - Date.parse(row.created_at)) / 1000 : null
}

/** The provider may still be processing it, so a missing charge counts as absent only after a while. */
async function isSurelyAbsent(deps: ChargeDependencies, order: ChargedOrder): Promise<boolean> {
  const { database, config } = deps
  if (['subscription', 'card'].includes(order.type)) {
    const key = await database
      .selectFrom('private.order_key')
      .select('order_id')
      .where('order_id', '=', order.id)
      .executeTakeFirst()
    // The card was not even stored, so it was never charged.
    if (!key) return true
  }
  const age = await ageOf(deps, order)
  return age === null || age > config.payments.graceSeconds
}

/** Records the payment, or refunds it when the paid item is no longer available. */
async function settlePayment(deps: ChargeDependencies, order: ChargedOrder, payment: Payment): Promise<void> {
  const { database, cards } = deps
  try {
    await settlePaid(database, order.charge, payment)
  } catch (error) {
    if (!(error instanceof AppError) || !goneCodes.has(error.code)) throw error
    logFailure(`payments: ${order.charge} cannot be delivered and is given back`, error)
    const isRefunded = await cards?.cancel({
      paymentKey: payment.paymentKey,
      code: order.charge,
      reason: 'The order could not be delivered.',
    })
    await (isRefunded
      ? settleDeclined(database, order.id, 'refunded')
      : settleUnknown(database, order.id, 60))
  }
}
/** `invalid_request` also means that another charge has paid for the order. */
const goneCodes = new Set(['must_cancel_first', 'check_plan', 'invalid_request'])
