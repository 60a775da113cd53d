// The legal content of e-mails that advertise, and the seller's details on a receipt.
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { testBusiness } from '#server/testing/business.ts'
import { emailComposers } from './email-composers.ts'

const least = {
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  DATABASE_URL: 'postgres://a:b@127.0.0.1/c',
}
const config = readConfig({ ...least, ...testBusiness })
const notice = (type: string, language: 'ko' | 'en') =>
  emailComposers.notice({
    kind: 'notice',
    config,
    language,
    payload: { id: 1, type, title: '제목', summary: '요약', member: 'fd4e0f0e-7a5f-4d0a-9f43-2b36c3d3b0a1' },
  })
const invitation = (language: 'ko' | 'en', of = config) =>
  emailComposers.invitation({
    kind: 'invitation',
    config: of,
    language,
    payload: { nickname: '하늘', code: 'ABCDEFGH', address_hash: 'hash' },
  })
const receipt = (of = config) =>
  emailComposers.receipt({
    kind: 'receipt',
    config: of,
    language: 'ko',
    payload: {
      order: 'o1',
      plan: 'pro',
      period: 'month',
      pack: null,
      amount: 19_900,
      issuer: null,
      card: null,
    },
  })
const senderEnd =
  /주소: 서울특별시 강남구 테스트로 1\n전화: 02-000-0000\n이메일: help@munjang\.test\n호스팅 제공자: .*$/

it('L02: an e-mail that advertises begins with (광고), and ends with its sender and a way to unsubscribe', () => {
  for (const { subject, text, refusalUrl } of [
    invitation('ko'),
    notice('event', 'ko'),
    notice('update', 'ko'),
  ]) {
    expect(subject).toMatch(/^\(광고\) /)
    expect(text).toContain('무료로 수신 거부하기')
    expect(text).toContain('상호: 문장 주식회사')
    expect(text).toMatch(senderEnd)
    expect(refusalUrl).toContain('/mail/refuse?token=')
  }
  for (const { subject, text } of [invitation('en'), notice('event', 'en')]) {
    expect(subject).toMatch(/^\(Ad\) /)
    expect(text).toContain('Company: 문장 주식회사')
  }
})

it('L02: a notice that informs is no advertisement', () => {
  const { subject, text } = notice('info', 'ko')
  expect(subject).toBe('제목')
  expect(text).not.toContain('상호')
})

it('L03: a receipt has the seller’s name and registration', () => {
  const { text, html } = receipt()
  for (const body of [text, html]) {
    expect(body).toContain('사업자등록번호: 123-45-67891')
    expect(body).toContain('통신판매업 신고번호: 2026-서울강남-01234')
  }
})

it('L03: without configured details there is a placeholder and no invented data', () => {
  const none = readConfig(least)
  expect(none.business).toBeNull()
  for (const { text } of [receipt(none), invitation('ko', none)])
    expect(text).toMatch(/사업자 정보가 설정되지 않았어요$/)
})

it('a declined refund names the order and the operator’s reason as text', () => {
  const order = { order: 'o1', plan: null, period: null, pack: 'tokens_small', amount: 6_900 }
  const { subject, text, html } = emailComposers.refund_declined({
    kind: 'refund_declined',
    config,
    language: 'en',
    payload: { ...order, issuer: null, card: null, answer: '<b>Used</b> {order}' },
  })
  expect(subject).toContain('300,000 tokens')
  expect(text).toContain('<b>Used</b> {order}')
  expect(html).toContain('&lt;b&gt;Used')
})

it('the announcement of a renewal names day, amount and the way to cancel', () => {
  const { subject, text } = emailComposers.renewal_soon({
    kind: 'renewal_soon',
    config,
    language: 'en',
    payload: { date: '2026-12-01T03:00:00Z', amount: 9_900, plan: 'basic', period: 'month' },
  })
  expect(subject).toContain('December 1, 2026')
  expect(text).toContain('₩9,900')
  expect(text).toContain('press Cancel plan under My plan')
})
