// Tables as Markdown has them: a first row of headings, cells of plain lines, nothing that spans.
import { TableCell, TableHeader, TableRow, Table } from '@tiptap/extension-table'
import { Extension, type ChainedCommands } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'

const lines = { content: 'paragraph+' }

/** In every table, pasted ones too, only the first row holds headings. Saving would change any other table. */
const HeadingsFirst = Extension.create({
  name: 'headingsFirst',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, _before, { doc, schema, tr }) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        doc.descendants((table, tableAt) => {
          if (table.type.name !== 'table') return true
          table.forEach((row, rowAt, index) => {
            const type = index === 0 ? schema.nodes.tableHeader! : schema.nodes.tableCell!
            row.forEach((cell, cellAt) => {
              const at = tableAt + rowAt + cellAt + 2
              if (cell.type !== type) tr.setNodeMarkup(at, type, cell.attrs)
            })
          })
          return false
        })
        return tr.docChanged ? tr : null
      },
    }),
  ],
})

export const tableExtensions = [
  Table.configure({ resizable: false, renderWrapper: true }),
  TableRow,
  TableHeader.extend(lines),
  TableCell.extend(lines),
  HeadingsFirst,
]

/** Markdown has no cells that span others. */
export const withoutSpans = (html: string): string =>
  html.replace(/\s(?:col|row)span\s*=\s*["']?\d+["']?/gi, '')

/** Replaces the line at the cursor if it is empty or holds a slash, else inserts after it. */
export function insertTable(editor: Editor): void {
  atSlash(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
}

/** A horizontal rule, at the same place. */
export function insertDivider(editor: Editor): void {
  atSlash(editor).setHorizontalRule().run()
}

function atSlash(editor: Editor): ChainedCommands {
  const { $from } = editor.state.selection
  const chain = editor.chain().focus()
  return $from.parent.textContent === '/'
    ? chain.deleteRange({ from: $from.start(), to: $from.end() })
    : chain
}
