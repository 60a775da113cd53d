import { expect, it } from 'vitest'
import { readMarkTags, writeMarkTags } from './mark-tags.ts'

it.each([
  ['[밑줄]{.underline}과 [형광펜]{.mark}.', '<u>밑줄</u>과 <mark>형광펜</mark>.'],
  ['[[둘 **다**]{.mark}]{.underline}', '<u><mark>둘 **다**</mark></u>'],
  ['| [a]{.mark} | [b](https://a.example) |', '| <mark>a</mark> | [b](https://a.example) |'],
  ['`[글]{.mark}` \\[글]{.mark}', '`[글]{.mark}` \\[글]{.mark}'],
  ['```\n[글]{.mark}\n\n`\n```\n\n[글]{.mark}', '```\n[글]{.mark}\n\n`\n```\n\n<mark>글</mark>'],
  ['~~~\n[글]{.mark}\n\n~~\n~~~\n\n[글]{.mark}', '~~~\n[글]{.mark}\n\n~~\n~~~\n\n<mark>글</mark>'],
  ['가\n\n    [글]{.mark}\n\n[글]{.mark}', '가\n\n    [글]{.mark}\n\n<mark>글</mark>'],
  ['`` ` [글]{.mark} `` ```[글]{.mark}```', '`` ` [글]{.mark} `` ```[글]{.mark}```'],
  // Nothing closes the code before the paragraph ends.
  ['` 글\n\n[글]{.mark} `', '` 글\n\n<mark>글</mark> `'],
])('%j leaves as %j, and comes back', (stored, file) => {
  expect(writeMarkTags(stored)).toBe(file)
  expect(readMarkTags(file)).toBe(stored)
})

it('alignment is left out, and words that look like it stay', () => {
  expect(writeMarkTags('## 가 {.center}\n\n나 [다]{.mark} {.right}\n\n> 라 {.left}')).toBe(
    '## 가\n\n나 <mark>다</mark>\n\n> 라',
  )
  for (const words of ['가 \\{.center}', '`{.center}`', '가 {.center} 나', '가 {.fixed}', '{'])
    expect(writeMarkTags(words)).toBe(words)
})

it('tags within more than twenty others stay as they are', () => {
  const nested = (depth: number) => '<u>'.repeat(depth) + 'a' + '</u>'.repeat(depth)
  expect(readMarkTags(nested(2))).toBe('[[a]{.underline}]{.underline}')
  expect(readMarkTags(nested(30))).toContain('<u>')
})

it('tags that are no mark stay as they are', () => {
  for (const words of [
    '<u>가',
    '가</u>',
    '<u>가</mark>',
    '<u>가\n\n나</u>',
    '<u></u>',
    '<mark>가 ] 나</mark>',
    '`<u>가</u>`',
    '`` ` <u>가</u> ``',
    '````<u>가</u>````',
    '~~~\n<u>가</u>\n~~~',
    '~~~\n<u>가</u>\n```\n<u>나</u>',
    '가\n\n    <u>나</u>',
    '<u>가\n~~~\n나</u>\n~~~',
    '<u class="x">가</u>',
    'a < b',
  ])
    expect(readMarkTags(words)).toBe(words)
})
