// E-mails about payments.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createMailbox,
  deliver as sendDue,
  emptyOutbox,
  makeDue,
  type SentEmail,
} from '#server/testing/mailbox.ts'
import { createPaymentCase, declined, type PaymentCase } from '#server/testing/payment-cases.ts'

let shop: PaymentCase
const box = createMailbox()
const { sent, outcomes } = box
const deliver = () => sendDue(shop.test, box.mail)
beforeAll(async () => {
  shop = await createPaymentCase()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await emptyOutbox(shop.test)
  for (const list of [sent, outcomes]) list.length = 0
  shop.toss.fault = () => null
})

const pro = { type: 'subscription', plan: 'pro', period: 'month' }
async function payer(email: string | null = 'payer@example.com') {
  const member = await shop.test.member({ token: 0 })
  await sql`update public."user" set email = ${email} where id = ${member.id}`.execute(shop.test.database)
  return member
}

it('B32: a payment sends one receipt, in the language of the order, whatever the member’s e-mail settings', async () => {
  const member = await payer()
  await sql`update public."user" set is_email_reception = false where id = ${member.id}`.execute(
    shop.test.database,
  )
  const order = await shop.buy(
    member,
    { type: 'pack', pack: 'tokens_small' },
    { 'accept-language': 'ko-KR,ko' },
  )
  await Promise.all([deliver(), deliver()])
  await deliver()
  expect(sent.map(({ to }) => to)).toEqual(['payer@example.com'])
  const [{ subject, text, html, refusalUrl }] = sent as [SentEmail]
  expect(subject).toMatch(/^문장 결제 영수증: /)
  expect(text).toContain(`주문 번호: ${order.code}`)
  expect(text).toMatch(/[\d,]+원을 결제했어요/)
  expect(text).toContain(`${shop.test.config.publicOrigin}/ko/my/plan`)
  expect(html).toContain(order.code)
  expect(text + html).not.toMatch(/emails\.\w|\{\w+/)
  expect(refusalUrl).toBeUndefined()
})

it('B32: a member without an address gets no e-mail and can still pay', async () => {
  const member = await payer(null)
  expect(await shop.buy(member, pro)).toMatchObject({ status: 'PAID' })
  await deliver()
  expect(sent).toEqual([])
})

it('B32: a failed renewal, the end of a plan and a refund send e-mails in the language of the order before', async () => {
  const member = await payer()
  await shop.buy(member, pro)
  await deliver()
  sent.length = 0
  await shop.age(member, '31 days')
  shop.toss.fault = () => declined
  await shop.renew()
  await deliver()
  expect(sent.map(({ subject }) => subject)).toEqual(['We could not charge your Munjang plan'])
  await sql`insert into public.user_alarm (user_id, kind, source_id, data)
    values (${member.id}, 'subscription_ending', 'x', '{"date": "2026-12-24T15:00:00Z"}')`.execute(
    shop.test.database,
  )
  const [paid] = (await shop.ordersOf(member)).filter(({ status }) => status === 'PAID')
  await sql`select private.settle_balance(${`${paid!.code}-1`}, 9900)`.execute(shop.test.database)
  sent.length = 0
  await deliver()
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Your Munjang subscription ends soon',
    'Your Munjang refund: Pro (monthly)',
  ])
  expect(sent[1]?.text).toContain('We gave ₩10,000 for Pro (monthly) back.')
  expect(sent[0]?.text).toContain('until December 25, 2026')
})

it('B32: a receipt that the server deferred, or may have accepted, is sent later with the same Message-ID', async () => {
  const member = await payer()
  await shop.buy(member, { type: 'pack', pack: 'tokens_small' })
  outcomes.push('later', 'unknown')
  await deliver()
  await deliver()
  expect(sent).toHaveLength(1)
  for (let attempt = 0; attempt < 3; attempt++) {
    await makeDue(shop.test)
    await deliver()
  }
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  const { rows } =
    await sql`select state, recipient from private.email_outbox where user_id = ${member.id}`.execute(
      shop.test.database,
    )
  expect(rows).toEqual([{ state: 'sent', recipient: null }])
})

it('B32, A38: a deleted member gets no more e-mails', async () => {
  const member = await payer()
  await shop.buy(member, { type: 'pack', pack: 'tokens_small' })
  await sql`update public."user" set provider = 'deleted', email = null, is_active = false where id = ${member.id}`.execute(
    shop.test.database,
  )
  await deliver()
  expect(sent).toEqual([])
})
