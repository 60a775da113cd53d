import { expect, it } from 'vitest'
import { splitAtCode } from './code-blocks.ts'

const codeOf = (markdown: string) => {
  const stretches = splitAtCode(markdown)
  expect(stretches.map(({ text }) => text).join('')).toBe(markdown)
  return stretches.filter(({ isCode }) => isCode).map(({ text }) => text)
}

it.each([
  ['a fence of backticks', 'a\n```js\nb\n\n`\n```\nc', ['```js\nb\n\n`\n```\n']],
  ['a fence of tildes with other fences in it', '~~~~\n```\n~~~\n~~~~~\nc', ['~~~~\n```\n~~~\n~~~~~\n']],
  ['a fence that nothing closes', 'a\n~~~\nb\n\nc', ['~~~\nb\n\nc']],
  ['a fence in a quote', '> ~~~\n> a\n> ~~~\n> b', ['> ~~~\n> a\n> ~~~\n']],
  ['a fence in an item', '- ```\n  b\n  ```\n- c', ['- ```\n  b\n  ```\n']],
  ['indented lines after an empty one', 'a\n\n    b\n\n\tc\nd', ['    b\n\n\tc\n']],
  ['an indented line after a list that ended', '- a\n\nb\n\n    - c', ['    - c']],
])('%s is code', (_, markdown, code) => {
  expect(codeOf(markdown)).toEqual(code)
})

it.each([
  ['an indented line within a paragraph', 'a\n    b'],
  ['an indented paragraph of an item', '- a\n\n    b\n\n  - c\n\n    d'],
  ['code in a line', 'a ```b``` c\n```d``` e'],
  ['a sign in a line', 'a ~~~ b'],
  ['nothing', ''],
])('%s is no block of code', (_, markdown) => {
  expect(codeOf(markdown)).toEqual([])
})
