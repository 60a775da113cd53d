import { expect, it } from 'vitest'
import { sentenceAround } from './blank-sentence.ts'
import { fillBlank, findBlanks, withTitle } from './blanks.ts'

it('brackets with a suggestion are blanks; links, pictures, footnotes, check boxes, numbers of sources and code are not', () => {
  const markdown = [
    '경력은 [예: 3개월]이고 **[예: 40명]**을 도왔어요.',
    'Escaped \\[e.g. 12 %\\] too.',
    '[a link](https://example.com) ![a picture](/x.jpg) [^1] [1] [12] [reference][1] [1]: https://example.com',
    '- [ ] open',
    '- [x] done',
    '`[code]`',
    '```',
    '[fenced]',
    '```',
  ].join('\n')
  expect(findBlanks(markdown).map(({ suggestion }) => suggestion)).toEqual([
    '예: 3개월',
    '예: 40명',
    'e.g. 12 %',
  ])
})

it('a blank is filled with plain text, which cannot open another blank or break the line', () => {
  const text = '| 값 | [예: 3개월] |'
  const [blank] = findBlanks(text)
  expect(fillBlank(text, blank!, '여섯\n달 [확인]')).toBe('| 값 | 여섯 달 (확인) |')
})

it('a blank is identified by the sentence around it', () => {
  const text = '## 경력\n\n- 먼저 배웠어요. 하루 **[예: 40건]**을 처리했죠. 끝.'
  expect(sentenceAround(text, findBlanks(text)[0]!)).toBe('하루 [예: 40건]을 처리했죠.')
  const alone = '자료가 없어요. [근거]'
  expect(sentenceAround(alone, findBlanks(alone)[0]!)).toBe('자료가 없어요. [근거]')
})

it.each([
  ['To [Name]', 1],
  ['[Name], our offer', 1],
  ['[문의] 대관', 0],
  ['Re: [문의][긴급] 대관', 0],
  ['[Urgent] The heating for [Name]', 1],
])('the title %j has %i blanks apart from its tags', (title, count) => {
  expect(findBlanks(withTitle(title, ''))).toHaveLength(count)
  expect(findBlanks(withTitle(title, 'At [place].'))).toHaveLength(count + 1)
})
