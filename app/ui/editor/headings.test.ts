import { getSchema } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { readHeadings } from './headings.ts'

const extensions = [StarterKit]
const docOf = (markdown: string) =>
  getSchema(extensions).nodeFromJSON(new MarkdownManager({ extensions }).parse(markdown))

it('headings are listed with their levels, quoted ones too and empty ones not, and the cursor is in one of them', () => {
  const doc = docOf('시작\n\n## 하나\n\n글\n\n### 둘\n\n> ## 인용\n\n끝')
  const read = (cursor: number) =>
    readHeadings(doc, cursor).map(({ level, text, isCurrent }) => [level, text, isCurrent])
  expect(read(1)).toEqual([
    [2, '하나', false],
    [3, '둘', false],
    [2, '인용', false],
  ])
  const [first, second] = readHeadings(doc, 1).map(({ position }) => position)
  expect(read(first! + 1)[0]).toEqual([2, '하나', true])
  expect(read(second!)[0]).toEqual([2, '하나', true])
  expect(read(doc.content.size)).toEqual([
    [2, '하나', false],
    [3, '둘', false],
    [2, '인용', true],
  ])
  expect(readHeadings(docOf('글만 있다.'), 1)).toEqual([])
})
