// Copies of a text for the editors of blogs, each with the HTML that its editor accepts.
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { Blog } from './blogs.ts'
import { toHtml, type Frames } from './export-html.ts'
import { linesOf, plainText, wholeNodes } from './export-plain.ts'
import type { ExportedText } from './export-text.ts'

const cell = 'border:1px solid #bbb;padding:8px 12px;text-align:left'
const tableFrames: Frames = {
  table: ['<table style="border-collapse:collapse;width:100%"><tbody>', '</tbody></table>'],
  th: [`<th style="${cell};background:#f4f4f4">`, '</th>'],
  td: [`<td style="${cell}">`, '</td>'],
}
const sized = (size: number): [string, string] => [
  `<p><span style="font-size:${size}px"><strong>`,
  '</strong></span></p>',
]

/**
 * What an editor needs other than the plain tag. Unconfirmed, as their vendors describe no pasting: Naver's editor has
 * no headings, only sizes; Brunch has no tables and few kinds of lists. WordPress converts plain tags to blocks
 * (packages/blocks/src/api/raw-handling of github.com/WordPress/gutenberg).
 */
const framesOf: Record<Blog, Frames> = {
  naver: { ...tableFrames, h2: sized(24), h3: sized(19), h4: sized(16) },
  tistory: tableFrames,
  brunch: {},
  wordpress: {
    table: ['<figure class="wp-block-table"><table><tbody>', '</tbody></table></figure>'],
    img: ['<figure class="wp-block-image">', '</figure>'],
  },
}

/** Both flavours of the clipboard. Neither has signs of Markdown; addresses of images are absolute. */
export function blogCopy(blog: Blog, text: ExportedText): { html: string; plain: string } {
  const nodes = wholeNodes(text)
  const shown = blog === 'brunch' ? nodes.flatMap(asLines) : nodes
  return { html: toHtml(shown, text.origin, framesOf[blog]), plain: plainText(nodes) }
}

/** Lists and tables as paragraphs, one for each item or row. */
function asLines(node: MarkdownNode): MarkdownNode[] {
  if (typeof node !== 'object' || !['ul', 'ol', 'table'].includes(node.type)) return [node]
  return linesOf(node).map((line) => ({ type: 'p', children: [line] }))
}
