import type { KeywordContent } from '#shared/keywords.ts'
import { formatDay } from '#app/ui/zone.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './content-list.module.css'

/** The first ten results of a search for the keyword. They are other sites: a click sends no referrer. */
export function ContentList({ title, contents }: { title: string; contents: readonly KeywordContent[] }) {
  const { t, language } = useTranslation('keywords')
  return (
    <section className="u-narrowable">
      <h3 className="u-title3">{title}</h3>
      {contents.length === 0 ? (
        <p className="u-muted u-mt2">{t('keywords.contents.none')}</p>
      ) : (
        <ol className={styles.list}>
          {contents.map(({ title: name, link, description, source, date }) => (
            <li key={link} className={styles.line}>
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className={`u-quiet-link ${styles.link}`}
                dir="auto"
              >
                {name}
                <span className="spoken-only"> ({t('keywords.contents.newTab')})</span>
              </a>
              <p className={styles.text} dir="auto">
                {description}
              </p>
              {(source || date) && (
                <p className="u-caption">
                  {[source, date && formatDay(date, language, 'UTC')].filter(Boolean).join(' · ')}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
