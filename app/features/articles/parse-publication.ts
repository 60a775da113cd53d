import { languages } from '#shared/language.ts'
import { parseMarkdown, type MarkdownNode } from '#app/ui/editor/markdown-tree.ts'

/**
 * The Markdown of a notice or an article. Links inside the site omit its origin, which the Markdown parser does not
 * accept as an address.
 * They also do not show their host as other links do (security 101). This function handles both.
 * @param wanted.opensNewTabs links to our own pages leave the page open too: a preview would lose its draft
 */
export function parsePublication(
  content: string,
  siteOrigin: string,
  wanted: { opensNewTabs?: boolean } = {},
): MarkdownNode[] {
  const nodes = parseMarkdown(content.replaceAll('](/', `](${siteOrigin}/`))
  return nodes.map((node) => nameOwnLinks(node, siteOrigin, wanted.opensNewTabs ?? false))
}

function nameOwnLinks(node: MarkdownNode, siteOrigin: string, opensNewTabs: boolean): MarkdownNode {
  if (typeof node === 'string' || !('children' in node)) return node
  const children = node.children.map((child) => nameOwnLinks(child, siteOrigin, opensNewTabs))
  if (node.type !== 'a' || !node.href.startsWith(`${siteOrigin}/`)) return { ...node, children }
  const path = node.href.slice(siteOrigin.length)
  const ownPath = opensNewTabs || !pagePath.test(path) ? {} : { ownPath: path }
  return { ...node, isNamed: true, ...ownPath, children }
}

/** A page in a language. Without the origin `//host` would lead to another site, and a feed is no page. */
const pagePath = new RegExp(`^/(?:${languages.join('|')})(?:[/?#]|$)`)
