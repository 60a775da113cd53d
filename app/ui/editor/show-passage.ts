// Selects a passage of the text and scrolls it into view, in the editor and before its code has loaded.
import type { Editor } from '@tiptap/react'
import { findPassage } from '#shared/assumptions.ts'
import { scrollGently } from '#app/ui/scroll-gently.ts'

/** @param passage within one block, as its Markdown or plain text */
export function showPassageAt(editor: Editor, passage: string): void {
  let range: { from: number; to: number } | null = null
  editor.state.doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    // Each non-text node counts as one character, as it has one position.
    const line = node.textBetween(0, node.content.size, undefined, '\ufffc')
    const found = range ? null : findPassage(line, passage)
    if (found) range = { from: position + 1 + found.start, to: position + 1 + found.end }
    return false
  })
  const chain = editor.chain().focus()
  if (range) chain.setTextSelection(range).scrollIntoView()
  chain.run()
}

/** @param root the text as elements */
export function showPassageIn(root: Element, passage: string): void {
  const found = findPassage(root.textContent, passage)
  if (!found) return
  const range = document.createRange()
  let place = 0
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    const [start, end] = [found.start - place, found.end - place]
    if (start >= 0 && start < text.length) range.setStart(text, start)
    if (end > 0 && end <= text.length) range.setEnd(text, end)
    place += text.length
  }
  const { startContainer } = range
  document.getSelection()?.removeAllRanges()
  document.getSelection()?.addRange(range)
  if (startContainer.parentElement) scrollGently(startContainer.parentElement, 'center')
}
