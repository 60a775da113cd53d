import { MarkdownManager } from '@tiptap/markdown'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { tableExtensions, withoutSpans } from './tables.ts'

const manager = new MarkdownManager({ extensions: [StarterKit, ...tableExtensions] })

it('a table survives being edited and saved again and again', () => {
  const markdown = '앞\n\n| 날 | 시간 |\n| --- | ---: |\n| **토** | 9시 |\n| a \\| b | `x` |\n\n뒤'
  const first = manager.serialize(manager.parse(markdown))
  expect(manager.serialize(manager.parse(first))).toBe(first)
  const [, table] = manager.parse(first).content ?? []
  expect(table?.type).toBe('table')
  expect(table?.content?.map((row) => row.content?.map(({ type }) => type))).toEqual([
    ['tableHeader', 'tableHeader'],
    ['tableCell', 'tableCell'],
    ['tableCell', 'tableCell'],
  ])
  for (const part of ['**토**', '---:', 'a \\| b', '`x`']) expect(first).toContain(part)
})

it('a pipe in the code of a cell is saved escaped, and only once', () => {
  const row = '| `a\\|b` | c   |'
  for (const typed of ['| `a|b` | c |', row]) {
    const saved = manager.serialize(manager.parse(`| x | y |\n| --- | --- |\n${typed}`))
    expect(saved).toContain(row)
    expect(manager.serialize(manager.parse(saved))).toBe(saved)
  }
})

it('cells that span others are split', () => {
  expect(withoutSpans('<td colspan="2" rowspan=3 class="x">a</td>')).toBe('<td class="x">a</td>')
})
