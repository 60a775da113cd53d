import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import type { Alignment } from '#shared/text-marks.ts'

type Media = Exclude<MarkdownNode, string> & { type: 'img' | 'video' }

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
    case 'img':
    case 'video':
      return inFigure(node, mediaToHtml(node, origin), frames)
    case 'code':
      return `<code>${escape(node.text)}</code>`
    case 'pre':
      return `<pre><code>${escape(node.text)}</code></pre>`
    case 'a':
      return `<a href="${escape(node.href)}">${toHtml(node.children, origin, frames)}</a>`
    case 'ol':
      return `<ol${node.start === 1 ? '' : ` start="${node.start}"`}>${toHtml(node.children, origin, frames)}</ol>`
    case 'p':
    case 'h2':
    case 'h3':
    case 'h4':
      return `${aligned(begin ?? `<${node.type}>`, node.align)}${toHtml(node.children, origin, frames)}${end ?? `</${node.type}>`}`
    case 'table':
      return `${begin ?? '<table><tbody>'}${toHtml(node.children, origin, frames)}${end ?? '</tbody></table>'}`
    default:
      return `${begin ?? `<${node.type}>`}${toHtml(node.children, origin, frames)}${end ?? `</${node.type}>`}`
  }
}

function mediaToHtml(node: Media, origin: string): string {
  const src = escape(origin + node.src)
  if (node.type === 'video') return `<video src="${src}" aria-label="${escape(node.alt)}" controls></video>`
  const size = node.width && node.height ? ` width="${node.width}" height="${node.height}"` : ''
  return `<img src="${src}" alt="${escape(node.alt)}"${size}>`
}

/** A picture with a caption, one that its writer aligned, or one whose reader has a frame for it. */
function inFigure(node: Media, html: string, frames: Frames): string {
  const frame = frames[node.type] ?? (node.align || node.caption ? ['<figure>', '</figure>'] : null)
  const caption = node.caption ? `<figcaption>${escape(node.caption)}</figcaption>` : ''
  return frame ? aligned(frame[0], node.align) + html + caption + frame[1] : html
}

const aligned = (begin: string, align: Alignment | undefined): string =>
  align ? begin.replace(/^<\w+/, (tag) => `${tag} style="text-align:${align}"`) : begin
