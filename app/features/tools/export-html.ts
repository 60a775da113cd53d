import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** Replaces the tags around the content of a kind of node. */
export type Frames = Partial<Record<Exclude<MarkdownNode, string>['type'], [begin: string, end: string]>>

/**
 * HTML with the tags of the tree and nothing else: text is escaped, and the tree holds only http, https and mailto
 * links.
 * @param origin of the site, the prefix for image addresses
 * @param frames for readers that need other tags; an image is within its frame
 */
export function toHtml(nodes: readonly MarkdownNode[], origin: string, frames: Frames = {}): string {
  return nodes.map((node) => nodeToHtml(node, origin, frames)).join('')
}

function nodeToHtml(node: MarkdownNode, origin: string, frames: Frames): string {
  if (typeof node === 'string') return escape(node)
  const [begin, end] = frames[node.type] ?? []
  switch (node.type) {
    case 'hr':
    case 'br':
      return `<${node.type}>`
    case 'img': {
      const size = node.width && node.height ? ` width="${node.width}" height="${node.height}"` : ''
      return `${begin ?? ''}<img src="${escape(origin + node.src)}" alt="${escape(node.alt)}"${size}>${end ?? ''}`
    }
    case 'video':
      return `<video src="${escape(origin + node.src)}" aria-label="${escape(node.alt)}" controls></video>`
    case 'code':
      return `<code>${escape(node.text)}</code>`
    case 'pre':
      return `<pre><code>${escape(node.text)}</code></pre>`
    case 'a':
      return `<a href="${escape(node.href)}">${toHtml(node.children, origin, frames)}</a>`
    case 'ol':
      return `<ol${node.start === 1 ? '' : ` start="${node.start}"`}>${toHtml(node.children, origin, frames)}</ol>`
    case 'table':
      return `${begin ?? '<table><tbody>'}${toHtml(node.children, origin, frames)}${end ?? '</tbody></table>'}`
    default:
      return `${begin ?? `<${node.type}>`}${toHtml(node.children, origin, frames)}${end ?? `</${node.type}>`}`
  }
}
