import { expect, it } from 'vitest'
import { passagesAbout } from './passages.ts'

const filler = Array.from(
  { length: 40 },
  (_, index) => `다른 이야기가 ${'길게 '.repeat(20)} 이어진다 ${index}`,
).join('\n')

it('a long page is reduced to the passages about the question, in their order', () => {
  const text = `${filler}\n도서관은 아침 9시에 문을 연다.\n${filler}\n대출 카드는 무료로 만든다.\n${filler}`
  const passages = passagesAbout(text, '도서관이 문을 여는 시간, 카드 가격', 300)
  expect(passages.length).toBeLessThanOrEqual(300)
  expect(passages.indexOf('아침 9시')).toBeGreaterThanOrEqual(0)
  expect(passages.indexOf('대출 카드')).toBeGreaterThan(passages.indexOf('아침 9시'))
})

it('a short page stays whole, and one without a line break is cut into passages', () => {
  expect(passagesAbout('Short.', 'anything', 300)).toBe('Short.')
  const line = `${'Other words stand here. '.repeat(200)}The library opens at 9. ${'And so on. '.repeat(200)}`
  expect(passagesAbout(line, 'library opening hours', 700)).toContain('The library opens at 9.')
  expect(passagesAbout('x'.repeat(500_000), 'library', 700).length).toBeLessThanOrEqual(700)
})
