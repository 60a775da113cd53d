// Routes under /v1/payment: orders, the member's subscription, and the provider's webhooks.
import { Hono, type Context } from 'hono'
import { confirmOrder, describeOrder, cancelOrder, openOrder } from '#server/features/payments/orders.ts'
import { makeRefund } from '#server/features/payments/refunds.ts'
import { findSlip } from '#server/features/payments/slips.ts'
import { simulateCardPage } from '#server/features/payments/simulate.ts'
import { cancel, endUnpaid, payNow, resume } from '#server/features/payments/subscription.ts'
import { handleWebhook } from '#server/features/payments/webhooks.ts'
import { removeCard } from '#server/metering/order-ledger.ts'
import { requestLanguage } from '#server/error-words.ts'
import { isFromThisMachine, type Incoming } from '#server/reach.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import {
  cancelSubscriptionSchema,
  confirmSchema,
  namedOrderSchema,
  noFieldsSchema,
  orderSchema,
  paysStored,
  refundSchema,
  simulatorSchema,
  webhookBody,
} from '#shared/payments-form.ts'
import { readMemberRequest } from './member-request.ts'
import { parseFields, readJson } from './request-body.ts'
import { requireConsents, requireFreshMember } from './require-member.ts'

/**
 * Simulated cards are only for callers on this machine, however the product was started. A call inside the process has
 * no connection.
 */
function requireThisMachine(c: Context): void {
  const { incoming } = (c.env ?? {}) as {
    incoming?: Incoming
  }
  if (incoming && !isFromThisMachine(incoming)) throw new AppError('not_found')
}

export function paymentRoutes(deps: Dependencies): Hono {
  return new Hono()
    .post('/order', async (c) => {
      const { member, fields, once } = await readMemberRequest(c, deps)
      const form = parseFields(orderSchema, fields)
      requireConsents(member)
      // A stolen session must not set another card or charge the stored one (security 50).
      if (form.type === 'card' || paysStored(form)) await requireFreshMember(c, deps, () => member.id)
      const language = requestLanguage(c.req.raw)
      const open = () => openOrder(deps, { memberId: member.id, form, language })
      return c.json({ result: await once(open) })
    })
    .post('/confirm', async (c) => {
      const { member, fields, once } = await readMemberRequest(c, deps)
      const form = parseFields(confirmSchema, fields)
      return c.json({ result: await once(() => confirmOrder(deps, { memberId: member.id, form })) })
    })
    .post('/give-up', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { order } = parseFields(namedOrderSchema, fields)
      return c.json({ result: await cancelOrder(deps, { memberId: member.id, code: order }) })
    })
    .post('/card/remove', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      parseFields(noFieldsSchema, fields)
      await removeCard(deps.database, member.id)
      return c.json({ result: true })
    })
    .post('/slip', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      const { order } = parseFields(namedOrderSchema, fields)
      return c.json({ result: await findSlip(deps, { memberId: member.id, code: order }) })
    })
    .post('/subscription/cancel', async (c) => {
      const { member, fields } = await readMemberRequest(c, deps)
      if (!fields.reason) throw new AppError('cancel_reason_required', { field: 'reason' })
      return c.json({ result: await cancel(deps, member.id, parseFields(cancelSubscriptionSchema, fields)) })
    })
    .post('/subscription/resume', async (c) => {
      const { member } = await readMemberRequest(c, deps)
      await resume(deps, member.id)
      return c.json({ result: { status: 'ACTIVE' } })
    })
    .post('/subscription/end', async (c) => {
      const { member } = await readMemberRequest(c, deps)
      await endUnpaid(deps, member.id)
      return c.json({ result: { status: 'CANCELED' } })
    })
    .post('/subscription/pay', async (c) => {
      const { member, once } = await readMemberRequest(c, deps)
      return c.json({ result: await once(async () => describeOrder(await payNow(deps, member.id))) })
    })
    .post('/refund', async (c) => {
      const { member, fields, once } = await readMemberRequest(c, deps)
      const { refund } = parseFields(refundSchema, fields)
      return c.json({ result: await once(() => makeRefund(deps, { operatorId: member.id, id: refund })) })
    })
    .post('/simulator', async (c) => {
      requireThisMachine(c)
      const { member, fields } = await readMemberRequest(c, deps)
      const { order, card, lang } = parseFields(simulatorSchema, fields)
      const simulated = { memberId: member.id, code: order, card, language: lang }
      return c.json({ result: await simulateCardPage(deps, simulated) })
    })
    .post('/webhook', async (c) => {
      const hint = webhookBody.safeParse(await readJson(c.req.raw))
      if (!hint.success) throw new AppError('invalid_request')
      const { eventType, data } = hint.data
      await handleWebhook(deps, {
        transmissionId: c.req.header('tosspayments-webhook-transmission-id') ?? null,
        eventType,
        code: data?.orderId ?? null,
      })
      return c.json({ result: true })
    })
}
