import { getSchema, type Editor } from '@tiptap/core'
import { MarkdownManager } from '@tiptap/markdown'
import { EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import StarterKit from '@tiptap/starter-kit'
import { expect, it } from 'vitest'
import { createStreamWriter, findLastBoundary } from './stream-writer.ts'

/**
 * The part of an editor that the writer uses, with the empty paragraph that TipTap's TrailingNode adds after other
 * blocks.
 */
function createEditor(): Editor {
  const schema = getSchema([StarterKit])
  const trailing = new Plugin({
    appendTransaction: (_transactions, _before, { doc, tr }) =>
      doc.lastChild?.type.name === 'paragraph'
        ? null
        : tr.insert(doc.content.size, schema.nodes.paragraph!.create()),
  })
  const editor = {
    state: EditorState.create({ schema, plugins: [trailing] }),
    markdown: new MarkdownManager({ extensions: [StarterKit] }),
    view: {
      dispatch(transaction: Transaction) {
        editor.state = editor.state.apply(transaction)
      },
    },
  }
  return editor as unknown as Editor
}

it('a text streamed character by character equals the same text at once: no empty paragraph after a heading', () => {
  const text = '## one\n\nfirst\n\nsecond\n\n## two\n\nthird'
  const editor = createEditor()
  const writer = createStreamWriter(editor)
  for (let length = 1; length <= text.length; length++) writer.write(text.slice(0, length))
  expect(editor.state.doc.content.content.map((node) => [node.type.name, node.textContent])).toEqual([
    ['heading', 'one'],
    ['paragraph', 'first'],
    ['paragraph', 'second'],
    ['heading', 'two'],
    ['paragraph', 'third'],
  ])
})

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

it('a paragraph after a blank line is a separate block', () => {
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
