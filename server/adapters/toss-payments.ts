// Toss Payments, API version 2022-11-16. Facts: docs.tosspayments.com (reference of billing, payments and errors,
// idempotency guide), the typings of @tosspayments/tosspayments-sdk 2.8.1, and measurements in test mode that others
// published. The tests run against the fake of these facts, not yet against Toss itself. UNCONFIRMED: the lifetime of
// an authKey, live rate limits, HTTP statuses of some card errors.
import { z } from 'zod'
import type { TossConfig } from '#server/config.ts'
import { logFailure } from '#server/log-failure.ts'
import { isSlipAddress, type ChargeFailure, type RefundFailure } from '#shared/payments.ts'
import { logLine } from '#shared/log-line.ts'
import type { Cards, Charged, Found, Payment } from './cards.ts'

const card = z.looseObject({
  issuerCode: z.string().nullish(),
  number: z.string().nullish(),
})
const paymentBody = z.looseObject({
  paymentKey: z.string().min(1),
  orderId: z.string(),
  status: z.string(),
  totalAmount: z.number().int(),
  balanceAmount: z.number().int(),
  approvedAt: z.string().nullish(),
  receipt: z.looseObject({ url: z.string().nullish() }).nullish(),
  card: card.nullish(),
})
const billingBody = z.looseObject({ billingKey: z.string().min(1), card: card.nullish() })
const errorBody = z.looseObject({ code: z.string(), message: z.string().optional() })

/** `status` 0: no response arrived. */
type Answer = { status: number; body: unknown; code: string | null }
type Ask = { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: object; idempotencyKey?: string }

export function createTossPayments(config: TossConfig): Cards {
  // The user name is the secret key; the password is empty.
  const authorization = `Basic ${Buffer.from(`${config.secretKey}:`).toString('base64')}`

  async function ask({ method, path, body, idempotencyKey }: Ask): Promise<Answer> {
    try {
      const response = await fetch(config.url + path, {
        method,
        headers: {
          authorization,
          ...(body ? { 'content-type': 'application/json' } : {}),
          // Toss stores the response for 15 days by key, method and address, so a repeated charge is made once.
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        body: body ? JSON.stringify(body) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(config.timeoutSeconds * 1000),
      })
      const text = await response.text()
      const json: unknown = text === '' ? null : JSON.parse(text)
      const code = response.ok ? null : (errorBody.safeParse(json).data?.code ?? null)
      if (!response.ok) noteRefusal(path, response, code)
      return { status: response.status, body: json, code }
    } catch (error) {
      // Never log the error itself: its URL contains the billing key.
      logFailure('cards: Toss Payments did not answer', new Error((error as Error).name))
      return { status: 0, body: null, code: null }
    }
  }

  return {
    clientKey: config.clientKey,
    simulator: null,
    async issueKey({ authKey, customerKey, code }) {
      const answer = await ask({
        method: 'POST',
        path: '/v1/billing/authorizations/issue',
        body: { authKey, customerKey },
        idempotencyKey: `issue-${code}`,
      })
      const billing = answer.status === 200 ? billingBody.safeParse(answer.body).data : undefined
      if (billing) return { kind: 'issued', billingKey: billing.billingKey, ...readCard(billing.card) }
      return isUncertain(answer) ? { kind: 'unknown' } : { kind: 'declined', reason: failureOf(answer.code) }
    },
    async charge({ billingKey, customerKey, code, name, amount }) {
      const answer = await ask({
        method: 'POST',
        path: `/v1/billing/${encodeURIComponent(billingKey)}`,
        body: { customerKey, amount, orderId: code, orderName: name },
        idempotencyKey: code,
      })
      return readCharge(answer, { code, amount })
    },
    async confirm({ paymentKey, code, amount }) {
      const answer = await ask({
        method: 'POST',
        path: '/v1/payments/confirm',
        body: { paymentKey, orderId: code, amount },
        idempotencyKey: code,
      })
      return readCharge(answer, { code, amount })
    },
    async find(code): Promise<Found> {
      const answer = await ask({ method: 'GET', path: `/v1/payments/orders/${encodeURIComponent(code)}` })
      // Any other 404 comes from a proxy or from our side and must not count as an absent charge.
      if (answer.status === 404) return { kind: answer.code === 'NOT_FOUND_PAYMENT' ? 'absent' : 'unknown' }
      const body = answer.status === 200 ? paymentBody.safeParse(answer.body).data : undefined
      if (!body || body.orderId !== code) return { kind: 'unknown' }
      // Partial cancels end as PARTIAL_CANCELED with a balance of 0, so the balance decides, not the status.
      if (body.status.endsWith('CANCELED') && body.balanceAmount === 0)
        return { kind: 'reversed', payment: readPayment(body) }
      if (['DONE', 'PARTIAL_CANCELED'].includes(body.status))
        return { kind: 'paid', payment: readPayment(body) }
      if (['ABORTED', 'EXPIRED'].includes(body.status)) return { kind: 'declined', reason: 'not_charged' }
      return { kind: 'absent' }
    },
    async cancel({ paymentKey, code, reason }) {
      const answer = await ask({
        method: 'POST',
        path: `/v1/payments/${encodeURIComponent(paymentKey)}/cancel`,
        body: { cancelReason: reason },
        idempotencyKey: `cancel-${code}`,
      })
      return answer.status === 200 || answer.code === 'ALREADY_CANCELED_PAYMENT'
    },
    async refund({ paymentKey, code, amount, balance, reason }) {
      const answer = await ask({
        method: 'POST',
        path: `/v1/payments/${encodeURIComponent(paymentKey)}/cancel`,
        body: { cancelReason: reason, cancelAmount: amount, refundableAmount: balance },
        idempotencyKey: `refund-${code}`,
      })
      if (answer.status === 200) {
        const body = paymentBody.safeParse(answer.body).data
        const isLess = body?.paymentKey === paymentKey && body.balanceAmount <= balance - amount
        return isLess ? { kind: 'refunded', balance: body.balanceAmount } : { kind: 'unknown' }
      }
      if (isUncertain(answer)) return { kind: 'unknown' }
      return { kind: 'refused', reason: refundFailureOf(answer.code), providerCode: answer.code }
    },
    async deleteKey(billingKey) {
      const { status, code } = await ask({
        method: 'DELETE',
        path: `/v1/billing/${encodeURIComponent(billingKey)}`,
      })
      return (
        status === 200 ||
        ['ALREADY_REMOVED_BILLING_KEY', 'NOT_FOUND_BILLING', 'NOT_FOUND'].includes(code ?? '')
      )
    },
  }
}

function noteRefusal(path: string, response: Response, code: string | null): void {
  const trace = response.headers.get('x-tosspayments-trace-id') ?? 'none'
  const what = path.replace(/^(\/v1\/billing\/)(?!authorizations).*/, '$1…').replace(/[^/]{30,}/g, '…')
  console.error(logLine(`cards: ${what} answered ${response.status} ${code ?? ''} (trace ${trace})`))
}

function readCharge(answer: Answer, asked: { code: string; amount: number }): Charged {
  if (answer.status === 200) {
    const body = paymentBody.safeParse(answer.body).data
    const isOurs = body?.status === 'DONE' && body.orderId === asked.code && body.totalAmount === asked.amount
    return isOurs ? { kind: 'paid', payment: readPayment(body) } : { kind: 'unknown' }
  }
  return isUncertain(answer) ? { kind: 'unknown' } : { kind: 'declined', reason: failureOf(answer.code) }
}

function readPayment(body: z.infer<typeof paymentBody>): Payment {
  return {
    paymentKey: body.paymentKey,
    amount: body.totalAmount,
    balance: body.balanceAmount,
    approvedAt: new Date(body.approvedAt ?? Date.now()).toISOString(),
    receiptUrl: isSlipAddress(body.receipt?.url) ? body.receipt.url : null,
    ...readCard(body.card),
  }
}

const readCard = (given: z.infer<typeof card> | null | undefined) => ({
  issuer: given?.issuerCode ?? null,
  lastFour: /[\d*]{4}$/.exec(given?.number ?? '')?.[0] ?? null,
})

/**
 * The charge may have been made. Errors of our own settings count as uncertain too, because they are no fault of the
 * card.
 */
function isUncertain({ status, code }: Answer): boolean {
  if (status === 0 || status >= 500 || [401, 409, 429].includes(status) || code === null) return true
  return uncertainCodes.has(code) || code.startsWith('FAILED_')
}
const uncertainCodes = new Set([
  'ALREADY_PROCESSED_PAYMENT',
  'DUPLICATED_ORDER_ID',
  'FORBIDDEN_CONSECUTIVE_REQUEST',
  'PROVIDER_ERROR',
  'COMMON_ERROR',
  'CARD_PROCESSING_ERROR',
  'UNKNOWN_PAYMENT_ERROR',
  'INVALID_API_KEY',
  'NOT_SUPPORTED_METHOD',
  'MAINTAINED_METHOD',
])

function failureOf(code: string | null): ChargeFailure {
  if (!code) return 'declined'
  if (code.startsWith('EXCEED_MAX')) return 'limit'
  if (/^(INVALID_CARD|INVALID_STOPPED_CARD|INVALID_REJECT_CARD|INVALID_BIRTH)/.test(code)) return 'card'
  if (code === 'NOT_SUPPORTED_CARD_TYPE') return 'unsupported'
  if (/BILLING_KEY|NOT_FOUND_BILLING|NOT_MATCHES_CUSTOMER_KEY|INVALID_BILL|INVALID_BILLING/.test(code))
    return 'key'
  if (code.startsWith('NOT_FOUND_PAYMENT')) return 'not_charged'
  return 'declined'
}

function refundFailureOf(code: string | null): RefundFailure {
  if (code === 'EXCEED_MAX_REFUND_DUE') return 'too_late'
  if (code === 'NOT_ALLOWED_PARTIAL_REFUND') return 'no_part'
  if (/^(NOT_MATCHES_REFUNDABLE_AMOUNT|NOT_CANCELABLE_AMOUNT|ALREADY_CANCELED_PAYMENT)$/.test(code ?? ''))
    return 'amount'
  return 'refused'
}
