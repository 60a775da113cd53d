import { expect, it } from 'vitest'
import { charactersWithin, cutToFit, measureText, textUnits } from './measure.ts'
import { plainAnswer } from './rendered-text.ts'

it('T08: an answer is counted with and without spaces, two bytes a syllable in EUC-KR and three in UTF-8', () => {
  const count = (text: string) => textUnits.map((unit) => measureText(text, unit))
  expect(count('가 a')).toEqual([3, 2, 4, 5])
  expect(count('한글'.normalize('NFD'))).toEqual([2, 2, 4, 6])
  expect(count('가\r\n나')).toEqual([3, 2, 5, 7])
  expect(count('é😀')).toEqual([2, 2, 4, 6])
  expect(count('')).toEqual([0, 0, 0, 0])
})

it('a limit in bytes or without spaces is converted to fewer or more characters', () => {
  expect(charactersWithin(700, 'characters', true)).toBe(700)
  expect(charactersWithin(700, 'bytes_euc_kr', true)).toBe(400)
  expect(charactersWithin(700, 'bytes_utf8', false)).toBe(700)
  expect(charactersWithin(700, 'characters_without_spaces', true)).toBeGreaterThan(700)
})

it('a cut text ends with a whole sentence that fits, and only a too long first sentence is broken', () => {
  const text = '첫 문장이다. 둘째 문장이다. 셋째 문장이다.'
  expect(cutToFit(text, 100, 'characters')).toBe(text)
  expect(cutToFit(text, 16, 'characters')).toBe('첫 문장이다. 둘째 문장이다.')
  expect(cutToFit(text, 15, 'characters')).toBe('첫 문장이다.')
  expect(measureText(cutToFit('가'.repeat(50), 21, 'bytes_euc_kr'), 'bytes_euc_kr')).toBe(20)
})

it('signs of Markdown are not counted, and paragraphs count as one line break', () => {
  expect(plainAnswer('**굵은** 글\\.\n\n둘째 문단 \\*\n')).toBe('굵은 글.\n둘째 문단 *')
})

it('T08: a text without the end of a sentence is cut in one pass, however long it is', () => {
  // Measuring the text for each character would take hours.
  const text = '가나 '.repeat(200_000)
  expect(cutToFit(text, 5, 'characters')).toBe('가나 가나')
  expect(cutToFit(text, 5, 'characters_without_spaces')).toBe('가나 가나 가')
  expect(cutToFit(text, 7, 'bytes_utf8')).toBe('가나')
})
