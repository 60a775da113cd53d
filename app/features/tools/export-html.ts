import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** HTML with the tags of the tree and nothing else: text is escaped, and the tree holds only http, https and mailto links. */
export function toHtml(nodes: readonly MarkdownNode[]): string {
  return nodes.map(nodeToHtml).join('')
}

function nodeToHtml(node: MarkdownNode): string {
  if (typeof node === 'string') return escape(node)
  switch (node.type) {
    case 'hr':
    case 'br':
      return `<${node.type}>`
    case 'code':
      return `<code>${escape(node.text)}</code>`
    case 'pre':
      return `<pre><code>${escape(node.text)}</code></pre>`
    case 'a':
      return `<a href="${escape(node.href)}">${toHtml(node.children)}</a>`
    case 'ol':
      return `<ol${node.start === 1 ? '' : ` start="${node.start}"`}>${toHtml(node.children)}</ol>`
    case 'table':
      return `<table><tbody>${toHtml(node.children)}</tbody></table>`
    default:
      return `<${node.type}>${toHtml(node.children)}</${node.type}>`
  }
}
