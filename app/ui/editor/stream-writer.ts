import { EditorState } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'

/**
 * Writes a growing Markdown text into the editor. Complete blocks are parsed once and left alone.
 * Only the text after the last of them is parsed again at each step, so the work does not grow with the text.
 */
export function createStreamWriter(editor: Editor) {
  /** How much of the source, and of the document, is final. */
  let doneCharacters = 0
  let donePosition = 0
  let written = ''

  function reset(): void {
    begin()
    replaceFrom(0, '')
  }

  function begin(): void {
    doneCharacters = 0
    donePosition = 0
    written = ''
  }

  /** @param markdown the whole text so far; a text that does not continue the one before starts over */
  function write(markdown: string): void {
    if (markdown === written) return
    if (!markdown.startsWith(written)) begin()
    written = markdown
    const boundary = findLastBoundary(markdown, doneCharacters)
    if (boundary > doneCharacters) {
      donePosition = replaceFrom(donePosition, markdown.slice(doneCharacters, boundary).trimEnd())
      doneCharacters = boundary
    }
    replaceFrom(donePosition, markdown.slice(doneCharacters).trimEnd())
  }

  /**
   * Replaces everything after `position`. It is not an undo step, because the member did not write it.
   * @returns the position of the next block: before the empty paragraph that the editor adds after a final heading or
   * table
   */
  function replaceFrom(position: number, markdown: string): number {
    const { state, view } = editor
    const content = editor.markdown?.parse(markdown).content ?? []
    const nodes = content.map((json) => state.schema.nodeFromJSON(json))
    const blocks = nodes.length || position > 0 ? nodes : [state.schema.nodes.paragraph!.create()]
    const transaction = state.tr.replaceWith(
      Math.min(position, state.doc.content.size),
      state.doc.content.size,
      blocks,
    )
    view.dispatch(transaction.setMeta('addToHistory', false).setMeta('preventUpdate', true))
    return transaction.doc.content.size
  }

  function forgetHistory(): void {
    // ProseMirror holds the history in plugin state: a new state from the same document has none.
    const { state, view } = editor
    view.updateState(EditorState.create({ doc: state.doc, plugins: state.plugins }))
    begin()
  }

  return { reset, write, forgetHistory }
}

/**
 * A line after a blank one that begins a paragraph or a heading at any depth: no list, quote or table continues there.
 */
const blockStart = /^(?!\s|[-*+]\s|\d{1,9}[.)]\s|[>|<[=`~])/
/** HTML that continues after blank lines. */
const longHtml = /^\s{0,3}<(?:script|pre|style|textarea|[!?])/i

/**
 * The start of the last independent block: the last heading, or the last paragraph after a blank line.
 * It is after `from` and outside of code fences; `from` when there is none.
 */
export function findLastBoundary(markdown: string, from: number): number {
  let boundary = from
  let isInFence = false
  let isBehindBlank = false
  let offset = from
  for (const line of markdown.slice(from).split('\n')) {
    if (longHtml.test(line)) break
    if (/^\s{0,3}(```|~~~)/.test(line)) isInFence = !isInFence
    const isStart = /^#{1,6}\s/.test(line) || (isBehindBlank && line !== '' && blockStart.test(line))
    if (!isInFence && offset > from && isStart) boundary = offset
    isBehindBlank = line.trim() === ''
    offset += line.length + 1
  }
  return boundary
}
