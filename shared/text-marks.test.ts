import { expect, it } from 'vitest'
import { scoreForSearch } from './search-score.ts'
import { findBlanks } from './blanks.ts'
import { readSpan, withoutMarks, writeAlignment } from './text-marks.ts'
import { plainAnswer, renderedText } from './rendered-text.ts'

it.each([
  ['[글]{.mark} 뒤', 'mark', '글'],
  ['[a [b]{.underline} c]{.mark}', 'mark', 'a [b]{.underline} c'],
  ['[[링크](https://a.example/?q[]=1) 말]{.underline}', 'underline', '[링크](https://a.example/?q[]=1) 말'],
  ['[`]{.mark}` 코드]{.mark}', 'mark', '`]{.mark}` 코드'],
  ['[\\] 괄호]{.mark}', 'mark', '\\] 괄호'],
])('%s begins with marked words', (source, mark, text) => {
  expect(readSpan(source)).toMatchObject({ mark, text })
})

it.each([
  '[글]',
  '[글](https://a.example){.mark}',
  '[글]{.evil}',
  '[글]{.mark onclick=x}',
  '[]{.mark}',
  '글 [글]{.mark}',
  `${'['.repeat(30)}글${']{.mark}'.repeat(30)}`,
])('security 100: %s does not begin with marked words', (source) => {
  expect(readSpan(source)).toBeNull()
})

it('readers of words see no signs of marks and alignment, and keep those that were typed', () => {
  const markdown =
    '## [준비]{.underline} {.center}\n\n[a [b]{.mark} c](https://a.example) \\{.center}\n\n[예]{.x}'
  expect(withoutMarks(markdown)).toBe('## 준비\n\n[a b c](https://a.example) \\{.center}\n\n[예]{.x}')
  expect(renderedText('[밑줄 [링크](https://a.example/x) 말]{.underline} {.right}')).toBe('밑줄 링크 말')
  expect(plainAnswer('[답]{.mark}이에요. {.center}')).toBe('답이에요.')
})

it('marked words are no blank, and a blank within them is one', () => {
  expect(
    findBlanks('[글]{.mark} [이름은 [예: 문장] 님]{.underline}').map(({ suggestion }) => suggestion),
  ).toEqual(['예: 문장'])
})

it('a mark in the middle of a word does not hide it from the search score', () => {
  const text = (word: string) => ({
    title: '제목',
    text: `동네 ${word}에 가요.`,
    tags: [],
    keywords: ['도서관'],
  })
  const asked = { language: 'Korean' as const }
  expect(scoreForSearch(text('[도서]{.mark}관'), asked)).toEqual(scoreForSearch(text('도서관'), asked))
})

it('a typed sign of alignment is escaped', () => {
  expect(writeAlignment('a {.center}', null)).toBe('a \\{.center}')
  expect(writeAlignment('a {.center}', 'right')).toBe('a \\{.center} {.right}')
})
