import { expect, it } from 'vitest'
import { applyChanges, compareSentences, isChanged } from './sentence-changes.ts'

const all = (count: number) => new Set(Array.from({ length: count }, (_, index) => index))

const before =
  '오늘은 비가 왔다. 우리는 집에 있었다. 저녁에는 국수를 먹었다.\n\n내일은 맑다고 한다.\n\n- 우산\n- 장화'
const after =
  '오늘은 비가 많이 왔다. 우리는 집에 있었다. 저녁에는 따뜻한 국수를 먹었다. 맛있었다.\n\n내일은 맑다고 한다.\n\n- 우산\n- 장화'

it('a rewritten sentence is one change, the sentences around it are none', () => {
  expect(compareSentences(before, after).filter(isChanged)).toEqual([
    { before: '오늘은 비가 왔다. ', after: '오늘은 비가 많이 왔다. ' },
    { before: '저녁에는 국수를 먹었다.\n\n', after: '저녁에는 따뜻한 국수를 먹었다. ' },
    { before: '', after: '맛있었다.\n\n' },
  ])
  expect(compareSentences('One. Two.', 'One.').filter(isChanged)).toEqual([{ before: 'Two.', after: '' }])
})

it('without any change it is the earlier text, with all of them the new one', () => {
  for (const [from, to] of [
    [before, after],
    [after, before],
    ['', after],
    [before, ''],
    ['One. Two! Three?', 'Two! Four.'],
    ['首先，水。然后，火。', '首先，热水。然后，火。'],
    ['| a | b |\n| - | - |\n| 1 | 2 |', '| a | b |\n| - | - |\n| 1 | 3 |'],
  ] as const) {
    const changes = compareSentences(from, to)
    expect(applyChanges(changes, new Set())).toBe(from)
    expect(applyChanges(changes, all(changes.length))).toBe(to)
  }
})

it('a sentence that follows the last one of a text gets a space before it', () => {
  const changes = compareSentences('We met. It rained.', 'We all met.')
  const first = changes.findIndex(isChanged)
  expect(applyChanges(changes, new Set([first]))).toBe('We all met. It rained.')
})

it('thousands of different sentences are compared as a whole', () => {
  const many = (word: string) => Array.from({ length: 300 }, (_, at) => `${word} ${at}.`).join(' ')
  expect(compareSentences(many('가나다'), many('라마바'))).toHaveLength(1)
})

it('a sentence that ends bold words gets no space before their mark', () => {
  const before = '**늦게 연다. 일찍 닫는다.** 끝이다.'
  const changes = compareSentences(before, '**늦게 열어요. 일찍 닫아요.** 끝이다.')
  const all = new Set(changes.keys())
  expect(applyChanges(changes, all)).toBe('**늦게 열어요. 일찍 닫아요.** 끝이다.')
  expect(applyChanges(changes, new Set())).toBe(before)
})
