import { expect, it } from 'vitest'
import { parseMarkdown } from '#app/ui/editor/markdown-tree.ts'
import { findChangedBlocks } from './changed-blocks.ts'

const compare = (text: string, other: string) =>
  findChangedBlocks(parseMarkdown(text), parseMarkdown(other)).map(({ nodes, isChanged }) => [
    nodes.length,
    isChanged,
  ])

it('paragraphs that only one of two texts has are marked, the others are not', () => {
  expect(compare('## 하나\n\n같은 글\n\n고친 글', '## 하나\n\n같은 글\n\n다른 글')).toEqual([
    [2, false],
    [1, true],
  ])
  expect(compare('같은 글', '같은 글\n\n여기에는 없는 글')).toEqual([[1, false]])
  expect(compare('같은 글', '같은 글')).toEqual([[1, false]])
})
