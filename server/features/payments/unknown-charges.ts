// Charges without a response: looked up by their own code at the provider, never sent again as a new one.
import { logFailure } from '#server/log-failure.ts'
import { takeUnknownOrder } from '#server/metering/order-ledger.ts'
import { readOrder, settle, type ChargedOrder, type ChargeDependencies } from './charge-order.ts'

/** Looks up every due charge. A failed lookup waits for the next pass. */
export async function settlePayments(deps: ChargeDependencies): Promise<void> {
  if (!deps.cards) return
  const seen = new Set<number>()
  for (;;) {
    const id = await takeUnknownOrder(deps.database, deps.config.payments.leaseSeconds)
    // Each charge once per pass, because the loop would not end while the provider is down.
    if (id === null || seen.has(id)) return
    seen.add(id)
    try {
      await lookUp(deps, await readOrder(deps, id))
    } catch (error) {
      logFailure('payments: a charge could not be looked up and is tried again', error)
    }
  }
}

/** Looks a charge up at the provider, and records the result. */
export async function lookUp(deps: ChargeDependencies, order: ChargedOrder): Promise<void> {
  if (!deps.cards) return
  const found = order.type === 'card' ? { kind: 'absent' as const } : await deps.cards.find(order.charge)
  await settle(deps, order, found)
}
