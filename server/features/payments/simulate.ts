// The return from the simulator's card page: the same URL that the provider's page would use.
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { SimulatorCard } from '#shared/payments.ts'
import { findOwnOrder } from './orders.ts'
import { customerKeyOf } from './stored-card.ts'

/**
 * @returns a path of our own with the parameters that a provider sends @throws AppError not_found, also when the real
 * provider is configured
 */
export async function simulateCardPage(
  deps: Dependencies,
  {
    memberId,
    code,
    card,
    language,
  }: { memberId: string; code: string; card: SimulatorCard; language: Language },
): Promise<{ to: string }> {
  const simulator = deps.cards?.simulator
  if (!simulator) throw new AppError('not_found')
  const order = await findOwnOrder(deps, memberId, code)
  const isBilling = order.type !== 'pack'
  const proof = simulator.authorize(card, isBilling ? order.code : order.charge, isBilling)
  const query = new URLSearchParams(
    isBilling
      ? { order: code, customerKey: await customerKeyOf(deps, memberId), authKey: proof }
      : { order: code, paymentKey: proof, orderId: order.charge, amount: String(order.amount) },
  )
  return { to: `/${language}/payment/confirm?${query.toString()}` }
}
