import { expect, it } from 'vitest'
import { translate } from './words.ts'

const messages = { a: { b: '{name|은/는} {count|#}개', c: '{name|으로/로}', d: '{name|이/가}' } }

it('O20: numbers are grouped, and the Korean particle fits the last sound of the inserted value', () => {
  expect(translate(messages, 'a.b', { name: '문장', count: 1234567 })).toBe('문장은 1,234,567개')
  expect(translate(messages, 'a.b', { name: '제주', count: 1 })).toBe('제주는 1개')
  expect(translate(messages, 'a.c', { name: '서울' })).toBe('서울로')
  expect(translate(messages, 'a.c', { name: '부산' })).toBe('부산으로')
  expect(translate(messages, 'a.d', { name: '3' })).toBe('3이')
  expect(translate(messages, 'a.d', { name: '2' })).toBe('2가')
  expect(translate(messages, 'a.d', { name: 'Kim' })).toBe('Kim이')
})

it('O20: an English noun follows its number', () => {
  const english = { a: '{count|text/texts} left' }
  expect([0, 1, 2, 1_200].map((count) => translate(english, 'a', { count }))).toEqual([
    '0 texts left',
    '1 text left',
    '2 texts left',
    '1,200 texts left',
  ])
})

it('a missing word shows its key and a missing value its placeholder, so that a screen never breaks', () => {
  expect(translate(messages, 'a.x.y')).toBe('a.x.y')
  expect(translate(messages, 'a')).toBe('a')
  expect(translate(messages, 'constructor.name')).toBe('constructor.name')
  expect(translate(messages, 'a.d')).toBe('{name|이/가}')
})

it('a value is inserted unchanged, even when it looks like a placeholder or a replacement pattern', () => {
  expect(translate({ a: '{x}!' }, 'a', { x: '$& {y}' })).toBe('$& {y}!')
})
