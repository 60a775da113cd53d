import { expect, it } from 'vitest'
import { cleanNickname, isReservedNickname, numberedNickname } from './nickname.ts'

it.each([
  ['김하늘', '김하늘'],
  ['  Jane   Kim ', 'Jane Kim'],
  ['강'.normalize('NFD') + '산', '강산'],
  ['가'.repeat(30), '가'.repeat(20)],
  ['😀'.repeat(25), '😀'.repeat(20)],
  ['a\u0000b\u202Ec\u200Bd', 'abcd'],
])('B16: %j becomes %j', (name, expected) => {
  expect(cleanNickname(name, 'ko', 0)).toBe(expected)
})

it.each([
  undefined,
  null,
  7,
  '',
  'a',
  ' \u200B ',
  'Admin',
  'ADMIN 1',
  '운영자',
  '문장',
  '문 장',
  'ｍｕｎｊａｎｇ',
])('B16: %j is replaced by a neutral name', (name) => {
  expect(cleanNickname(name, 'ko', 234)).toBe('문장이1234')
  expect(cleanNickname(name, 'en', 8_999)).toBe('writer9999')
})

it('B16: a name that only contains a reserved word is allowed', () => {
  expect(isReservedNickname('문장수집가')).toBe(false)
  expect(isReservedNickname('Adminton')).toBe(false)
})

it('B16: a number never makes a name longer than twenty characters', () => {
  expect(numberedNickname('하늘', 2)).toBe('하늘2')
  expect(Array.from(numberedNickname('가'.repeat(20), 12_345))).toHaveLength(20)
})
