// Underline, highlight and alignment in the editor; `shared/text-marks.ts` has their notation in Markdown.
import { Extension, type Editor, type MarkdownTokenizer } from '@tiptap/core'
import { Heading } from '@tiptap/extension-heading'
import { Highlight } from '@tiptap/extension-highlight'
import { Underline } from '@tiptap/extension-underline'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import {
  alignments,
  isAlignment,
  readSpan,
  splitAlignment,
  writeAlignment,
  writeSpan,
  type Alignment,
  type SpanMark,
} from '#shared/text-marks.ts'

const spanTokenizer = (name: string, mark: SpanMark): MarkdownTokenizer => ({
  name,
  level: 'inline',
  start: '[',
  tokenize(source, _tokens, lexer) {
    const span = readSpan(source)
    if (span?.mark !== mark) return undefined
    return { type: name, raw: span.raw, text: span.text, tokens: lexer.inlineTokens(span.text) }
  },
})

const OurUnderline = Underline.extend({
  markdownTokenizer: spanTokenizer('underline', 'underline'),
  renderMarkdown: (node, helpers) => writeSpan('underline', helpers.renderChildren(node)),
})

const OurHighlight = Highlight.extend({
  markdownTokenizer: spanTokenizer('highlight', 'mark'),
  renderMarkdown: (node, helpers) => writeSpan('mark', helpers.renderChildren(node)),
})

const AlignedHeading = Heading.extend({
  parseMarkdown(token, helpers) {
    const { align, tokens } = splitAlignment(token.tokens ?? [])
    const heading = this.parent!({ ...token, tokens }, helpers)
    return 'type' in heading && align ? { ...heading, attrs: { ...heading.attrs, align } } : heading
  },
  renderMarkdown(node, helpers, context) {
    return writeAlignment(this.parent!(node, helpers, context), storedAlignment(node.attrs))
  },
}).configure({ levels: [2, 3, 4] })

export const storedAlignment = (attrs: Record<string, unknown> | undefined): Alignment | null =>
  isAlignment(attrs?.align) ? attrs.align : null

/** Lists and tables hold no alignment: Markdown ends their lines in other ways. */
const holdsAlignment = (node: Node, parent: Node | null): boolean =>
  ['paragraph', 'heading', 'image'].includes(node.type.name) &&
  (parent?.type.name === 'doc' || parent?.type.name === 'blockquote')

const Align = Extension.create({
  name: 'align',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'image'],
      attributes: {
        align: {
          default: null,
          parseHTML: readPasted,
          renderHTML: ({ align }: Record<string, unknown>) =>
            // The style is for other editors, into which the text is pasted.
            isAlignment(align) ? { 'data-align': align, style: `text-align: ${align}` } : {},
        },
      },
    },
  ],
  addKeyboardShortcuts() {
    return Object.fromEntries(
      (['l', 'e', 'r'] as const).map((key, index) => [
        `Mod-Shift-${key}`,
        () => alignSelection(this.editor, alignments[index]!),
      ]),
    )
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      // Saving would lose it.
      appendTransaction(transactions, _before, { doc, tr }) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        doc.descendants((node, at, parent) => {
          if (node.attrs.align && !holdsAlignment(node, parent)) tr.setNodeAttribute(at, 'align', null)
          return !node.isTextblock
        })
        return tr.docChanged ? tr : null
      },
    }),
  ],
})

/** Other editors write their usual alignment on every line. */
function readPasted(element: HTMLElement): Alignment | null {
  const own = element.getAttribute('data-align')
  if (isAlignment(own)) return own
  const styled = element.style.textAlign || element.getAttribute('align')
  return styled === 'center' || styled === 'right' ? styled : null
}

/** By the attribute: a computed style would be computed at each key. */
const isMirrored = ({ view }: Editor): boolean => view.dom.closest<HTMLElement>('[dir]')?.dir === 'rtl'
const usualAlignment = (editor: Editor, node: Node): Alignment => {
  if (node.type.name === 'image') return 'center'
  return isMirrored(editor) ? 'right' : 'left'
}

/** The alignment of the first block of the selection, or null where it has none. */
export function readAlignmentAt(editor: Editor): Alignment | null {
  const found = findAligned(editor)[0]
  return found ? (storedAlignment(found.node.attrs) ?? usualAlignment(editor, found.node)) : null
}

/** @returns whether the selection has a block that can be aligned */
export function alignSelection(editor: Editor, align: Alignment): boolean {
  const { state, view } = editor
  const found = findAligned(editor)
  if (found.length === 0 || !editor.isEditable) return false
  const { tr } = state
  for (const { node, at } of found)
    tr.setNodeAttribute(at, 'align', align === usualAlignment(editor, node) ? null : align)
  view.dispatch(tr)
  view.focus()
  return true
}

function findAligned({ state }: Editor): { node: Node; at: number }[] {
  const found: { node: Node; at: number }[] = []
  const { from, to } = state.selection
  state.doc.nodesBetween(from, to, (node, at, parent) => {
    if (holdsAlignment(node, parent)) found.push({ node, at })
    return !node.isTextblock
  })
  return found
}

export const markExtensions = [OurUnderline, OurHighlight, AlignedHeading, Align]
