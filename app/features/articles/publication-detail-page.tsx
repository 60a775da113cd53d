import { Link } from 'react-router'
import type { PublicationKind } from '#shared/articles.ts'
import { siteName } from '#shared/site.ts'
import { useFacts } from '#app/session/facts.ts'
import { PageHead } from '#app/session/page-head.tsx'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { useArticlesWords, type ArticlesWordKey } from './articles-words.ts'
import type { Publication } from './publications-data.ts'
import { PublicationText } from './publication-text.tsx'
import styles from './publication.module.css'

type Shown = Omit<Publication, 'content'>

/** One notice or article to be read. */
export function PublicationDetailPage(props: {
  kind: PublicationKind
  publication: Shown
  nodes: MarkdownNode[]
}) {
  const { t, language } = useArticlesWords()
  const { kind, publication } = props
  const words = (name: string) => t(`articles.${kind}.${name}` as ArticlesWordKey)
  const path = `/${language}/${kind}/detail/${publication.id}`
  return (
    <article className={styles.page}>
      <PageHead
        title={publication.title}
        description={publication.summary}
        path={path}
        kind="article"
        picture={`/link-picture/${kind}/${publication.id}/${language}`}
      />
      {import.meta.env.SSR && <StructuredData kind={kind} publication={publication} path={path} />}
      <PublicationText kind={kind} language={language} publication={publication} nodes={props.nodes} />
      <p className={styles.back}>
        <Link to={`/${language}/${kind}/list`}>{words('back')}</Link>
      </p>
    </article>
  )
}

/** What search engines show. */
function StructuredData(props: { kind: PublicationKind; publication: Shown; path: string }) {
  const { language } = useArticlesWords()
  const origin = useFacts()?.siteOrigin ?? ''
  const { publication } = props
  const name = siteName[language]
  const work = {
    '@context': 'https://schema.org',
    '@type': props.kind === 'notice' ? 'NewsArticle' : 'Article',
    headline: publication.title,
    description: publication.summary,
    url: origin + props.path,
    inLanguage: language,
    datePublished: publication.published_at,
    dateModified: publication.updated_at,
    author: { '@type': 'Organization', name, url: origin },
    publisher: { '@type': 'Organization', name, url: origin },
  }
  return (
    <script
      type="application/ld+json"
      // A title may hold `</script>`.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(work).replaceAll('<', '\\u003c') }}
    />
  )
}
