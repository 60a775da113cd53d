// A member's orders, from the button to the result page.
import { randomUUID } from 'node:crypto'
import {
  beginCharge,
  finishCardOrder,
  saveBillingKey,
  openOrderRow,
  returnOrder,
  settleDeclined,
} from '#server/metering/order-ledger.ts'
import type { Cards } from '#server/adapters/cards.ts'
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { paysStored, type ConfirmForm, type OrderForm } from '#shared/payments-form.ts'
import {
  grantOf,
  packs,
  priceOf,
  type OpenedOrder,
  type PaymentOrder,
  type PaymentWay,
} from '#shared/payments.ts'
import {
  charge,
  chargeWithCard,
  readOrder,
  type ChargedOrder,
  type ChargeDependencies,
} from './charge-order.ts'
import { orderName } from './order-name.ts'
import { payUnpaid } from './subscription.ts'
import { customerKeyOf } from './stored-card.ts'
import { lookUp } from './unknown-charges.ts'

const ordersPerHour = { max: 40, windowSeconds: 3_600 }

/** @throws AppError unavailable on a site without payments */
function requireCards({ cards }: Pick<Dependencies, 'cards'>): Cards {
  if (!cards) throw new AppError('unavailable')
  return cards
}

/**
 * Opens an order. The price is computed here, whatever the page showed.
 * @throws AppError as openOrderRow; unavailable, too_many_requests
 */
export async function openOrder(
  deps: Dependencies,
  { memberId, form, language }: { memberId: string; form: OrderForm; language: Language },
): Promise<OpenedOrder> {
  const cards = requireCards(deps)
  await countUse(deps.database, `order:${memberId}`, ordersPerHour)
  const code = randomUUID().replaceAll('-', '')
  const price = priceForm(form)
  await openOrderRow(deps.database, {
    member: memberId,
    code,
    language,
    ...price,
    isStored: paysStored(form),
  })
  return { order: code, amount: price.amount, way: await findWay(deps, cards, { memberId, code, form }) }
}

function priceForm(form: OrderForm) {
  const none = { plan: null, period: null, pack: null }
  if (form.type === 'card') return { ...none, type: form.type, amount: 0, tokens: 0, images: 0 }
  if (form.type === 'pack') {
    const { price, tokens, images } = packs[form.pack]
    return { ...none, type: form.type, pack: form.pack, amount: price, tokens, images }
  }
  const { plan, period } = form
  return { ...none, type: form.type, plan, period, amount: priceOf(plan, period), ...grantOf(plan) }
}

async function findWay(
  deps: Dependencies,
  cards: Cards,
  { memberId, code, form }: { memberId: string; code: string; form: OrderForm },
): Promise<PaymentWay> {
  if (paysStored(form)) return { kind: 'stored' }
  if (cards.clientKey === null) return { kind: 'simulator' }
  return {
    kind: 'toss',
    clientKey: cards.clientKey,
    customerKey: await customerKeyOf(deps, memberId),
    name: orderName(form),
    chargeCode: `${code}-1`,
    isBilling: form.type !== 'pack',
  }
}

/**
 * Continues an order after the provider's page, or returns its state. Any number of calls makes one charge (73).
 * @throws AppError not_found; payment_failed when the returned values differ from the order (72), before any call to
 * the provider
 */
export async function confirmOrder(
  deps: Dependencies,
  { memberId, form }: { memberId: string; form: ConfirmForm },
): Promise<PaymentOrder> {
  const cards = requireCards(deps)
  const order = await findOwnOrder(deps, memberId, form.order)
  if (order.status === 'PENDING' && order.type !== 'renewal') await begin(deps, cards, order, form)
  else if (isWaiting(order)) await lookUp(deps, order)
  return describeOrder(await readOrder(deps, order.id))
}

/** Ends an order whose member returned without paying. */
export async function cancelOrder(
  deps: Dependencies,
  { memberId, code }: { memberId: string; code: string },
): Promise<PaymentOrder> {
  const order = await findOwnOrder(deps, memberId, code)
  await deps.database
    .updateTable('payment_order')
    .set({ status: 'CANCELED', failure: 'canceled' })
    .where('id', '=', order.id)
    .where('status', '=', 'PENDING')
    .where('type', '!=', 'renewal')
    .execute()
  return describeOrder(await readOrder(deps, order.id))
}

export async function findOwnOrder(
  deps: Pick<Dependencies, 'database'>,
  memberId: string,
  code: string,
): Promise<ChargedOrder> {
  const row = await deps.database
    .selectFrom('payment_order')
    .select('id')
    .where('code', '=', code)
    .where('user_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return readOrder(deps, row.id)
}

/** No process works on it now: no response arrived, or its process is gone. */
function isWaiting({ status, lease_until: lease, check_at: check }: ChargedOrder): boolean {
  const isOver = (time: string | null) => time !== null && Date.parse(time) <= Date.now()
  return (status === 'UNKNOWN' && isOver(check)) || (status === 'CHARGING' && isOver(lease))
}

async function begin(
  deps: Dependencies,
  cards: Cards,
  order: ChargedOrder,
  form: ConfirmForm,
): Promise<void> {
  const back = await checkReturn(deps, order, form)
  if (!(await beginCharge(deps.database, order.id, deps.config.payments.leaseSeconds))) return
  if (back.kind === 'payment')
    return charge(deps, order, () =>
      cards.confirm({ paymentKey: back.paymentKey, code: order.charge, amount: order.amount }),
    )
  if (back.kind === 'card' && !(await saveCard(deps, cards, order, back))) return
  if (order.type !== 'card') return chargeWithCard(deps, cards, order.id)
  await finishCardOrder(deps.database, order.id)
  await payUnpaid(deps, order.user_id)
}

type Returned =
  | { kind: 'stored' }
  | { kind: 'card'; authKey: string; customerKey: string }
  | { kind: 'payment'; paymentKey: string }

/** Compares the values of the return URL with the order, before any call to the provider. */
async function checkReturn(
  deps: ChargeDependencies,
  order: ChargedOrder,
  form: ConfirmForm,
): Promise<Returned> {
  if (order.pays_stored) return { kind: 'stored' }
  if (order.type === 'pack') {
    const isOurs = form.charge === order.charge && form.amount === order.amount
    if (!form.payment_key || !isOurs) throw new AppError('payment_failed')
    return { kind: 'payment', paymentKey: form.payment_key }
  }
  const customerKey = await customerKeyOf(deps, order.user_id)
  if (!form.auth_key || form.customer_key !== customerKey) throw new AppError('payment_failed')
  return { kind: 'card', authKey: form.auth_key, customerKey }
}

/** @returns false when there is no key, so that nothing can be charged */
async function saveCard(
  { database, billingKeys }: Dependencies,
  cards: Cards,
  order: ChargedOrder,
  back: { authKey: string; customerKey: string },
): Promise<boolean> {
  const issued = await cards.issueKey({ ...back, code: order.code })
  if (issued.kind === 'issued') {
    await saveBillingKey(database, order.id, billingKeys.encrypt(issued.billingKey), issued)
    return true
  }
  // A retry returns the same key, so the next call continues from here.
  if (issued.kind === 'unknown') await returnOrder(database, order.id)
  else await settleDeclined(database, order.id, issued.reason)
  return false
}

/** The fields of an order that its member may read. */
export function describeOrder(order: ChargedOrder): PaymentOrder {
  const { code, type, status, failure, plan, period, pack, amount, refunded, token, image } = order
  const { card_issuer, card_last_four, receipt_url, created_at, paid_at } = order
  return {
    code,
    type,
    status,
    failure,
    plan,
    period,
    pack,
    amount,
    refunded,
    token,
    image,
    card_issuer,
    card_last_four,
    receipt_url,
    created_at,
    paid_at,
  }
}
