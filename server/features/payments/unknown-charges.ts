// Charges whose answer never came: looked up by their own name at the provider, never sent again as something new.
import { logFailure } from '#server/log-failure.ts'
import { takeUnknownOrder } from '#server/metering/order-ledger.ts'
import { readOrder, settle, type ChargedOrder, type ChargeParts } from './charge-order.ts'

/** Looks up everything that waits for it. One that cannot be looked up now waits for the next time. */
export async function settlePayments(parts: ChargeParts): Promise<void> {
  if (!parts.cards) return
  const seen = new Set<number>()
  for (;;) {
    const id = await takeUnknownOrder(parts.database, parts.config.payments.leaseSeconds)
    // Once each: where the provider is down this would otherwise go on for ever.
    if (id === null || seen.has(id)) return
    seen.add(id)
    try {
      await lookUp(parts, await readOrder(parts, id))
    } catch (error) {
      logFailure('payments: a charge could not be looked up and is tried again', error)
    }
  }
}

/** Asks the provider what became of a charge, and writes it down. */
export async function lookUp(parts: ChargeParts, order: ChargedOrder): Promise<void> {
  if (!parts.cards) return
  const found = order.type === 'card' ? { kind: 'absent' as const } : await parts.cards.find(order.charge)
  await settle(parts, order, found)
}
