// A passage of the text as Markdown, and putting another in its place.
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, Slice, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { renderedText } from '#shared/rendered-text.ts'

export type Passage = {
  from: number
  to: number
  /** Empty for a place without text. */
  markdown: string
  /** The surrounding plain text, at most `aroundMax` characters on each side. */
  before: string
  after: string
}

/** Reads the selection. Of a table it has words of one line or the whole table: a part of its cells is no table. */
export function readSelection(editor: Editor, aroundMax: number): Passage {
  const { $from, $to, from, to } = editor.state.selection
  if ($from.parent.isTextblock && $from.sameParent($to)) return readPassage(editor, { from, to, aroundMax })
  const [start, end] = [tableDepth($from), tableDepth($to)]
  return readPassage(editor, {
    from: start ? $from.before(start) : from,
    to: end ? $to.after(end) : to,
    aroundMax,
  })
}

/** The depth of the outermost table around a position; 0 outside tables. */
function tableDepth(position: ResolvedPos): number {
  for (let depth = 1; depth <= position.depth; depth++)
    if (position.node(depth).type.name === 'table') return depth
  return 0
}

/** The position after the selection, where a text continues. */
export function readEnd(editor: Editor, aroundMax: number): Passage {
  const { $to } = editor.state.selection
  const end = $to.parent.isTextblock ? $to.end() : $to.pos
  return readPassage(editor, { from: end, to: end, aroundMax })
}

/** The end of the line in which a passage ends. */
export function afterPassage({ state }: Editor, passage: Passage): Passage {
  const $to = state.doc.resolve(passage.to)
  const end = $to.parent.isTextblock ? $to.end() : $to.pos
  return { ...passage, from: end, to: end }
}

/** The whole line at the cursor, which is replaced whatever its content. */
export function readLine(editor: Editor, aroundMax: number): Passage {
  const { $from } = editor.state.selection
  return { ...readPassage(editor, { from: $from.start(), to: $from.end(), aroundMax }), markdown: '' }
}

/** The end of the text. */
export function readTextEnd(editor: Editor, aroundMax: number): Passage {
  return atEnd(editor, aroundMax)
}

/** The whole text. */
export function readWhole(editor: Editor): Passage {
  return readPassage(editor, { from: 0, to: editor.state.doc.content.size, aroundMax: 0 })
}

/**
 * A line of the text's first level with its content.
 * @param choose picks one of all paragraphs or headings, which have text
 * @returns null when there is none
 */
export function readBlock(
  editor: Editor,
  kind: 'paragraph' | 'heading',
  {
    aroundMax,
    choose = (blocks) => blocks[0],
  }: {
    aroundMax: number
    choose?: (blocks: { text: string; from: number }[]) => { text: string; from: number } | undefined
  },
): Passage | null {
  const blocks: { text: string; from: number }[] = []
  editor.state.doc.forEach((node, offset) => {
    if (node.type.name !== kind || !node.textContent) return
    const text = node.textBetween(0, node.content.size, undefined, '\n')
    blocks.push({ text, from: offset + 1 })
  })
  const block = choose(blocks)
  if (!block) return null
  const to = editor.state.doc.resolve(block.from).end()
  return readPassage(editor, { from: block.from, to, aroundMax })
}

/**
 * What stands below a heading of the second level.
 * @param number of the heading among those with text, from 0, as `findSections` counts them
 * @param heading as Markdown
 * @param isFeed the slides of a feed end at the first rule
 * @returns null when there is no such heading at this place
 */
export function readSection(
  editor: Editor,
  { number, heading }: { number: number; heading: string },
  { aroundMax, isFeed }: { aroundMax: number; isFeed: boolean },
): Passage | null {
  const { doc } = editor.state
  let count = 0
  let from: number | null = null
  let to: number | null = null
  doc.forEach((node, offset) => {
    // A heading without text is none in Markdown.
    const isHeading = node.type.name === 'heading' && node.attrs.level === 2 && node.textContent.trim() !== ''
    if (from !== null && to === null && (isHeading || (isFeed && node.type.name === 'horizontalRule')))
      to = offset
    if (isHeading && count++ === number && lettersOf(node.textContent) === lettersOf(renderedText(heading)))
      from = offset + node.nodeSize
  })
  if (from === null) return null
  return readPassage(editor, { from, to: to ?? doc.content.size, aroundMax })
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** @returns null when it is longer than a command may be */
export function readAll(editor: Editor, markdownMax: number): Passage | null {
  const passage = readPassage(editor, { from: 0, to: editor.state.doc.content.size, aroundMax: 0 })
  return passage.markdown.length > markdownMax ? null : passage
}

/**
 * Follows a passage while the text around it changes.
 * @returns `find`: where the passage is now, or the end of the text when its words have changed
 */
export function followPassage(editor: Editor, passage: Passage): { find: () => Passage; end: () => void } {
  let { from, to } = passage
  const move = ({ transaction }: { transaction: Transaction }) => {
    from = transaction.mapping.map(from, 1)
    to = Math.max(from, transaction.mapping.map(to, -1))
  }
  editor.on('transaction', move)
  return {
    find() {
      const now = readPassage(editor, { from, to, aroundMax: 0 })
      // A line with a slash is replaced whatever its content.
      if (passage.markdown === '' || passage.markdown === now.markdown) return { ...passage, from, to }
      return atEnd(editor, 0)
    },
    end: () => void editor.off('transaction', move),
  }
}

const endOf = (doc: Node): number => doc.content.size - (doc.lastChild?.isTextblock ? 1 : 0)

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
 * The same passage after the text was loaded again. If its position has another text now, the passage is the end of the
 * text.
 * Nothing is then overwritten.
 */
export function findAgain(editor: Editor, passage: Passage, aroundMax: number): Passage {
  const { doc } = editor.state
  const { from, to } = passage
  if (to <= doc.content.size && isPlace(doc.resolve(from))) {
    const now = readPassage(editor, { from, to, aroundMax })
    const isSame = now.before === passage.before && now.after === passage.after
    // A line with a slash is replaced whatever its content.
    if (isSame && (passage.markdown === '' || passage.markdown === now.markdown)) return passage
  }
  return atEnd(editor, aroundMax)
}

/** A place without text, where nothing is overwritten. */
function atEnd(editor: Editor, aroundMax: number): Passage {
  const end = endOf(editor.state.doc)
  return readPassage(editor, { from: end, to: end, aroundMax })
}

/** In a line, or between blocks of the first level. */
const isPlace = ({ depth, parent }: ResolvedPos): boolean => depth === 0 || parent.isTextblock

/** A part of one line is returned without the line's heading or list item, which stays in place. */
function cut(doc: Node, from: number, to: number) {
  const start = doc.resolve(from)
  const isWithinLine = start.parent.isTextblock && start.sameParent(doc.resolve(to))
  if (!isWithinLine) return doc.cut(from, to).toJSON()
  const content = doc.slice(from, to).content.toJSON()
  return { type: 'doc', content: [{ type: 'paragraph', content }] }
}

/** Replaces a passage with Markdown: one undo step, separate from the typing before and after it. */
export function replacePassage(editor: Editor, { from, to }: Passage, markdown: string): void {
  const { state, view } = editor
  const content = editor.markdown?.parse(markdown).content ?? []
  const nodes = content.map((json) => state.schema.nodeFromJSON(json))
  const [$from, $to] = [state.doc.resolve(from), state.doc.resolve(to)]
  const transaction = closeHistory(state.tr)
  // The whole text, a section, a table.
  const areBlocks = $from.depth === 0 && $to.depth === 0
  if (areBlocks) {
    transaction.replaceWith(from, to, nodes)
    const { doc } = transaction
    const cursor = from === 0 ? state.selection.from : from
    transaction.setSelection(TextSelection.near(doc.resolve(Math.min(cursor, doc.content.size))))
  } else if (nodes.length === 1 && nodes[0]!.type.name === 'paragraph' && $from.sameParent($to) && from < to)
    transaction.replaceWith(from, to, nodes[0]!.content)
  else if (from === to && $from.parent.content.size > 0)
    // After a line with text, the new content begins on its own line.
    transaction.insert($from.after(), nodes)
  else transaction.replaceRange(from, to, new Slice(Fragment.from(nodes), 0, 0))
  view.dispatch(transaction.scrollIntoView())
  view.dispatch(closeHistory(view.state.tr))
  view.focus()
}
