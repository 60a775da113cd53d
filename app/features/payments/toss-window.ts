// Opens the provider's own card page. Loaded on demand, so that no other page has a third-party script.
import { loadTossPayments } from '@tosspayments/tosspayments-sdk'
import type { PaymentWay } from '#shared/payments.ts'

type TossWay = Extract<PaymentWay, { kind: 'toss' }>

/**
 * Opens the provider's page, which returns to `/payment/confirm` or `/payment/error`.
 * @throws Error with a `code` when the member closes the window or it cannot be opened
 */
export async function openTossWindow(
  way: TossWay,
  order: { code: string; amount: number; basePath: string },
): Promise<void> {
  const toss = await loadTossPayments(way.clientKey)
  const payment = toss.payment({ customerKey: way.customerKey })
  const back = (page: string) =>
    `${window.location.origin}${order.basePath}/payment/${page}?order=${encodeURIComponent(order.code)}`
  const places = { successUrl: back('confirm'), failUrl: back('error'), windowTarget: 'self' as const }
  if (way.isBilling) return payment.requestBillingAuth({ method: 'CARD', ...places })
  return payment.requestPayment({
    method: 'CARD',
    amount: { currency: 'KRW', value: order.amount },
    orderId: way.chargeCode,
    orderName: way.name,
    ...places,
  })
}
