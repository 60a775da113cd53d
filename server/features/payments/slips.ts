// Card slips: the provider's own page about a payment, which counts as a tax document.
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { findOwnOrder } from './orders.ts'

/** A look-up calls the provider, and an order without a slip would be looked up with every press. */
const lookUpsPerHour = { max: 30, windowSeconds: 3_600 }

/**
 * The address of an order's card slip. Payments of earlier versions lack it: then the provider is asked once, and the
 * address is stored.
 * @returns a null address when nothing was paid, the provider does not answer, or it has none (as the simulator)
 * @throws AppError not_found, too_many_requests
 */
export async function findSlip(
  { database, cards }: Pick<Dependencies, 'database' | 'cards'>,
  { memberId, code }: { memberId: string; code: string },
): Promise<{ url: string | null }> {
  const order = await findOwnOrder({ database }, memberId, code)
  if (order.receipt_url !== null || !cards) return { url: order.receipt_url }
  const payment = await database
    .selectFrom('private.payment')
    .select('code')
    .where('order_id', '=', order.id)
    .where('status', 'in', ['DONE', 'CANCELED'])
    .executeTakeFirst()
  if (!payment) return { url: null }
  await countUse(database, `slip:${memberId}`, lookUpsPerHour)
  const found = await cards.find(payment.code)
  const url = 'payment' in found ? found.payment.receiptUrl : null
  if (url)
    await database
      .updateTable('payment_order')
      .set({ receipt_url: url })
      .where('id', '=', order.id)
      .where('receipt_url', 'is', null)
      .execute()
  return { url }
}
