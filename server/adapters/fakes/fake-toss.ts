// Toss Payments on 127.0.0.1, with its refusals and failures, as its reference describes it. For tests only.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = { status: number; body: unknown }
export type TossCall = { method: string; path: string; body: Record<string, unknown> }
/**
 * The fault of a call. `lost`: the call is done and its response never arrives. `refused`: the connection breaks before
 * anything is done.
 */
export type TossFault = Answer | 'lost' | 'refused' | null

type Charge = {
  paymentKey: string
  orderId: string
  totalAmount: number
  balanceAmount: number
  status: string
  type: 'NORMAL' | 'BILLING'
  approvedAt: string | null
  card: { issuerCode: string; number: string; amount: number }
  cancels: { cancelAmount: number; cancelReason: string }[] | null
  receipt: { url: string } | null
}

export type FakeToss = {
  calls: TossCall[]
  charges: Map<string, Charge>
  /** The existing keys, each with its customer. */
  billingKeys: Map<string, string>
  fault: (call: TossCall) => TossFault
  /** Whether a new charge has its card slip at once. */
  hasSlips: boolean
  /** The card page: a member entered a card. */
  authorize(customerKey: string): string
  /** The payment page: a member authorized a payment. */
  agree(orderId: string, amount: number): string
  /** A refund in the merchant's console, or a chargeback. */
  refund(orderId: string, amount?: number): void
  env: Record<string, string>
  close(): Promise<void>
}

const secretKey = 'test_sk_zXLkKEypNArWmo50nX3lmeaxYG5R'
const card = { issuerCode: '41', number: '43301234****1111', amount: 0 }

export async function startFakeToss(): Promise<FakeToss> {
  const proofs = new Map<string, string>()
  const agreed = new Map<string, { orderId: string; amount: number }>()
  const replays = new Map<string, Answer | 'running'>()
  const fake: FakeToss = {
    calls: [],
    charges: new Map(),
    billingKeys: new Map(),
    fault: () => null,
    hasSlips: true,
    authorize(customerKey) {
      const authKey = `bln_${randomUUID()}`
      proofs.set(authKey, customerKey)
      return authKey
    },
    agree(orderId, amount) {
      const paymentKey = `tviva${randomUUID()}`
      agreed.set(paymentKey, { orderId, amount })
      return paymentKey
    },
    refund(orderId, amount) {
      cancel(fake.charges.get(orderId), { cancelReason: 'refund', cancelAmount: amount })
    },
    env: {},
    close: () => Promise.resolve(),
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.env = {
    TOSS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TOSS_CLIENT_KEY: 'test_ck_D5GePWvyJnrK0W0k6q8gLzN97Eoq',
    TOSS_SECRET_KEY: secretKey,
    BILLING_KEY_SECRET: 'a secret of at least 32 characters',
  }
  fake.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return fake

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path } = new URL(request.url ?? '/', 'http://toss')
    const method = request.method ?? 'GET'
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const call: TossCall = { method, path, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} }
    fake.calls.push(call)
    const fault = fake.fault(call)
    if (fault === 'refused') return void request.socket.destroy()
    const answer = fault && fault !== 'lost' ? fault : answerOnce(call, request)
    if (fault === 'lost') return void request.socket.destroy()
    const body = answer.body === null ? '' : JSON.stringify(answer.body)
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'x-tosspayments-trace-id': randomUUID(),
    })
    response.end(body)
  }

  /** The same key returns the stored response, refusals too; the body is not compared. */
  function answerOnce(call: TossCall, request: IncomingMessage): Answer {
    const wanted = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
    if (request.headers.authorization !== wanted) return refuse(401, 'UNAUTHORIZED_KEY')
    const forced = request.headers['tosspayments-test-code']
    if (typeof forced === 'string') return refuse(400, forced)
    const key = request.headers['idempotency-key']
    if (call.method !== 'POST' || typeof key !== 'string') return act(call)
    if (key.length > 300) return refuse(400, 'INVALID_IDEMPOTENCY_KEY')
    const place = `${key} ${call.path}`
    const known = replays.get(place)
    if (known === 'running') return refuse(409, 'IDEMPOTENT_REQUEST_PROCESSING')
    if (known) return known
    replays.set(place, 'running')
    const answer = act(call)
    replays.set(place, answer)
    return answer
  }

  function act({ method, path, body }: TossCall): Answer {
    if (method === 'POST' && path === '/v1/billing/authorizations/issue') return issue(body)
    if (method === 'POST' && path === '/v1/payments/confirm') return confirm(body)
    const [, , area = '', name = '', more = ''] = path.split('/').map(decodeURIComponent)
    if (area === 'billing' && method === 'POST') return chargeKey(name, body)
    if (area === 'billing' && method === 'DELETE')
      return fake.billingKeys.delete(name)
        ? { status: 200, body: null }
        : refuse(400, 'ALREADY_REMOVED_BILLING_KEY')
    if (area === 'payments' && method === 'GET') {
      const found = name === 'orders' ? fake.charges.get(more) : byKey(name)
      return found ? { status: 200, body: describe(found) } : refuse(404, 'NOT_FOUND_PAYMENT')
    }
    if (area === 'payments' && more === 'cancel')
      return cancel(
        byKey(name),
        body as { cancelReason: string; cancelAmount?: number; refundableAmount?: number },
      )
    return refuse(404, 'NOT_FOUND')
  }

  function issue(body: Record<string, unknown>): Answer {
    const owner = proofs.get(String(body.authKey))
    proofs.delete(String(body.authKey))
    if (!owner) return refuse(404, 'NOT_FOUND_BILLING')
    if (owner !== body.customerKey) return refuse(400, 'NOT_MATCHES_CUSTOMER_KEY')
    const billingKey = `${randomUUID()}/CANARY-BILLING=`
    fake.billingKeys.set(billingKey, owner)
    return {
      status: 200,
      body: { mId: 'tosspayments', customerKey: owner, method: '카드', billingKey, card, easyPay: null },
    }
  }

  function chargeKey(billingKey: string, body: Record<string, unknown>): Answer {
    const owner = fake.billingKeys.get(billingKey)
    if (!owner) return refuse(400, 'ALREADY_REMOVED_BILLING_KEY')
    if (owner !== body.customerKey) return refuse(400, 'NOT_MATCHES_CUSTOMER_KEY')
    return make(String(body.orderId), Number(body.amount), `bk${randomUUID()}`, 'BILLING')
  }

  function confirm(body: Record<string, unknown>): Answer {
    const paymentKey = String(body.paymentKey)
    const payment = agreed.get(paymentKey)
    if (!payment) return refuse(404, 'NOT_FOUND_PAYMENT_SESSION')
    if (payment.orderId !== body.orderId || payment.amount !== body.amount)
      return refuse(400, 'INVALID_REQUEST')
    if (byKey(paymentKey)) return refuse(400, 'ALREADY_PROCESSED_PAYMENT')
    return make(payment.orderId, payment.amount, paymentKey, 'NORMAL')
  }

  function make(orderId: string, amount: number, paymentKey: string, type: Charge['type']): Answer {
    if (!/^[A-Za-z0-9_-]{6,64}$/.test(orderId)) return refuse(400, 'INVALID_ORDER_ID')
    if (fake.charges.has(orderId)) return refuse(400, 'DUPLICATED_ORDER_ID')
    if (!(amount >= 100)) return refuse(400, 'BELOW_MINIMUM_AMOUNT')
    const charge: Charge = {
      paymentKey,
      orderId,
      totalAmount: amount,
      balanceAmount: amount,
      status: 'DONE',
      type,
      approvedAt: '2026-11-21T21:00:00+09:00',
      card: { ...card, amount },
      cancels: null,
      receipt: fake.hasSlips ? slipOf(paymentKey) : null,
    }
    fake.charges.set(orderId, charge)
    return { status: 200, body: describe(charge) }
  }

  function byKey(paymentKey: string): Charge | undefined {
    return [...fake.charges.values()].find((charge) => charge.paymentKey === paymentKey)
  }
}

function cancel(
  charge: Charge | undefined,
  {
    cancelReason,
    cancelAmount,
    refundableAmount,
  }: { cancelReason: string; cancelAmount?: number | undefined; refundableAmount?: number },
): Answer {
  if (!charge) return refuse(404, 'NOT_FOUND_PAYMENT')
  if (charge.status === 'CANCELED') return refuse(400, 'ALREADY_CANCELED_PAYMENT')
  if (refundableAmount !== undefined && refundableAmount !== charge.balanceAmount)
    return refuse(400, 'NOT_MATCHES_REFUNDABLE_AMOUNT')
  const amount = cancelAmount ?? charge.balanceAmount
  if (amount <= 0 || amount > charge.balanceAmount) return refuse(403, 'NOT_CANCELABLE_AMOUNT')
  charge.balanceAmount -= amount
  charge.status = amount === charge.totalAmount ? 'CANCELED' : 'PARTIAL_CANCELED'
  charge.cancels = [...(charge.cancels ?? []), { cancelAmount: amount, cancelReason }]
  return { status: 200, body: describe(charge) }
}

function describe(charge: Charge) {
  const vat = Math.round(charge.totalAmount / 11)
  return {
    version: '2022-11-16',
    mId: 'tosspayments',
    currency: 'KRW',
    method: '카드',
    country: 'KR',
    orderName: '',
    requestedAt: '2026-11-21T21:00:00+09:00',
    vat,
    suppliedAmount: charge.totalAmount - vat,
    taxFreeAmount: 0,
    easyPay: null,
    failure: null,
    ...charge,
  }
}

/** The card slip of a payment. */
export const slipOf = (paymentKey: string) => ({
  url: `https://dashboard.tosspayments.com/receipt/${paymentKey.slice(0, 8)}`,
})

export const refuse = (status: number, code: string): Answer => ({
  status,
  body: { code, message: '요청을 처리할 수 없습니다.' },
})
