import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/**
 * HTML with the tags of the tree and nothing else: text is escaped, and the tree holds only http, https and mailto
 * links.
 * @param origin of the site, the prefix for image addresses
 */
export function toHtml(nodes: readonly MarkdownNode[], origin: string): string {
  return nodes.map((node) => nodeToHtml(node, origin)).join('')
}

function nodeToHtml(node: MarkdownNode, origin: string): string {
  if (typeof node === 'string') return escape(node)
  switch (node.type) {
    case 'hr':
    case 'br':
      return `<${node.type}>`
    case 'img': {
      const size = node.width && node.height ? ` width="${node.width}" height="${node.height}"` : ''
      return `<img src="${escape(origin + node.src)}" alt="${escape(node.alt)}"${size}>`
    }
    case 'video':
      return `<video src="${escape(origin + node.src)}" aria-label="${escape(node.alt)}" controls></video>`
    case 'code':
      return `<code>${escape(node.text)}</code>`
    case 'pre':
      return `<pre><code>${escape(node.text)}</code></pre>`
    case 'a':
      return `<a href="${escape(node.href)}">${toHtml(node.children, origin)}</a>`
    case 'ol':
      return `<ol${node.start === 1 ? '' : ` start="${node.start}"`}>${toHtml(node.children, origin)}</ol>`
    case 'table':
      return `<table><tbody>${toHtml(node.children, origin)}</tbody></table>`
    default:
      return `<${node.type}>${toHtml(node.children, origin)}</${node.type}>`
  }
}
