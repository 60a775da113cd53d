// The headings of the text, for a list to jump by.
import type { Node } from '@tiptap/pm/model'
import type { Editor } from '@tiptap/react'

/** `position`: before the heading's node. `isCurrent`: the cursor is in the heading or in the text below it. */
export type TextHeading = { position: number; level: number; text: string; isCurrent: boolean }

/** @param cursor a position in the document @returns headings with text, in their order */
export function readHeadings(doc: Node, cursor: number): TextHeading[] {
  const headings: TextHeading[] = []
  doc.descendants((node, position) => {
    if (node.type.name === 'heading' && node.textContent.trim())
      headings.push({
        position,
        level: node.attrs.level as number,
        text: node.textContent.trim(),
        isCurrent: false,
      })
    return !node.isTextblock
  })
  const current = headings.findLast(({ position }) => position < cursor)
  if (current) current.isCurrent = true
  return headings
}

/** Puts the cursor at the end of the heading, and the heading into view. */
export function goToHeading(editor: Editor, position: number): void {
  const node = editor.state.doc.nodeAt(position)
  if (!node) return
  editor.commands.setTextSelection(position + node.nodeSize - 1)
  const element = editor.view.nodeDOM(position)
  if (element instanceof Element) element.scrollIntoView({ block: 'start' })
}
