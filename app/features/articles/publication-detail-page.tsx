import { Link } from 'react-router'
import type { PublicationKind } from '#shared/articles.ts'
import type { Language } from '#shared/language.ts'
import { siteName } from '#shared/site.ts'
import { useRootData } from '#app/session/root-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { StructuredData } from '#app/session/structured-data.tsx'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import type { Publication } from './publications-data.ts'
import { PublicationText } from './publication-text.tsx'
import frame from '#app/ui/frame.module.css'
import styles from './publication.module.css'

type Shown = Omit<Publication, 'content'>

/** One notice or article to be read. */
export function PublicationDetailPage(props: {
  kind: PublicationKind
  publication: Shown
  nodes: MarkdownNode[]
}) {
  const { t, language } = useTranslation('articles')
  const { kind, publication } = props
  const words = (name: string) => t(`articles.${kind}.${name}` as TranslationKey<'articles'>)
  const origin = useRootData()?.siteOrigin ?? ''
  const path = `/${language}/${kind}/detail/${publication.id}`
  return (
    <article className={frame.reading}>
      <PageHead
        title={publication.title}
        description={publication.summary}
        path={path}
        kind="article"
        picture={`/og-image/${kind}/${publication.id}/${language}`}
      />
      <StructuredData
        work={import.meta.env.SSR ? describeWork(publication, { kind, language, origin, path }) : null}
      />
      <PublicationText
        language={language}
        typeName={words(publication.type)}
        publication={publication}
        nodes={props.nodes}
      />
      <p className={styles.back}>
        <Link to={`/${language}/${kind}/list`}>{words('back')}</Link>
      </p>
    </article>
  )
}

/** For search engines. */
function describeWork(
  publication: Shown,
  {
    kind,
    language,
    origin,
    path,
  }: { kind: PublicationKind; language: Language; origin: string; path: string },
): object {
  const we = { '@type': 'Organization', name: siteName[language], url: origin }
  return {
    '@context': 'https://schema.org',
    '@type': kind === 'notice' ? 'NewsArticle' : 'Article',
    headline: publication.title,
    description: publication.summary,
    url: origin + path,
    inLanguage: language,
    datePublished: publication.published_at,
    dateModified: publication.updated_at,
    author: we,
    publisher: we,
  }
}
