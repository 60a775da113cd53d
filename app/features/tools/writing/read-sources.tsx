import type { ReadSource } from '#shared/tools.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './read-sources.module.css'

/**
 * The sources of a text: search results, with the sentences that cite them; the content read from each file and link.
 * It also lists links that were left out. The history shows it too.
 */
export default function ReadSources({ sources, leftOut }: { sources: ReadSource[]; leftOut: string[] }) {
  const { t } = useTranslation('forms')
  const found = sources.filter(({ kind }) => kind === 'web')
  const read = sources.filter(({ kind }) => kind !== 'web')
  return (
    <>
      {found.length > 0 && (
        <details className={styles.sources}>
          <summary>{t('forms.read.found', { count: found.length })}</summary>
          <ul>
            {found.map((source, index) => (
              <Found key={source.url} number={index + 1} {...source} />
            ))}
          </ul>
        </details>
      )}
      {read.length + leftOut.length > 0 && (
        <details className={styles.sources}>
          <summary>{t('forms.read.title', { count: read.length })}</summary>
          <ul>
            {read.map((source, index) => (
              // Two files may have the same name.
              // oxlint-disable-next-line react/no-array-index-key
              <Read key={index} {...source} />
            ))}
            {leftOut.map((url) => (
              <li key={url}>
                <span className="u-breakable u-narrowable">{url}</span>{' '}
                <span className={styles.size}>{t('forms.read.leftOut')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** A source under its citation number, with its sentences. */
function Found({
  number,
  name,
  url,
  date,
  facts = [],
  is_sample: isSample,
}: ReadSource & { number: number }) {
  const { t } = useTranslation('forms')
  return (
    <li className={styles.found}>
      <span className="u-breakable u-narrowable">
        ({number}) <Name name={name} url={url} />
      </span>{' '}
      <span className={styles.size}>
        {[isSample ? t('forms.read.sample') : url && new URL(url).hostname, date].filter(Boolean).join(' · ')}
      </span>
      {facts.map(({ quote }) => (
        <q key={quote} className={styles.quote}>
          {quote}
        </q>
      ))}
    </li>
  )
}

function Read({ name, url, characters, pages = 1 }: ReadSource) {
  const { t } = useTranslation('forms')
  return (
    <li>
      <span className="u-breakable u-narrowable">
        <Name name={name} url={url} />
      </span>{' '}
      <span className={styles.size}>
        {characters !== null
          ? t('forms.read.characters', { count: characters })
          : pages > 1
            ? t('forms.read.pages', { count: pages })
            : t('forms.read.picture')}
      </span>
    </li>
  )
}

const Name = ({ name, url }: { name: string; url: string | undefined }) =>
  url ? (
    <a href={url} rel="noopener noreferrer nofollow ugc" target="_blank">
      {name}
    </a>
  ) : (
    name
  )
