import { expect, it } from 'vitest'
import { finds } from './finds.ts'

it('matches letters without regard to case and spaces', () => {
  expect(finds('COVER l', 'Cover letter')).toBe(true)
  expect(finds('블로그글', '블로그 글')).toBe(true)
  expect(finds('letters', 'Cover letter')).toBe(false)
  expect(finds('', 'anything')).toBe(true)
})

it('finds Hangul by first consonants, however it was composed', () => {
  expect(finds('ㅈㄱㅅㄱㅅ', '자기소개서')).toBe(true)
  expect(finds('ㅂㄹㄱ ㄱ', '블로그 글')).toBe(true)
  expect(finds('자기', '자기소개서'.normalize('NFD'))).toBe(true)
  expect(finds('ㅎㄱ', '자기소개서')).toBe(false)
})

it('matches the possible continuations of an incomplete syllable', () => {
  expect(finds('자깃', '자기소개서')).toBe(true)
  expect(finds('자긱', '블로그 글')).toBe(false)
})
