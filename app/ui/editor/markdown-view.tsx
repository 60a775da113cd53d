// Shows Markdown that people or models wrote, as elements and never as HTML: there is nothing to sanitise, and it renders on the server.
import { lexer, type Token, type Tokens } from 'marked'
import { memo, useMemo, type ReactNode } from 'react'
import styles from './prose.module.css'

/**
 * @param props.markdown untrusted text. HTML in it is shown as text, pictures as their description, links only to http, https and mailto.
 * @param props.languageTag BCP 47 tag of the text
 */
export function MarkdownView(props: { markdown: string; languageTag: string; isRightToLeft: boolean; children?: ReactNode }) {
  const blocks = useMemo(() => lexer(props.markdown), [props.markdown])
  return (
    <div className={styles.prose} lang={props.languageTag} dir={props.isRightToLeft ? 'rtl' : 'ltr'}>
      {blocks.map((token, index) => (
        <Block key={index} token={token} raw={token.raw} />
      ))}
      {props.children}
    </div>
  )
}

/** A block whose source has not changed is not rendered again. */
const Block = memo(
  ({ token }: { token: Token; raw: string }) => <>{renderBlock(token)}</>,
  (before, after) => before.raw === after.raw,
)

function renderBlock(token: Token): ReactNode {
  switch (token.type) {
    case 'heading':
      return renderHeading(token as Tokens.Heading)
    case 'paragraph':
      return <p>{renderInline(token.tokens)}</p>
    case 'list':
      return renderList(token as Tokens.List)
    case 'blockquote':
      return <blockquote>{renderBlocks(token.tokens)}</blockquote>
    case 'code':
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      )
    case 'hr':
      return <hr />
    case 'table':
      return renderTable(token as Tokens.Table)
    case 'text':
      return token.tokens ? renderInline(token.tokens) : (token as Tokens.Text).text
    case 'space':
    case 'def':
      return null
    default:
      return <p>{token.raw}</p>
  }
}

const renderBlocks = (tokens: Token[] | undefined): ReactNode => tokens?.map((token, index) => <Block key={index} token={token} raw={token.raw} />)

/** The page's own title is its h1: headings inside a text start one below. */
function renderHeading(token: Tokens.Heading): ReactNode {
  const children = renderInline(token.tokens)
  if (token.depth <= 2) return <h2>{children}</h2>
  return token.depth === 3 ? <h3>{children}</h3> : <h4>{children}</h4>
}

function renderList(token: Tokens.List): ReactNode {
  const items = token.items.map((item, index) => <li key={index}>{renderBlocks(item.tokens)}</li>)
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function renderTable(token: Tokens.Table): ReactNode {
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              <th key={index}>{renderInline(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{renderInline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function renderInline(tokens: Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => <InlineToken key={index} token={token} />)
}

function InlineToken({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{renderInline(token.tokens)}</strong>
    case 'em':
      return <em>{renderInline(token.tokens)}</em>
    case 'del':
      return <s>{renderInline(token.tokens)}</s>
    case 'codespan':
      return <code>{decodeEntities((token as Tokens.Codespan).text)}</code>
    case 'br':
      return <br />
    case 'link':
      return <SafeLink token={token as Tokens.Link} />
    case 'image':
      return (token as Tokens.Image).text
    case 'text':
      return token.tokens ? renderInline(token.tokens) : decodeEntities((token as Tokens.Text).text)
    case 'escape':
      return (token as Tokens.Escape).text
    default:
      return token.raw
  }
}

/** A link shows where it leads, opens apart and tells the other side nothing; any other scheme stays text. */
function SafeLink({ token }: { token: Tokens.Link }): ReactNode {
  const host = readHost(token.href)
  const children = renderInline(token.tokens)
  if (host === null) return <>{children}</>
  return (
    <a href={token.href} rel="noopener noreferrer nofollow ugc" target="_blank" title={host}>
      {children}
    </a>
  )
}

/** Host of an http(s) address, the address of a mailto, or null for everything else. */
export function readHost(href: string): string | null {
  try {
    const url = new URL(href)
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.host
    return url.protocol === 'mailto:' ? url.pathname : null
  } catch {
    return null
  }
}

/** The five that Markdown sources hold in practice; anything else stays as it was typed. */
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const decodeEntities = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
