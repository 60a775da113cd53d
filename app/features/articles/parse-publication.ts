import { parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

/**
 * A notice's or an article's Markdown. Links inside the site are written without its origin, which the reader of Markdown takes for no
 * address, and do not say where they lead as others do (security 101): that is here.
 */
export function parsePublication(content: string, siteOrigin: string): MarkdownNode[] {
  const nodes = parseMarkdown(content.replaceAll('](/', `](${siteOrigin}/`))
  return nodes.map((node) => nameOwnLinks(node, siteOrigin))
}

function nameOwnLinks(node: MarkdownNode, siteOrigin: string): MarkdownNode {
  if (typeof node === 'string' || !('children' in node)) return node
  const children = node.children.map((child) => nameOwnLinks(child, siteOrigin))
  const isOwn = node.type === 'a' && node.href.startsWith(`${siteOrigin}/`)
  return isOwn ? { ...node, isNamed: true, children } : { ...node, children }
}
