// Sentences about money, time and data say what the code does. docs/promises.md names the code behind the others.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { getTerms } from './routes/terms/terms.server.ts'
import checkoutEn from '#shared/messages/en/checkout.json'
import contactEn from '#shared/messages/en/contact.json'
import emailsEn from '#shared/messages/en/emails.json'
import myEn from '#shared/messages/en/my.json'
import paymentsEn from '#shared/messages/en/payments.json'
import pricingEn from '#shared/messages/en/pricing.json'
import promptsEn from '#shared/messages/en/prompts.json'
import refusalsEn from '#shared/messages/en/refusals.json'
import checkoutKo from '#shared/messages/ko/checkout.json'
import contactKo from '#shared/messages/ko/contact.json'
import emailsKo from '#shared/messages/ko/emails.json'
import myKo from '#shared/messages/ko/my.json'
import paymentsKo from '#shared/messages/ko/payments.json'
import pricingKo from '#shared/messages/ko/pricing.json'
import promptsKo from '#shared/messages/ko/prompts.json'
import refusalsKo from '#shared/messages/ko/refusals.json'
import { consentVersions } from '#shared/consents.ts'
import { answerHours } from '#shared/contact.ts'
import {
  monthsFreePerYear,
  plans,
  renewalNoticeDays,
  renewalRetryDays,
  withdrawalDays,
} from '#shared/payments.ts'
import alarmSettingsEn from '#shared/messages/en/alarmsettings.json'
import alarmSettingsKo from '#shared/messages/ko/alarmsettings.json'
import { proseTokens } from '#shared/tool-prices.ts'
import { retentionDays, trashDays } from '#shared/retention.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const config = {
  deletedAccountDays: 45,
  business: null,
  processors: ['openai', 'toss', 'hosting'],
} satisfies Parameters<typeof getTerms>[2]
const termsOf = (document: 'use' | 'privacy', language: 'ko' | 'en', section: string): string =>
  getTerms(document, language, config)
    .sections.find(({ id }) => id === section)!
    .text.join('\n')

it('F1: a change of plan takes only what the plan gave', () => {
  expect(checkoutKo.changeText).toContain('선물로 받거나 따로 산 토큰과 이미지는 그대로예요')
  expect(checkoutEn.changeText).toContain('Tokens and images you got as gifts or bought separately stay')
})

it('F2: the policy and the dialog of deletion name everything that stays', () => {
  for (const [text, words] of [
    [termsOf('privacy', 'ko', 'keep'), ['결제 기록', '공개한 프롬프트', '계정 번호', '거부한 주소']],
    [myKo.delete.staysList, ['결제 기록', '공개한 프롬프트', '계정 번호', '거부한 주소']],
    [termsOf('privacy', 'en', 'keep'), ['payment records', 'published', 'account number', 'refused']],
    [myEn.delete.staysList, ['payments', 'published', 'account number', 'refused']],
  ] as const)
    for (const word of words) expect(text).toContain(word)
  expect(termsOf('privacy', 'ko', 'keep').match(/기한 없이/g)).toHaveLength(2)
  expect(myKo.delete.staysList.match(/기한 없이/g)).toHaveLength(2)
})

it.each(['ko', 'en'] as const)('F2, F3: the policy states every retention period (%s)', (language) => {
  const text = ['what', 'keep'].map((section) => termsOf('privacy', language, section)).join('\n')
  for (const days of [...Object.values(retentionDays), trashDays])
    expect(text).toMatch(new RegExp(`\\b${days}( days?|일)`))
  expect(text).not.toMatch(/\{\w+/)
})

it('F4: the sample of a prompt is called an example, and results may be longer', () => {
  expect(promptsKo.detail.sampleNote).toContain('실제 결과는 더 길 수 있어요')
  expect(promptsEn.detail.sampleNote).toContain('Your result may be longer')
})

it('F5: price, checkout and terms say that plan tokens do not roll over', () => {
  for (const text of [
    pricingKo.tokenText,
    pricingKo.tokenShort,
    checkoutKo.renews.month,
    checkoutKo.renews.year,
    termsOf('use', 'ko', 'tokens'),
  ])
    expect(text).toContain('다음 달로 넘어가지 않아요')
  for (const text of [
    pricingEn.tokenText,
    pricingEn.tokenShort,
    checkoutEn.renews.month,
    checkoutEn.renews.year,
    termsOf('use', 'en', 'tokens'),
  ])
    expect(text).toContain('roll over')
})

it('F6: no sentence promises a model that may not be connected', () => {
  expect([promptsKo.list.lead, promptsEn.list.lead].join()).not.toMatch(/바로 실행|run on GPT/i)
})

it('F7, O04: one time is promised for an answer, the one after which the console calls it late', () => {
  const ko = [
    contactKo.description,
    contactKo.lead,
    contactKo.sent.member,
    contactKo.sent.kept,
    contactKo.sent.visitor,
  ]
  for (const text of ko) expect(text).toContain(`영업일 기준 ${answerHours}시간 안에`)
  expect(termsOf('use', 'ko', 'contact')).toContain(`영업일 기준 ${answerHours}시간 안에`)
  expect(answerHours).toBe(24)
  expect(contactEn.lead).toContain('within one business day')
  expect(termsOf('use', 'en', 'contact')).toContain('within one business day')
})

it('F8: the refusal says what is retained, and why that is more than the button said', () => {
  expect(refusalsKo.noTokens.text).toContain('남으면 바로 돌려드려요')
  expect(refusalsEn.noTokens.text).toContain('return what isn’t used')
})

it('F9, M01: the months that a year has free are counted', () => {
  expect(monthsFreePerYear).toBe(2)
  expect(paymentsKo.period.saving).toBe('두 달 무료')
  expect(paymentsEn.period.saving).toBe(`${monthsFreePerYear} months free`)
})

it('M03, B34: the terms count the days on which the database charges again', () => {
  const sql = read('supabase/schemas/11_subscriptions.sql')
  expect(sql).toContain(`days integer[] := array[${renewalRetryDays.join(', ')}];`)
  expect(termsOf('use', 'ko', 'payment')).toContain('1, 3, 5, 10, 14일째')
  expect(termsOf('use', 'en', 'payment')).toContain('after 1, 3, 5, 10 and 14 days')
})

it('B07, B18: the terms have the seats of a team, the days of a refund and the wait after a deletion', () => {
  expect(termsOf('use', 'ko', 'payment')).toContain(`결제한 분을 포함해 ${plans.team.seats}명까지`)
  expect(termsOf('use', 'en', 'payment')).toContain(`Up to ${plans.team.seats} people`)
  expect(termsOf('use', 'ko', 'withdrawal')).toContain(`결제하고 ${withdrawalDays}일 안에`)
  expect(termsOf('use', 'en', 'withdrawal')).toContain(`Within ${withdrawalDays} days`)
  expect(termsOf('use', 'ko', 'account')).toContain('45일이 지나야')
  expect(termsOf('use', 'en', 'account')).toContain('after 45 days')
})

it('the life of cookies is that of the code', () => {
  expect(termsOf('privacy', 'ko', 'cookies')).toMatch(
    /쿠키\(400일\).*쿠키\(365일\).*쿠키\(1일\).*쿠키\(14일\)/,
  )
  expect(termsOf('privacy', 'en', 'cookies')).toMatch(/400 days.*365 days.*1 day.*14 days/)
})

it('the policy says how many texts stay in the browser, how long, and that a sign-out removes them', () => {
  expect(termsOf('privacy', 'ko', 'cookies')).toMatch(
    /60일 뒤.*마지막으로 연 글 10개.*로그아웃하면 모두 지워요/,
  )
  expect(termsOf('privacy', 'en', 'cookies')).toMatch(/60 days after.*last 10 texts.*Signing out deletes/)
})

it('a code of an e-mail is valid as long as the e-mail says', () => {
  expect(read('supabase/schemas/40_email_addresses.sql')).toContain("interval '10 minutes'")
  expect(emailsKo.proof.why).toContain('10분')
  expect(emailsEn.proof.why).toContain('10 minutes')
})

it.each(['ko', 'en'] as const)(
  'L04: the policy lists the configured companies, and those abroad separately (%s)',
  (language) => {
    const listed = (
      section: string,
      processors: (typeof config.processors)[number][] = config.processors,
    ) => {
      const { list } = getTerms('privacy', language, { ...config, processors }).sections.find(
        ({ id }) => id === section,
      )!
      return list?.cards.map(({ lines }) => lines.map(({ text }) => text).join()) ?? []
    }
    expect(listed('share')).toHaveLength(3)
    expect(listed('abroad')).toHaveLength(1)
    expect(listed('abroad')[0]).toMatch(
      language === 'ko' ? /미국.*openai\.com/s : /United States.*openai\.com/s,
    )
    expect(listed('abroad', ['hosting'])).toEqual([])
  },
)

it('L03: the policy names the officer that is configured, or that there is none', () => {
  expect(termsOf('privacy', 'ko', 'contact')).toContain(
    '개인정보 보호책임자: 사업자 정보가 설정되지 않았어요',
  )
})

it('L01: the documents are in force since the day of the version that members consent to', () => {
  const [year, month, day] = consentVersions.terms.split('-').map(Number)
  expect(getTerms('use', 'ko', config).updated).toContain(`${year}년 ${month}월 ${day}일`)
  expect(consentVersions.privacy).toBe(consentVersions.terms)
})

it('M01: the price page and the checkout speak of the days and tokens of the code, and hard-code none', () => {
  const numbers = /\d/
  for (const words of [pricingKo, pricingEn]) {
    for (const { q, a } of Object.values(words.faq).filter((entry) => typeof entry !== 'string'))
      expect([q, a].join(' ').replaceAll(/\{[^}]*\}/g, '')).not.toMatch(
        words === pricingKo ? /\d(?!년)/ : numbers,
      )
    expect(words.lead).toContain('{days}')
    expect(words.tokenText).toMatch(/\{characters\|.*\{article\|/)
  }
  for (const { refund } of [checkoutKo, checkoutEn]) expect(refund).toContain('{days}')
})

it('B06: prose of a thousand characters has about the tokens that texts are estimated with', () => {
  expect(proseTokens(1_000, 'Korean', 'gpt')).toBe(660)
  expect(proseTokens(1_000, 'English', 'gpt')).toBe(260)
  expect(proseTokens(1_000, 'Korean', 'claude')).toBe(3_360)
})

it('a renewal is announced as many days before as the settings say, and as the database does', () => {
  expect(alarmSettingsKo.email.renewal_soon).toContain(`${renewalNoticeDays}일 전`)
  expect(alarmSettingsEn.email.renewal_soon).toContain(`${renewalNoticeDays} days before`)
  expect(read('supabase/schemas/11_subscriptions.sql')).toContain(
    `u.period_end <= now() + interval '${renewalNoticeDays} days'`,
  )
})
