import type { BriefPage } from '#shared/keyword-brief.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './brief-view.module.css'

/** The pages of a brief, in the order of the search, with their headings, or the reason why one was not read. */
export function BriefPages({ pages }: { pages: readonly BriefPage[] }) {
  const { t } = useTranslation('keywords', 'keywordbrief')
  return (
    <details className="u-mt4">
      <summary className={styles.summary}>{t('keywordbrief.pages')}</summary>
      <ol className={styles.list}>
        {pages.map((page) => (
          <li key={page.link} className={styles.page}>
            <a
              href={page.link}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={`u-quiet-link ${styles.link}`}
              dir="auto"
            >
              {page.title}
              <span className="spoken-only"> ({t('keywords.contents.newTab')})</span>
            </a>
            <Source {...page} />
            <Outline {...page} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function Source({ source, date }: BriefPage) {
  const { language } = useTranslation('keywords', 'keywordbrief')
  if (!source && !date) return null
  return (
    <p className={styles.hint}>
      <span dir="auto">{source}</span>
      {date && (
        <>
          {source && ' · '}
          <RelativeTime iso={date} language={language} />
        </>
      )}
    </p>
  )
}

function Outline({ outline, problem, link }: BriefPage) {
  const { t } = useTranslation('keywords', 'keywordbrief', 'errors')
  const address = <p className="u-caption u-ellipsis">{link}</p>
  if (!outline)
    return (
      <>
        {address}
        <p className="u-note">
          {t('keywordbrief.notRead', { reason: t(`errors.${problem ?? 'link_unreadable'}`) })}
        </p>
      </>
    )
  const { characters, headings, pictures } = outline
  return (
    <>
      {address}
      <p className="u-note u-tabular">
        {t('keywordbrief.pageFigures', { characters, headings: headings.length, pictures })}
      </p>
      {headings.length > 0 && (
        <details>
          <summary className={styles.summary}>
            {t('keywordbrief.headings', { count: headings.length })}
          </summary>
          <ul className={styles.headings}>
            {headings.map((heading) => (
              <li key={heading} dir="auto">
                {heading}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
