// Charges whose answer never came: looked up by their own name at the provider, never sent again as something new.
import { logFailure } from '#server/log-failure.ts'
import { takeUnknownOrder } from '#server/metering/order-ledger.ts'
import { readOrder, settle, type ChargedOrder, type ChargeDependencies } from './charge-order.ts'

/** Looks up everything that waits for it. One that cannot be looked up now waits for the next time. */
export async function settlePayments(deps: ChargeDependencies): Promise<void> {
  if (!deps.cards) return
  const seen = new Set<number>()
  for (;;) {
    const id = await takeUnknownOrder(deps.database, deps.config.payments.leaseSeconds)
    // Once each: where the provider is down this would otherwise go on for ever.
    if (id === null || seen.has(id)) return
    seen.add(id)
    try {
      await lookUp(deps, await readOrder(deps, id))
    } catch (error) {
      logFailure('payments: a charge could not be looked up and is tried again', error)
    }
  }
}

/** Asks the provider what became of a charge, and writes it down. */
export async function lookUp(deps: ChargeDependencies, order: ChargedOrder): Promise<void> {
  if (!deps.cards) return
  const found = order.type === 'card' ? { kind: 'absent' as const } : await deps.cards.find(order.charge)
  await settle(deps, order, found)
}
