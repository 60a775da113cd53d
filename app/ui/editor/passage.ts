// A passage of the text as Markdown, and putting another in its place.
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, Slice, type Node } from '@tiptap/pm/model'
import type { Editor } from '@tiptap/react'

export type Passage = {
  from: number
  to: number
  /** Empty for a place without text. */
  markdown: string
  /** What stands around it, as plain text, at most `aroundMax` characters each. */
  before: string
  after: string
}

/** What is selected. */
export function readSelection(editor: Editor, aroundMax: number): Passage {
  const { from, to } = editor.state.selection
  return readPassage(editor, { from, to, aroundMax })
}

/** The place behind the selection, where a text goes on. */
export function readEnd(editor: Editor, aroundMax: number): Passage {
  const { $to } = editor.state.selection
  const end = $to.parent.isTextblock ? $to.end() : $to.pos
  return readPassage(editor, { from: end, to: end, aroundMax })
}

/** The whole line on which the cursor stands, which is replaced whatever is in it. */
export function readLine(editor: Editor, aroundMax: number): Passage {
  const { $from } = editor.state.selection
  return { ...readPassage(editor, { from: $from.start(), to: $from.end(), aroundMax }), markdown: '' }
}

function readPassage(
  { state, markdown }: Editor,
  { from, to, aroundMax }: { from: number; to: number; aroundMax: number },
): Passage {
  const { doc } = state
  const textOf = (start: number, end: number) => doc.textBetween(start, end, '\n\n', '\n')
  return {
    from,
    to,
    markdown: from === to ? '' : (markdown?.serialize(cut(doc, from, to)) ?? textOf(from, to)).trim(),
    before: textOf(Math.max(0, from - aroundMax), from).slice(-aroundMax),
    after: textOf(to, Math.min(doc.content.size, to + aroundMax)).slice(0, aroundMax),
  }
}

/**
 * The same passage after the text was loaded anew. Where another text stands at its place now, the place is the end of the text, so that
 * nothing is written over.
 */
export function findAgain(editor: Editor, passage: Passage, aroundMax: number): Passage {
  const { doc } = editor.state
  const { from, to } = passage
  if (to <= doc.content.size && doc.resolve(from).parent.isTextblock) {
    const now = readPassage(editor, { from, to, aroundMax })
    const isSame = now.before === passage.before && now.after === passage.after
    // A line with a slash is replaced whatever is in it.
    if (isSame && (passage.markdown === '' || passage.markdown === now.markdown)) return passage
  }
  const { content } = doc
  const end = content.size - (doc.lastChild?.isTextblock ? 1 : 0)
  return { ...readPassage(editor, { from: end, to: end, aroundMax }), markdown: '' }
}

/** A part of one line comes without what the line is, a heading or an item: that stays where it is. */
function cut(doc: Node, from: number, to: number) {
  const isWithinLine = doc.resolve(from).sameParent(doc.resolve(to))
  if (!isWithinLine) return doc.cut(from, to).toJSON()
  const content = doc.slice(from, to).content.toJSON()
  return { type: 'doc', content: [{ type: 'paragraph', content }] }
}

/** Puts Markdown in the place of a passage: one step of undo, apart from what was typed before and after it. */
export function replacePassage(editor: Editor, { from, to }: Passage, markdown: string): void {
  const { state, view } = editor
  const content = editor.markdown?.parse(markdown).content ?? []
  const nodes = content.map((json) => state.schema.nodeFromJSON(json))
  const [$from, $to] = [state.doc.resolve(from), state.doc.resolve(to)]
  const transaction = closeHistory(state.tr)
  if (nodes.length === 1 && nodes[0]!.type.name === 'paragraph' && $from.sameParent($to) && from < to)
    transaction.replaceWith(from, to, nodes[0]!.content)
  else if (from === to && $from.parent.content.size > 0)
    // Behind a line that has text: what is new begins a line of its own.
    transaction.insert($from.after(), nodes)
  else transaction.replaceRange(from, to, new Slice(Fragment.from(nodes), 0, 0))
  view.dispatch(transaction.scrollIntoView())
  view.dispatch(closeHistory(view.state.tr))
  view.focus()
}
