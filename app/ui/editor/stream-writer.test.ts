import { expect, it } from 'vitest'
import { findLastBoundary } from './stream-writer.ts'

it('the last section begins at its heading; everything before it is finished', () => {
  const text = 'intro\n\n## one\n\ntext\n\n## two\nmo'
  expect(text.slice(findLastBoundary(text, 0))).toBe('## two\nmo')
})

it('without a second block nothing is finished, and a heading that the part begins with does not count', () => {
  expect(findLastBoundary('just text\nmore', 0)).toBe(0)
  expect(findLastBoundary('## one\ntext', 0)).toBe(0)
  const text = '## one\n\n## two\nx'
  expect(findLastBoundary(text, 8)).toBe(8)
})

it('a paragraph behind a blank line is a block of its own', () => {
  const text = '## one\n\nfirst\n\n**second** goes on\nand on'
  expect(text.slice(findLastBoundary(text, 0))).toBe('**second** goes on\nand on')
})

it.each([
  ['a list', '- a\n\n- b\n\n  of b\n\n1. c'],
  ['a quote', '> a\n\n> b'],
  ['a table', '| a |\n|---|\n| b |'],
  ['HTML', '<!-- a\n\nb\n\nc -->'],
  ['code', '```\na\n\nb'],
])('nothing is cut out of %s', (_, text) => {
  expect(findLastBoundary(text, 0)).toBe(0)
})

it('what looks like a heading inside a code fence is code', () => {
  expect(findLastBoundary('text\n\n```\n# comment\n```\n', 0)).toBe(0)
})
