// Maps responses of Toss Payments to results. The tests call a fake of it over HTTP.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { TossConfig } from '#server/config.ts'
import { createBillingKeys } from './billing-key.ts'
import type { Cards } from './cards.ts'
import { refuse, startFakeToss, type FakeToss } from './fakes/fake-toss.ts'
import { createTossPayments } from './toss-payments.ts'

let toss: FakeToss
let cards: Cards
const customerKey = crypto.randomUUID()
const settings = (): TossConfig => ({
  kind: 'toss',
  url: toss.env.TOSS_URL!,
  clientKey: toss.env.TOSS_CLIENT_KEY!,
  secretKey: toss.env.TOSS_SECRET_KEY!,
  timeoutSeconds: 5,
})

beforeAll(async () => {
  toss = await startFakeToss()
  cards = createTossPayments(settings())
})
beforeEach(() => {
  toss.fault = () => null
})
afterAll(() => toss.close())

const newCode = () => `order-${crypto.randomUUID()}`
async function makeKey(): Promise<string> {
  const issued = await cards.issueKey({ authKey: toss.authorize(customerKey), customerKey, code: newCode() })
  if (issued.kind !== 'issued') throw new Error(issued.kind)
  return issued.billingKey
}

it('a card is turned into a billing key once; the key charges, is found and is deleted', async () => {
  const authKey = toss.authorize(customerKey)
  const code = newCode()
  const issued = await cards.issueKey({ authKey, customerKey, code })
  expect(issued).toMatchObject({ kind: 'issued', issuer: '41', lastFour: '1111' })
  // A retry after a lost response returns the same key and issues no second one.
  expect(await cards.issueKey({ authKey, customerKey, code })).toEqual(issued)
  expect(await cards.issueKey({ authKey, customerKey, code: newCode() })).toEqual({
    kind: 'declined',
    reason: 'key',
  })
  const billingKey = issued.kind === 'issued' ? issued.billingKey : ''
  const ask = { billingKey, customerKey, code: newCode(), name: '문장 프로', amount: 19_900 }
  const charged = await cards.charge(ask)
  expect(charged).toMatchObject({
    kind: 'paid',
    payment: { amount: 19_900, approvedAt: '2026-11-21T12:00:00.000Z', lastFour: '1111' },
  })
  expect(await cards.charge(ask)).toEqual(charged)
  expect(await cards.find(ask.code)).toEqual(charged)
  expect(await cards.find(newCode())).toEqual({ kind: 'absent' })
  expect([await cards.deleteKey(billingKey), await cards.deleteKey(billingKey)]).toEqual([true, true])
  expect(await cards.charge({ ...ask, code: newCode() })).toEqual({ kind: 'declined', reason: 'key' })
})

it('an authorized payment is confirmed with its own amount only, and refunded in full', async () => {
  const code = newCode()
  const paymentKey = toss.agree(code, 6_900)
  expect(await cards.confirm({ paymentKey, code, amount: 100 })).toEqual({
    kind: 'declined',
    reason: 'declined',
  })
  const second = newCode()
  const agreed = toss.agree(second, 6_900)
  expect(await cards.confirm({ paymentKey: agreed, code: second, amount: 6_900 })).toMatchObject({
    kind: 'paid',
  })
  toss.refund(second, 900)
  expect(await cards.find(second)).toMatchObject({ kind: 'paid' })
  expect(await cards.cancel({ paymentKey: agreed, code: second, reason: 'test' })).toBe(true)
  // PARTIAL_CANCELED with a balance of 0 is a full refund.
  expect(await cards.find(second)).toMatchObject({ kind: 'reversed' })
})

it.each([
  [403, 'REJECT_CARD_PAYMENT', { kind: 'declined', reason: 'declined' }],
  [403, 'REJECT_CARD_COMPANY', { kind: 'declined', reason: 'declined' }],
  [400, 'EXCEED_MAX_DAILY_PAYMENT_COUNT', { kind: 'declined', reason: 'limit' }],
  [400, 'INVALID_STOPPED_CARD', { kind: 'declined', reason: 'card' }],
  [400, 'NOT_SUPPORTED_CARD_TYPE', { kind: 'declined', reason: 'unsupported' }],
  [400, 'NOT_MATCHES_CUSTOMER_KEY', { kind: 'declined', reason: 'key' }],
  [400, 'DUPLICATED_ORDER_ID', { kind: 'unknown' }],
  [400, 'ALREADY_PROCESSED_PAYMENT', { kind: 'unknown' }],
  [400, 'PROVIDER_ERROR', { kind: 'unknown' }],
  [403, 'FORBIDDEN_CONSECUTIVE_REQUEST', { kind: 'unknown' }],
  [409, 'IDEMPOTENT_REQUEST_PROCESSING', { kind: 'unknown' }],
  [429, 'TOO_MANY_REQUESTS', { kind: 'unknown' }],
  [500, 'FAILED_INTERNAL_SYSTEM_PROCESSING', { kind: 'unknown' }],
  [401, 'UNAUTHORIZED_KEY', { kind: 'unknown' }],
] as const)('security 79: %i %s means %o', async (status, code, meaning) => {
  const billingKey = await makeKey()
  toss.fault = () => refuse(status, code)
  expect(await cards.charge({ billingKey, customerKey, code: newCode(), name: 'x', amount: 9_900 })).toEqual(
    meaning,
  )
})

it('security 79: no response, a broken connection, half a response and a payment of another order are unknown', async () => {
  const billingKey = await makeKey()
  const charge = (code = newCode()) =>
    cards.charge({ billingKey, customerKey, code, name: 'x', amount: 9_900 })
  for (const fault of [
    'lost',
    'refused',
    { status: 502, body: '<html>' },
    { status: 200, body: { status: 'DONE' } },
  ] as const) {
    toss.fault = () => fault
    expect(await charge()).toEqual({ kind: 'unknown' })
    expect(await cards.deleteKey('x')).toBe(typeof fault === 'object' && fault.status === 200)
  }
  toss.fault = () => null
  const first = newCode()
  await charge(first)
  const foreign = toss.charges.get(first)
  toss.fault = () => ({ status: 200, body: foreign })
  expect(await charge()).toEqual({ kind: 'unknown' })
  toss.fault = () => null
  const impatient = createTossPayments({ ...settings(), secretKey: 'test_sk_wrong' })
  expect(await impatient.find(first)).toEqual({ kind: 'unknown' })
})

it('security 80: a key is stored encrypted, only our secret decrypts it, and no two ciphertexts are equal', () => {
  const keys = createBillingKeys('one secret of ours')
  const [first, second] = [keys.encrypt('CANARY'), keys.encrypt('CANARY')]
  expect(first).not.toBe(second)
  expect(first).not.toContain('CANARY')
  expect([keys.decrypt(first), keys.decrypt(second)]).toEqual(['CANARY', 'CANARY'])
  expect(() => createBillingKeys('another secret').decrypt(first)).toThrow(/authenticate/)
  expect(() => keys.decrypt(first.slice(0, -2))).toThrow(/authenticate/)
})

it('security 80, 119: refusals are logged with code and trace, never with a key', async () => {
  const lines: string[] = []
  const spy = vi
    .spyOn(console, 'error')
    .mockImplementation((...parts: unknown[]) => void lines.push(parts.join(' ')))
  const billingKey = await makeKey()
  toss.fault = () => refuse(403, 'REJECT_CARD_PAYMENT')
  await cards.charge({ billingKey, customerKey, code: newCode(), name: 'x', amount: 9_900 })
  await cards.cancel({ paymentKey: `CANARY-${'x'.repeat(40)}`, code: newCode(), reason: 'x' })
  toss.fault = () => 'refused'
  await cards.charge({ billingKey, customerKey, code: newCode(), name: 'x', amount: 9_900 })
  await cards.deleteKey(billingKey)
  spy.mockRestore()
  expect(lines).toHaveLength(4)
  expect(lines[0]).toContain('403 REJECT_CARD_PAYMENT')
  expect(lines.join()).not.toMatch(/CANARY|test_sk|billing-key=/)
})
