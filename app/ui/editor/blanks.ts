// The blanks of the open text, in the order in which `findBlanks` lists them in its Markdown.
import type { Editor } from '@tiptap/react'
import { findBlanks } from '#shared/blanks.ts'

type Range = { from: number; to: number }

/**
 * The positions of the blanks in the document. A block's text has the same brackets as its Markdown; code has no
 * blanks.
 */
function blankRanges({ state }: Editor): Range[] {
  const ranges: Range[] = []
  state.doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    if (node.type.spec.code) return false
    // Each non-text node counts as one character, as it has one position. Inline code is masked.
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

/** Replaces a blank with a value in the blank's formatting: one undo step. */
export function fillBlankAt(editor: Editor, index: number, value: string): void {
  const range = blankRanges(editor)[index]
  if (!range) return
  const { state, view } = editor
  view.dispatch(state.tr.insertText(value, range.from, range.to))
}

/** Selects a blank and scrolls it into view. */
export function showBlankAt(editor: Editor, index: number): void {
  const range = blankRanges(editor)[index]
  if (range) editor.chain().focus().setTextSelection(range).scrollIntoView().run()
}
