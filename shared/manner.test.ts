import { expect, it } from 'vitest'
import { compareManner, measureManner } from './manner.ts'

const polite = '아침에 커피를 내려요. 물은 조금 식혀요. 그래야 덜 써요. 왜 그럴까요? 뜨거우면 쓴맛이 나와요! '
const formal =
  '본 문서에서는 커피를 내리는 방법을 순서에 따라 자세히 설명합니다. 물의 온도는 구십 도 안팎으로 맞추는 것이 좋습니다. '

it('a manner is measured by its endings, lengths, questions, signs and lists', () => {
  const manner = measureManner(polite.repeat(3))!
  expect(manner.endings).toEqual({ formal: 0, polite: 1, plain: 0, other: 0 })
  expect([manner.questions, manner.exclamations, manner.emoji, manner.lists]).toEqual([0.2, 0.2, 0, 0])
  expect(manner.sentence).toBeLessThan(15)
  const listed = measureManner(`${polite.repeat(2)}\n- 물을 끓여요.\n- 필터를 헹궈요. 😀\n\n끝이에요.`)!
  expect(listed.lists).toBeCloseTo(0.5)
  expect(listed.emoji).toBeGreaterThan(1)
})

it('a text of few sentences has no manner', () => {
  expect(measureManner('커피를 내려요. 좋아요.')).toBeNull()
  expect(measureManner('')).toBeNull()
})

it('a text in the same manner scores high, one in another manner low, and its endings tell why', () => {
  const own = measureManner(polite.repeat(5))!
  expect(compareManner(own, own).score).toBe(100)
  const other = compareManner(own, measureManner(formal.repeat(5))!)
  expect(other.score).toBeLessThan(50)
  expect(other.traits.find(({ trait }) => trait === 'endings')!.closeness).toBe(0)
})

it('texts without Hangul are compared without endings', () => {
  const english = measureManner('I brew coffee at home. It takes ten minutes. '.repeat(5))!
  expect(english.endings).toBeNull()
  expect(compareManner(english, english).traits.map(({ trait }) => trait)).not.toContain('endings')
})
