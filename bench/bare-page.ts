// Takes a rendered page apart, so that the floor can render the same content with nothing around it.
import { createElement, type ReactNode } from 'react'

/** An element with the content for readers: its position, its text, its link target. */
export type BareNode = string | { tag: string; href?: string; children: BareNode[] }

/** Styles and scripts, which a bare page omits. */
const leftOut = new Set(['script', 'style', 'template', 'svg', 'link', 'meta'])
const voidTags = new Set(['br', 'hr', 'img', 'input', 'wbr', 'link', 'meta'])
const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The children of <body> in HTML that React wrote: always closed, always quoted, five character references. */
export function readBody(html: string): BareNode[] {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1]
  if (body === undefined) throw new Error('There is no <body> in this page.')
  const root: BareNode[] = []
  const open: { tag: string; children: BareNode[] }[] = [{ tag: 'body', children: root }]
  const tokens = body.matchAll(
    /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<(\/?)([\w-]+)([^>]*?)(\/?)>|([^<]+)/g,
  )
  for (const [, , slash, name, attributes = '', isClosed, text] of tokens) {
    const parent = open.at(-1)
    if (text !== undefined) parent?.children.push(unescape(text))
    if (!name) continue
    if (slash) {
      open.pop()
      continue
    }
    const href = / href="([^"]*)"/.exec(attributes)?.[1]
    const node = { tag: name, ...(href === undefined ? {} : { href: unescape(href) }), children: [] }
    if (!leftOut.has(name)) parent?.children.push(node)
    if (!voidTags.has(name) && !isClosed) open.push(node)
  }
  return root
}

type MakeLink = (href: string, key: number, children: ReactNode[]) => ReactNode
const plainLink: MakeLink = (href, key, children) => createElement('a', { key, href }, ...children)

/** The same content as a React tree, created again at each call, as a page's components are. */
export function renderBare(nodes: BareNode[], makeLink: MakeLink = plainLink): ReactNode[] {
  return nodes.map((node, key) => {
    if (typeof node === 'string') return node
    const children = renderBare(node.children, makeLink)
    if (node.href !== undefined) return makeLink(node.href, key, children)
    return createElement(node.tag, { key }, ...children)
  })
}

const unescape = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => references[name] ?? '')
