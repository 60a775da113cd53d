// Renews due periods. Several processes may do so at once: one of them claims an order under a lease.
import { logFailure } from '#server/log-failure.ts'
import { claimRenewal } from '#server/metering/order-ledger.ts'
import { chargeWithCard, type ChargeDependencies } from './charge-order.ts'

const atOnce = 4

/** Charges every due period. One that fails for a fault of ours is looked up when its lease ends. */
export async function renewSubscriptions(deps: ChargeDependencies): Promise<void> {
  await Promise.all(Array.from({ length: atOnce }, () => renewNext(deps)))
}

async function renewNext(deps: ChargeDependencies): Promise<void> {
  const { cards, database, config } = deps
  if (!cards) return
  for (;;) {
    const id = await claimRenewal(database, config.payments.leaseSeconds)
    if (id === null) return
    try {
      await chargeWithCard(deps, cards, id)
    } catch (error) {
      logFailure('payments: a renewal broke off and is looked up later', error)
    }
  }
}
