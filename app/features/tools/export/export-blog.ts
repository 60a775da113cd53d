// Copies of a text for the editors of blogs, each with the HTML that its editor accepts.
import { parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { Blog } from './blogs.ts'
import { toHtml, type Frames } from './export-html.ts'
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
  const tags = text.tags.map((tag) => `#${tag.replace(/\s+/g, '')}`).join(' ')
  const nodes: MarkdownNode[] = [
    ...(text.title ? [{ type: 'h2' as const, children: [text.title] }] : []),
    ...parseMarkdown(text.content),
    ...(tags ? [{ type: 'p' as const, children: [tags] }] : []),
  ]
  const shown = blog === 'brunch' ? nodes.flatMap(asLines) : nodes
  return { html: toHtml(shown, text.origin, framesOf[blog]), plain: plainText(nodes) }
}

/** Lists and tables as paragraphs, one for each item or row. */
function asLines(node: MarkdownNode): MarkdownNode[] {
  if (typeof node !== 'object' || !['ul', 'ol', 'table'].includes(node.type)) return [node]
  return linesOf(node).map((line) => ({ type: 'p', children: [line] }))
}

const plainText = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => linesOf(node).join('\n'))
    .filter(Boolean)
    .join('\n\n')

/** The lines of a block as a person would type them. */
function linesOf(node: MarkdownNode, depth = 0): string[] {
  if (typeof node === 'string') return [node]
  switch (node.type) {
    case 'ul':
      return node.children.flatMap((item) => itemLines(item, '•', depth))
    case 'ol':
      return node.children.flatMap((item, index) => itemLines(item, `${node.start + index}.`, depth))
    case 'table':
      return node.children.map((row) => ('children' in (row as object) ? cellsOf(row) : ''))
    case 'blockquote':
      return node.children.flatMap((child) => linesOf(child, depth))
    case 'img':
    case 'video':
      return [...(node.alt ? [`(${node.alt})`] : []), ...(node.caption ? [node.caption] : [])]
    case 'hr':
      return ['———']
    default:
      return wordsOf(node).split('\n')
  }
}

function itemLines(item: MarkdownNode, mark: string, depth: number): string[] {
  const children = typeof item === 'object' && 'children' in item ? item.children : [item]
  const lists = children.filter((child) => typeof child === 'object' && /^[uo]l$/.test(child.type))
  const own = children.filter((child) => !lists.includes(child))
  const indent = '  '.repeat(depth)
  return [
    `${indent}${mark} ${own.map(wordsOf).join(' ').trim()}`,
    ...lists.flatMap((list) => linesOf(list, depth + 1)),
  ]
}

const cellsOf = (row: MarkdownNode): string =>
  typeof row === 'object' && 'children' in row ? row.children.map(wordsOf).join(' | ') : ''

function wordsOf(node: MarkdownNode): string {
  if (typeof node === 'string') return node
  if (node.type === 'br') return '\n'
  if ('text' in node) return node.text
  if ('alt' in node) return node.alt
  return 'children' in node ? node.children.map(wordsOf).join('') : ''
}
