import { expect, it } from 'vitest'
import { checkTitle, type TitleKind } from './title-checks.ts'

const faultsOf = (kind: TitleKind, title: string, ordered = '', language: 'Korean' | 'English' = 'English') =>
  checkTitle(title, { kind, tone: 'formal', language, ordered }).map(({ message }) => message)

it.each([
  ['headline', 'The “best” Saturday', 'no quotation marks'],
  ['headline', 'Saturdays at the library 📚', 'no emoji'],
  ['headline', 'The ultimate guide to libraries', 'no stock phrase'],
  ['headline', '동네 도서관 총정리', 'no stock phrase'],
  ['headline', 'a'.repeat(61), '61 characters, at most 60'],
  ['subject', 'Re: Renting the upper floor', 'no “Re:”'],
  ['subject', '회신: 대관 문의', 'no “Re:”'],
  ['subject', 'Please help!', 'no exclamation mark'],
  ['subject', 'Quick question', 'says what is wanted'],
  ['subject', '문의드립니다', 'says what is wanted'],
  ['subject', 'a'.repeat(66), '66 characters, at most 65'],
] as const)('the %s “%s” is reported: %s', (kind, title, fault) => {
  expect(faultsOf(kind, title)).toEqual([expect.stringContaining(fault)])
})

it.each([
  ['headline', "What my library's Saturday taught me"],
  ['subject', 'Renting your upper floor on Saturdays from October'],
  ['subject', '10월 독서 모임 장소 대관 문의'],
  ['subject', ''],
] as const)('the %s “%s” has no fault', (kind, title) => {
  expect(faultsOf(kind, title)).toEqual([])
})

it('a title in Korean is shorter, and what the order says is no fault', () => {
  expect(faultsOf('headline', '가'.repeat(41), '', 'Korean')[0]).toContain('at most 40')
  expect(faultsOf('headline', '여름휴가 총정리', '제목은 여름휴가 총정리', 'Korean')).toEqual([])
})

it('the subject of a message between friends may have an exclamation mark', () => {
  const subject = { kind: 'subject', language: 'Korean', ordered: '' } as const
  expect(checkTitle('할머니한텐 비밀!', { ...subject, tone: 'message' })).toEqual([])
  expect(checkTitle('할머니한텐 비밀!', { ...subject, tone: 'formal' })).toHaveLength(1)
})
