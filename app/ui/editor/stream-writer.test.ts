import { expect, it } from 'vitest'
import { findLastBoundary } from './stream-writer.ts'

it('the last section begins at its heading; everything before it is finished', () => {
  const text = 'intro\n\n## one\n\ntext\n\n## two\n\nmo'
  expect(text.slice(findLastBoundary(text, 0))).toBe('## two\n\nmo')
})

it('without a second heading nothing is finished, and a heading that the part begins with does not count', () => {
  expect(findLastBoundary('just text\n\nmore', 0)).toBe(0)
  expect(findLastBoundary('## one\n\ntext', 0)).toBe(0)
  const text = '## one\n\n## two\n\nx'
  expect(findLastBoundary(text, 8)).toBe(8)
})

it('what looks like a heading inside a code fence is code', () => {
  expect(findLastBoundary('text\n\n```\n# comment\n```\n', 0)).toBe(0)
})
