import { expect, it } from 'vitest'
import {
  businessText,
  describeBusiness,
  isMailOrderNumber,
  isRegistrationNumber,
  registryCheckUrl,
} from './business.ts'

it.each(['123-45-67891', '1234567891'])('%s has the right check digit', (number) => {
  expect(isRegistrationNumber(number)).toBe(true)
})

it.each(['123-45-67890', '123-45-6789', '12345678911', '1234-5-67891', 'abc-de-fghij', ''])(
  '%s is no registration number',
  (number) => {
    expect(isRegistrationNumber(number)).toBe(false)
  },
)

it('exactly one last digit fits the nine before it', () => {
  for (const start of ['123456789', '000000000', '987654321', '220816251'])
    expect([...'0123456789'].filter((last) => isRegistrationNumber(start + last))).toHaveLength(1)
})

it('a registration as a mail-order seller has a year, a place and a number', () => {
  for (const good of ['2026-서울강남-01234', '제2026-서울강남-01234호', '제 2026-경기성남분당-0123 호'])
    expect(isMailOrderNumber(good), good).toBe(true)
  for (const wrong of [
    '서울강남-01234',
    '2026-Seoul-01234',
    '2026-서울강남',
    '2026-서울강남-123456',
    '26-서울-1',
  ])
    expect(isMailOrderNumber(wrong), wrong).toBe(false)
})

it('the registry’s URL has digits only', () => {
  expect(registryCheckUrl('123-45-67891')).toBe('https://www.ftc.go.kr/bizCommPop.do?wrkr_no=1234567891')
})

it('without details there is a placeholder and nothing that looks like a business', () => {
  expect(businessText(null, (key) => key)).toBe('missing')
})

it('L03: the registration number links to the registry, the address to an e-mail', () => {
  const business = {
    name: '문장',
    representative: '홍길동',
    address: '서울',
    phone: '02-000-0000',
    email: 'help@munjang.test',
    registrationNumber: '123-45-67891',
    mailOrderNumber: '2026-서울강남-01234',
    hosting: '호스트',
    privacyOfficer: { name: '김보호', phone: '02-000-0001', email: 'privacy@munjang.test' },
  }
  const { lines, missing } = describeBusiness(business, (key) => key)
  expect(missing).toBeNull()
  expect(lines.flatMap(({ link }) => (link ? [link] : []))).toEqual([
    { href: 'https://www.ftc.go.kr/bizCommPop.do?wrkr_no=1234567891', text: 'check' },
    { href: 'mailto:help@munjang.test', text: 'help@munjang.test' },
  ])
  expect(lines).toHaveLength(8)
})
