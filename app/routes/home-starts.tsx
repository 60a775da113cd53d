import { Link } from 'react-router'
import { ArrowIcon } from '#app/ui/icons.tsx'
import type { Start } from './home-starts.server.ts'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import styles from './home-sections.module.css'

type Starts = { starts: readonly Start[] }

/** Examples by profession: each opens a form that is filled in. */
export function HomeStarts({ starts }: Starts) {
  const { t } = useTranslation('home')
  return (
    <section className={styles.section} aria-labelledby="home-starts">
      <h2 id="home-starts">{t('home.starts.title')}</h2>
      <p className={styles.text}>{t('home.starts.text')}</p>
      <StartCards starts={starts} />
    </section>
  )
}

export function StartCards({ starts }: Starts) {
  const { t } = useTranslation('home')
  return (
    <ul className={styles.starts}>
      {starts.map(({ who, tool, topic, path }) => (
        <li key={tool} className={`u-surface ${styles.start}`}>
          <p>
            {who} · {t(`home.tools.${tool}.name` as TranslationKey<'home'>)}
          </p>
          <Link to={path} className={styles.startTopic} prefetch="intent">
            {topic} <ArrowIcon size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
