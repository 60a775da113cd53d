import { Marked, Tokenizer, type Token, type TokenizerThis, type Tokens } from 'marked'
import { readPictureAddress, readVideoAddress, type PictureAddress } from '#shared/pictures.ts'
import { escapeCodePipes } from '#shared/code-pipes.ts'
import { readSpan, splitAlignment, type Alignment } from '#shared/text-marks.ts'
import { readVideoLink, type VideoLink } from './video-links.ts'
import { isParsable } from './markdown-bounds.ts'
// Parses the Markdown of people or models into a small tree. Pages that get the tree from the server do not load the
// parser.

/** A node of a text: a block, a mark, or plain text. HTML has no node: it stays text. */
export type MarkdownNode =
  | string
  /** Changed words, where two texts are compared. No parser makes it. */
  | { type: 'ins'; children: MarkdownNode[] }
  | {
      type: 'ul' | 'li' | 'blockquote' | 'strong' | 'em' | 's' | 'u' | 'mark' | 'tr' | 'th' | 'td' | 'table'
      children: MarkdownNode[]
    }
  | { type: 'h2' | 'h3' | 'h4'; align?: Alignment; children: MarkdownNode[] }
  /** `video`: the line is only a link to it. */
  | { type: 'p'; align?: Alignment; video?: VideoLink; children: MarkdownNode[] }
  | { type: 'ol'; start: number; children: MarkdownNode[] }
  /**
   * `isNamed`: the link's text names its host, or the host need not be shown. `ownPath`: a page of ours, which opens in
   * the same tab. No parser of members' texts sets it.
   */
  | { type: 'a'; href: string; host: string; isNamed: boolean; ownPath?: string; children: MarkdownNode[] }
  | { type: 'pre' | 'code'; text: string }
  | { type: 'hr' | 'br' }
  /** An image or a video of our own storage, on its own line. */
  | ({ type: 'img' | 'video'; alt: string; caption?: string; align?: Alignment } & PictureAddress)

const lineTypes = new Set(['ins', 'strong', 'em', 's', 'u', 'mark', 'a', 'code', 'br'])

/** Whether a node is a part of a line; other nodes are blocks. */
export const isInline = (node: MarkdownNode): boolean => typeof node === 'string' || lineTypes.has(node.type)

/** A parser of its own: the editor's has other extensions. */
const parser = new Marked({
  tokenizer: {
    table(source) {
      const raw = this.rules.block.table.exec(source)?.[0] ?? ''
      const table = Tokenizer.prototype.table.call(this, escapeCodePipes(raw))
      return table && { ...table, raw }
    },
  },
  extensions: [
    {
      name: 'span',
      level: 'inline',
      start: (source) => source.indexOf('['),
      tokenizer(this: TokenizerThis, source) {
        const span = readSpan(source)
        return span ? { type: 'span', ...span, tokens: this.lexer.inlineTokens(span.text) } : undefined
      },
    },
  ],
})

/**
 * Parses untrusted Markdown. Links lead only to http, https and mailto; images of other origins become links with their
 * description.
 * A text that would take the parser too long is returned as typed, in paragraphs.
 */
export function parseMarkdown(markdown: string): MarkdownNode[] {
  return isParsable(markdown) ? parser.lexer(markdown).flatMap(readBlock) : asTyped(markdown)
}

const asTyped = (markdown: string): MarkdownNode[] =>
  markdown
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ type: 'p', children: [paragraph] }))

const readBlocks = (tokens: Token[] | undefined): MarkdownNode[] => (tokens ?? []).flatMap(readBlock)
const readInlines = (tokens: Token[] | undefined): MarkdownNode[] => (tokens ?? []).flatMap(readInline)

function readBlock(token: Token): MarkdownNode[] {
  switch (token.type) {
    case 'heading':
      return [readAligned(headingType((token as Tokens.Heading).depth), token.tokens)]
    case 'paragraph':
      return [readPicture(token.tokens) ?? readAligned('p', token.tokens)]
    case 'list':
      return [readList(token as Tokens.List)]
    case 'blockquote':
      return [{ type: 'blockquote', children: readBlocks(token.tokens) }]
    case 'code':
      return [{ type: 'pre', text: (token as Tokens.Code).text }]
    case 'hr':
      return [{ type: 'hr' }]
    case 'table':
      return [readTable(token as Tokens.Table)]
    case 'text':
      return token.tokens ? readInlines(token.tokens) : [decodeEntities((token as Tokens.Text).text)]
    case 'space':
    case 'def':
      return []
    default:
      return [{ type: 'p', children: [token.raw] }]
  }
}

function readAligned(type: 'p' | 'h2' | 'h3' | 'h4', inlines: Token[] | undefined): MarkdownNode {
  const { align, tokens } = splitAlignment(inlines ?? [])
  const video = type === 'p' ? readVideoLine(tokens) : null
  return {
    type,
    ...(align ? { align } : {}),
    ...(video ? { video } : {}),
    children: readInlines(tokens),
  } as MarkdownNode
}

function readVideoLine(tokens: Token[]): VideoLink | null {
  const [only, ...others] = tokens.filter(({ type, raw }) => type !== 'text' || raw.trim() !== '')
  return only?.type === 'link' && others.length === 0 ? readVideoLink((only as Tokens.Link).href) : null
}

/** The page's own title is its h1: headings inside a text start one below. */
function headingType(depth: number): 'h2' | 'h3' | 'h4' {
  if (depth <= 2) return 'h2'
  return depth === 3 ? 'h3' : 'h4'
}

function readList(token: Tokens.List): MarkdownNode {
  const children: MarkdownNode[] = token.items.map((item) => ({
    type: 'li',
    children: readBlocks(item.tokens),
  }))
  return token.ordered ? { type: 'ol', start: Number(token.start) || 1, children } : { type: 'ul', children }
}

function readTable(token: Tokens.Table): MarkdownNode {
  const row = (cells: Tokens.TableCell[], type: 'th' | 'td'): MarkdownNode => ({
    type: 'tr',
    // The corner above row names heads nothing.
    children: cells.map((cell) => ({
      type: cell.text.trim() === '' ? ('td' as const) : type,
      children: readInlines(cell.tokens),
    })),
  })
  return {
    type: 'table',
    children: [row(token.header, 'th'), ...token.rows.map((cells) => row(cells, 'td'))],
  }
}

function readInline(token: Token): MarkdownNode[] {
  switch (token.type) {
    case 'strong':
    case 'em':
      return [{ type: token.type, children: readInlines(token.tokens) }]
    case 'del':
      return [{ type: 's', children: readInlines(token.tokens) }]
    case 'span':
      return [{ type: token.mark === 'mark' ? 'mark' : 'u', children: readInlines(token.tokens) }]
    case 'codespan':
      return [{ type: 'code', text: decodeEntities((token as Tokens.Codespan).text) }]
    case 'br':
      return [{ type: 'br' }]
    case 'link':
      return readLink(token as Tokens.Link)
    case 'image':
      return readForeignPicture(token as Tokens.Image)
    case 'html':
      // Table cells break their lines with `<br>`.
      return [/^<br\s*\/?>$/i.test(token.raw) ? { type: 'br' } : token.raw]
    case 'text':
      return token.tokens ? readInlines(token.tokens) : [decodeEntities((token as Tokens.Text).text)]
    case 'escape':
      return [(token as Tokens.Escape).text]
    default:
      return [token.raw]
  }
}

function readPicture(inlines: Token[] | undefined): MarkdownNode | null {
  const { align, tokens } = splitAlignment(inlines ?? [])
  const [only, ...others] = tokens
  if (only?.type !== 'image' || others.length > 0) return null
  const { href, text, title } = only as Tokens.Image
  const shown = { alt: text, ...(title ? { caption: title } : {}), ...(align ? { align } : {}) }
  const picture = readPictureAddress(href)
  if (picture) return { type: 'img', ...shown, ...picture }
  const video = readVideoAddress(href)
  return video && { type: 'video', ...shown, ...video }
}

function readForeignPicture({ href, text }: Tokens.Image): MarkdownNode[] {
  const host = readHost(href)
  return host === null ? [text] : [makeLink(href, host, [text || href])]
}

function readLink(token: Tokens.Link): MarkdownNode[] {
  const host = readHost(token.href)
  const children = readInlines(token.tokens)
  return host === null ? children : [makeLink(token.href, host, children)]
}

const makeLink = (href: string, host: string, children: MarkdownNode[]): MarkdownNode => ({
  type: 'a',
  href,
  host,
  isNamed: wordsOf(children).includes(host),
  children,
})

const wordsOf = (nodes: MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return 'text' in node ? node.text : 'children' in node ? wordsOf(node.children) : ''
    })
    .join('')

/** Host of an http(s) address, the address of a mailto, or null for everything else. */
function readHost(href: string): string | null {
  try {
    const url = new URL(href)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.host
    return url.protocol === 'mailto:' ? url.pathname : null
  } catch {
    return null
  }
}

/** The five that Markdown sources hold in practice; anything else stays as it was typed. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
