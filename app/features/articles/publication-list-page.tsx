import { Link } from 'react-router'
import { feedPath, publicationTypes, type PublicationKind, type PublicationType } from '#shared/articles.ts'
import { siteName } from '#shared/site.ts'
import { ListMore } from '#app/session/list-more.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { EmptyList } from '#app/ui/empty-list.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { formatDay, useZone } from '#app/ui/zone.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import { listPublications, type PublicationPage } from './publications-data.ts'
import frame from '#app/ui/frame.module.css'
import styles from './publication.module.css'

/** Notices or articles of one type or of all, latest first (O05). */
export function PublicationListPage(props: {
  kind: PublicationKind
  type: PublicationType | null
  page: PublicationPage
  isFirstPage: boolean
}) {
  const { t, language } = useTranslation('articles')
  const zone = useZone()
  const { kind, type, page } = props
  const here = `/${language}/${kind}/list`
  const words = (name: string) => t(`articles.${kind}.${name}` as TranslationKey<'articles'>)
  const list = useInfiniteList(page, (supabase, before: number) =>
    listPublications(supabase, language, { kind, type, before }),
  )
  const older = new URLSearchParams({ ...(type ? { type } : {}), before: String(page.next) })
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
      {list.lines.length === 0 ? (
        <EmptyList
          text={words('empty')}
          way={
            type
              ? { to: here, label: words('all') }
              : { to: `/${language}/tool/list`, label: t('articles.emptyAction') }
          }
        />
      ) : (
        <ul className="u-bare-list">
          {list.lines.map((line) => (
            <li key={line.id} className={styles.line}>
              <p className="u-quiet">
                {words(line.type)} · {formatDay(line.published_at, language, zone)}
              </p>
              <h2 className={styles.name}>
                <Link to={`/${language}/${kind}/detail/${line.id}`} prefetch="intent">
                  {line.title}
                </Link>
              </h2>
              <p className="u-muted u-mt1">{line.summary}</p>
            </li>
          ))}
        </ul>
      )}
      <ListMore list={list} label={t('articles.older')} href={`?${older}`} />
      {!props.isFirstPage && (
        <p className={styles.ways}>
          <LinkButton to={type ? `${here}?type=${type}` : here}>{t('articles.newest')}</LinkButton>
        </p>
      )}
    </div>
  )
}
