import { Link } from 'react-router'
import { feedPath, publicationTypes, type PublicationKind, type PublicationType } from '#shared/articles.ts'
import { siteName } from '#shared/site.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { formatDay, useZone } from '#app/ui/zone.ts'
import { useArticlesWords, type ArticlesWordKey } from './articles-words.ts'
import type { PublicationPage } from './publications-data.ts'
import frame from '#app/ui/frame.module.css'
import styles from './publication.module.css'

/** Notices or articles of one type or of all, latest first (O05). */
export function PublicationListPage(props: {
  kind: PublicationKind
  type: PublicationType | null
  page: PublicationPage
  isFirstPage: boolean
}) {
  const { t, language } = useArticlesWords()
  const zone = useZone()
  const { kind, type, page } = props
  const here = `/${language}/${kind}/list`
  const words = (name: string) => t(`articles.${kind}.${name}` as ArticlesWordKey)
  const query = (before: number) =>
    `${here}?${new URLSearchParams({ ...(type ? { type } : {}), before: String(before) })}`
  const last = page.lines.at(-1)
  return (
    <div className={frame.reading}>
      {import.meta.env.SSR && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={siteName[language]}
          href={feedPath(language)}
        />
      )}
      <h1 className={frame.title}>{words('title')}</h1>
      <p className={frame.lead}>{words('lead')}</p>
      <nav className={frame.tabs} aria-label={words('title')}>
        <Link to={here} aria-current={type === null ? 'page' : undefined}>
          {words('all')}
        </Link>
        {publicationTypes[kind].map((each) => (
          <Link key={each} to={`${here}?type=${each}`} aria-current={type === each ? 'page' : undefined}>
            {words(each)}
          </Link>
        ))}
      </nav>
      {page.lines.length === 0 ? (
        <div className={styles.empty}>
          <p>{words('empty')}</p>
          <LinkButton to={type ? here : `/${language}/tool/list`}>
            {type ? words('all') : t('articles.emptyAction')}
          </LinkButton>
        </div>
      ) : (
        <ul className={styles.list}>
          {page.lines.map((line) => (
            <li key={line.id} className={styles.line}>
              <p className={styles.note}>
                {words(line.type)} · {formatDay(line.published_at, language, zone)}
              </p>
              <h2 className={styles.name}>
                <Link to={`/${language}/${kind}/detail/${line.id}`} prefetch="intent">
                  {line.title}
                </Link>
              </h2>
              <p className={styles.summary}>{line.summary}</p>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.ways}>
        {!props.isFirstPage && (
          <LinkButton to={type ? `${here}?type=${type}` : here}>{t('articles.newest')}</LinkButton>
        )}
        {page.hasMore && last && <LinkButton to={query(last.id)}>{t('articles.older')}</LinkButton>}
      </div>
    </div>
  )
}
