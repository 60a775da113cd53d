// A text without any markup: lines as a person would type them.
import { isInline, parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { ExportedText } from './export-text.ts'

/** The text with its title above it and its tags below it. */
export function wholeNodes(text: ExportedText): MarkdownNode[] {
  const tags = text.tags.map((tag) => `#${tag.replace(/\s+/g, '')}`).join(' ')
  return [
    ...(text.title ? [{ type: 'h2' as const, children: [text.title] }] : []),
    ...parseMarkdown(text.content),
    ...(tags ? [{ type: 'p' as const, children: [tags] }] : []),
  ]
}

/** For a file: it ends with a line break. */
export const plainCopy = (text: ExportedText): string => `${plainText(wholeNodes(text))}\n`

export const plainText = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) => linesOf(node).join('\n'))
    .filter(Boolean)
    .join('\n\n')

/** The lines of a block as a person would type them. */
export function linesOf(node: MarkdownNode, depth = 0): string[] {
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
    `${indent}${mark} ${own.map(wordsInItem).join('').trim()}${addressOf(own)}`,
    ...lists.flatMap((list) => linesOf(list, depth + 1)),
  ]
}

/** The parts of a line stand as they are, paragraphs apart. */
const wordsInItem = (node: MarkdownNode): string => (isInline(node) ? wordsOf(node) : `${wordsOf(node)} `)

/** An entry of the list of sources, "(1) Title, site, date", ends with its address: without one nobody finds the page. */
function addressOf(item: readonly MarkdownNode[]): string {
  const [number, link] = item
  const isSource = typeof number === 'string' && /^\(\d+\) $/.test(number)
  return isSource && typeof link === 'object' && link.type === 'a' ? `, ${link.href}` : ''
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
