import type { ReadSource } from '#shared/tools.ts'
import { useToolWords } from './tool-words.ts'
import styles from './read-sources.module.css'

/** What a text was written from: what was read of each file and link, and links that were left out. Also seen later, from the history. */
export default function ReadSources({ sources, leftOut }: { sources: ReadSource[]; leftOut: string[] }) {
  const { t } = useToolWords()
  return (
    <details className={styles.sources}>
      <summary>{t('forms.read.title', { count: sources.length })}</summary>
      <ul>
        {sources.map(({ name, url, characters, pages = 1 }, index) => (
          // Two files may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span className={styles.name}>
              {url ? (
                <a href={url} rel="noopener noreferrer nofollow ugc" target="_blank">
                  {name}
                </a>
              ) : (
                name
              )}
            </span>{' '}
            <span className={styles.size}>
              {characters !== null
                ? t('forms.read.characters', { count: characters })
                : pages > 1
                  ? t('forms.read.pages', { count: pages })
                  : t('forms.read.picture')}
            </span>
          </li>
        ))}
        {leftOut.map((url) => (
          <li key={url}>
            <span className={styles.name}>{url}</span>{' '}
            <span className={styles.size}>{t('forms.read.leftOut')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
