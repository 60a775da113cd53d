import { expect, it } from 'vitest'
import { charactersOfLength, findLengthProblem, targetLength } from './text-length.ts'
import { measureLength, renderedText } from './rendered-text.ts'

it('a text has the length that a reader sees: tables and headings count, formatting, URLs and pictures do not', () => {
  const markdown = [
    '## 준비물',
    '',
    '**물**과 [지도](https://example.com/long/address).',
    '',
    '| 이름 | 값 |',
    '| --- | ---: |',
    '| 물 | 1L |',
    '',
    '- 하나',
    '1. 둘',
    '',
    '---',
    '',
    '![그림](/storage/v1/x.jpg)',
    'a\\*b',
  ].join('\n')
  expect(renderedText(markdown)).toBe('준비물\n물과 지도.\n이름 값\n물 1L\n하나\n둘\na*b')
  expect(measureLength('가나 다라', 'characters')).toBe(5)
  expect(measureLength('가나 다라', 'characters_without_spaces')).toBe(4)
  expect(measureLength('## Two words\n\nand **three** more.', 'words')).toBe(5)
})

it.each([
  ['Korean', undefined, { count: 2_800, unit: 'characters' }],
  ['Korean', 'characters_without_spaces', { count: 2_800, unit: 'characters_without_spaces' }],
  // Words do not measure a script without spaces, and characters do not measure one with them.
  ['Japanese', 'words', { count: 1_500, unit: 'characters' }],
  ['English', 'characters', { count: 1_100, unit: 'words' }],
] as const)('an article in %s that asks for %s is counted in its own unit', (language, unit, expected) => {
  const count = expected.count === 1_500 ? { length: 1_500 } : {}
  expect(targetLength('article', { language, ...(unit ? { length_unit: unit } : {}), ...count })).toEqual({
    ...expected,
    isOrdered: 'length' in count,
  })
})

it('a plan grows with its items, within the allowed range', () => {
  const plan = (items: number) => targetLength('business-plan', { language: 'Korean' }, items).count
  expect([plan(0), plan(4), plan(20)]).toEqual([5_500, 5_800, 12_000])
})

it('a length out of range is refused with the exceeded bound; no length is valid', () => {
  const problem = (length: number) => findLengthProblem('email', { language: 'English', length })
  expect([problem(0), problem(39), problem(40), problem(1_000), problem(1_001)]).toEqual([
    null,
    { rule: 'too_small', count: 40 },
    null,
    null,
    { rule: 'too_large', count: 1_000 },
  ])
})

it('the price of a length depends on its characters, in any unit', () => {
  expect(charactersOfLength({ count: 800, unit: 'words' }, 'English')).toBe(4_640)
  expect(charactersOfLength({ count: 780, unit: 'characters_without_spaces' }, 'Korean')).toBe(1_000)
})
