import { parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

/**
 * The Markdown of a notice or an article. Links inside the site omit its origin, which the Markdown parser does not
 * accept as an address.
 * They also do not show their host as other links do (security 101). This function handles both.
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
