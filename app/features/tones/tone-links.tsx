import type { ToneLink } from '#shared/tones.ts'
import { postCharacters } from '#shared/tones.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './tone-links.module.css'

/** The result of each post: its title and length, why it could not be read, or that it is being read. */
export function ToneLinks({ urls, links }: { urls: readonly string[]; links: readonly ToneLink[] }) {
  const { t } = useTranslation('learned', 'writing', 'errors')
  return (
    <ul className="u-ruled-list u-mt3">
      {urls.map((url) => {
        const link = links.find((known) => known.url === url)
        const address = url.replace(/^https?:\/\/(?:www\.|m\.)?/i, '')
        const isRead = link && 'title' in link
        return (
          <li key={url} className={styles.link}>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={`u-quiet-link ${styles.name}`}
              dir="auto"
            >
              {isRead ? link.title || address : address}
            </a>
            {isRead ? (
              <span className={styles.fact}>
                {link.site} · {t('learned.link.read', { count: link.characters })}
              </span>
            ) : link ? (
              <span className={styles.problem}>
                {t(`errors.${link.code}`, { count: postCharacters.min })}
              </span>
            ) : (
              <span className={styles.fact}>{t('learned.link.waiting')}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
