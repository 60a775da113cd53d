// The blanks of the open text, in the order in which `findBlanks` lists them in its Markdown.
import type { Editor } from '@tiptap/react'
import { findBlanks } from '#shared/blanks.ts'

type Range = { from: number; to: number }

/** Where the blanks stand in the document. A block's text has the same brackets as its Markdown; code holds none. */
function blankRanges({ state }: Editor): Range[] {
  const ranges: Range[] = []
  state.doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    if (node.type.spec.code) return false
    // Whatever is no text takes one character, as it takes one place; inline code is blotted out.
    let text = ''
    node.descendants((child) => {
      const isCode = child.marks.some(({ type }) => type.name === 'code')
      text += isCode ? ' '.repeat(child.nodeSize) : (child.text ?? ' '.repeat(child.nodeSize))
    })
    for (const { start, end } of findBlanks(text))
      ranges.push({ from: position + 1 + start, to: position + 1 + end })
    return false
  })
  return ranges
}

/** Puts words in the place of a blank, in the formatting that stands there: one step of undo. */
export function fillBlankAt(editor: Editor, index: number, value: string): void {
  const range = blankRanges(editor)[index]
  if (!range) return
  const { state, view } = editor
  view.dispatch(state.tr.insertText(value, range.from, range.to))
}

/** Selects a blank and brings it into view. */
export function showBlankAt(editor: Editor, index: number): void {
  const range = blankRanges(editor)[index]
  if (range) editor.chain().focus().setTextSelection(range).scrollIntoView().run()
}
