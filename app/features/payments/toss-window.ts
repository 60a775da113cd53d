// The provider's own card page. Loaded when somebody goes there: nobody else's script is on any other page.
import { loadTossPayments } from '@tosspayments/tosspayments-sdk'
import type { PaymentWay } from '#shared/payments.ts'

type TossWay = Extract<PaymentWay, { kind: 'toss' }>

/**
 * Leads to the provider, which leads back to `/payment/confirm` or `/payment/error`.
 * @throws Error with a `code` when somebody closes the window or it cannot be opened
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
