// Shows a text as elements and never as HTML: there is nothing to sanitise, and it renders on the server.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Alignment } from '#shared/text-marks.ts'
import type { TextLanguage } from '#app/ui/text-language.ts'
import type { MarkdownNode } from './markdown-tree.ts'
import styles from './prose.module.css'

/**
 * @param props.isPublic strangers read it: the host of a link is shown next to it, also for touch and keyboard
 */
export function MarkdownView(props: { nodes: MarkdownNode[]; language: TextLanguage; isPublic?: boolean }) {
  return (
    <div className={styles.prose} data-public={props.isPublic || undefined} {...props.language}>
      <MarkdownNodes nodes={props.nodes} />
    </div>
  )
}

/** Nodes without the typography of a text. */
export function MarkdownNodes({ nodes }: { nodes: MarkdownNode[] }): ReactNode {
  return nodes.map((node, index) => (typeof node === 'string' ? node : <Element key={index} node={node} />))
}

function Element({ node }: { node: Exclude<MarkdownNode, string> }): ReactNode {
  switch (node.type) {
    case 'a':
      if (node.ownPath !== undefined)
        return (
          <Link to={node.ownPath}>
            <MarkdownNodes nodes={node.children} />
          </Link>
        )
      return (
        <SafeLink href={node.href} host={node.host} isNamed={node.isNamed}>
          <MarkdownNodes nodes={node.children} />
        </SafeLink>
      )
    case 'ol':
      return (
        <ol start={node.start}>
          <MarkdownNodes nodes={node.children} />
        </ol>
      )
    case 'pre':
      return (
        <pre>
          <code>{node.text}</code>
        </pre>
      )
    case 'code':
      return <code>{node.text}</code>
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'img':
    case 'video':
      if (!node.caption) return <Media node={node} align={node.align} />
      return (
        <figure data-align={node.align}>
          <Media node={node} />
          <figcaption>{node.caption}</figcaption>
        </figure>
      )
    case 'table':
      return (
        <div className={styles.scroll}>
          <table>
            <tbody>
              <MarkdownNodes nodes={node.children} />
            </tbody>
          </table>
        </div>
      )
    case 'p':
      return (
        <p data-align={node.align} data-video={node.video?.site} data-address={node.video?.address}>
          <MarkdownNodes nodes={node.children} />
        </p>
      )
    case 'h2':
    case 'h3':
    case 'h4': {
      const Tag = node.type
      return (
        <Tag data-align={node.align}>
          <MarkdownNodes nodes={node.children} />
        </Tag>
      )
    }
    default: {
      const Tag = node.type
      return (
        <Tag>
          <MarkdownNodes nodes={node.children} />
        </Tag>
      )
    }
  }
}

function Media(props: {
  node: Exclude<MarkdownNode, string> & { type: 'img' | 'video' }
  align?: Alignment | undefined
}) {
  const { type, src, alt, width, height } = props.node
  const shown = {
    src,
    width: width ?? undefined,
    height: height ?? undefined,
    'data-align': props.align,
  }
  if (type === 'img') return <img {...shown} alt={alt} loading="lazy" decoding="async" />
  // Its label describes it, because a member's own video has no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video {...shown} aria-label={alt} controls playsInline preload="metadata" />
}

/**
 * A link that shows its host, opens a new tab and sends no referrer. @param props.isNamed its text already names the
 * host
 */
function SafeLink(props: { href: string; host: string; isNamed: boolean; children: ReactNode }) {
  const { href, host, isNamed } = props
  return (
    <a
      href={href}
      rel="noopener noreferrer nofollow ugc"
      target="_blank"
      title={host}
      data-host={isNamed ? undefined : host}
    >
      {props.children}
    </a>
  )
}
