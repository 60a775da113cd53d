import { expect, it } from 'vitest'
import ko from '#shared/messages/ko/examples.json'
import { isParsable } from './markdown-bounds.ts'
import { parseMarkdown } from './markdown-tree.ts'

it.each([
  ['emphasis that never closes', `${'*'.repeat(99_000)}a${'*'.repeat(99_000)}`],
  ['emphasis in small steps', '*a'.repeat(99_000)],
  ['lists in each other', '- '.repeat(99_000)],
  ['quotes in each other', '>'.repeat(99_000)],
  ['quotes that begin in the middle of a paragraph', '> a\nb\n'.repeat(33_000)],
  ['brackets that never close', '[a]('.repeat(40_000)],
  ['a name of an e-mail address that does not end', `${'a'.repeat(99_000)}@`],
  ['beginnings of web addresses in one word', 'https'.repeat(20_000)],
  ['a web address that ends in marks', `http://example.com/${'?:.'.repeat(33_000)}`],
  [
    'a wide table of rows with one cell',
    `${'|a'.repeat(700)}|\n${'|-'.repeat(700)}|\n${'a\n'.repeat(33_000)}`,
  ],
  [
    'such a table with other ends of lines',
    `${'|a'.repeat(700)}|\r${'|-'.repeat(700)}|\r${'a\r'.repeat(33_000)}`,
  ],
  [
    'such a table, narrowed by a row of dashes',
    `${'|a'.repeat(700)}|\n${'|-'.repeat(700)}|\n|-|\n${'a\n'.repeat(33_000)}`,
  ],
  ['deep indentation', `${' '.repeat(5_000)}a\n`.repeat(30)],
])('attacks 4: %s is shown as it was typed, without being parsed', (_name, text) => {
  expect(isParsable(text)).toBe(false)
  expect(parseMarkdown(text).every((node) => typeof node === 'object' && node.type === 'p')).toBe(true)
})

it('texts of people and models are parsed: rules, tables, long link lists, nested lists, code and our examples', () => {
  const texts = [
    '---\n\n* * *\n\n- - - - -',
    `| a | b |\n|---|---|\n${'| **c** | [d](https://example.com) |\n'.repeat(600)}`,
    '- [a](https://example.com) **b** _c_\n'.repeat(600),
    Array.from({ length: 8 }, (_, depth) => `${'  '.repeat(depth)}- item`).join('\n'),
    `${'| a '.repeat(40)}|\n${'|---'.repeat(40)}|\n${`${'| b '.repeat(40)}|\n`.repeat(500)}`,
    `| a | b | c |\n|---|---|---|\n${'| only one\n'.repeat(1_500)}`,
    `${'| a '.repeat(300)}|\n${'|---'.repeat(300)}|\n\n${'A line.\n'.repeat(5_000)}`,
    'A sentence with mail@example.com and https://www.example.com/a?b=c&d=e#f. '.repeat(2_000),
    `![](data:image/png;base64,${'iVBORw0KGgo/+'.repeat(7_000)})`,
    `https://example.com/?${'key_of_it=value%20of+it&'.repeat(80)}`,
    '가나다라마바사 아자차카타파하. '.repeat(10_000),
    '```\nconst a = [1, 2, 3].map((x) => x * 2)\n```',
    '> quote\n> goes on\n\ntext\n\n> another',
    ...Object.values(ko).map(({ content }) => content),
  ]
  for (const text of texts) expect([text.slice(0, 30), isParsable(text)]).toEqual([text.slice(0, 30), true])
})
