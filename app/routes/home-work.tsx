import { Link } from 'react-router'
import { outputLanguageTags, type OutputLanguage, type ToolName } from '#shared/tools.ts'
import { ArrowIcon } from '#app/ui/icons.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useHomeWords, type HomeWordKey } from './home-words.ts'
import styles from './home-sections.module.css'

type WorkLine = {
  id: number
  tool: ToolName
  title: string | null
  created_at: string
  language: OutputLanguage
}

/** A member's last texts, each one press away. */
export function HomeWork({ lines }: { lines: readonly WorkLine[] }) {
  const { language, t } = useHomeWords()
  return (
    <section className={styles.section} aria-labelledby="home-work">
      <h2 id="home-work">{t('home.work.title')}</h2>
      <ul className={styles.tools}>
        {lines.map((line) => (
          <li key={line.id} className={styles.work}>
            <p>
              {t(`home.tools.${line.tool}.name` as HomeWordKey)} ·{' '}
              <RelativeTime iso={line.created_at} language={language} />
            </p>
            <Link
              to={`/${language}/tool/use?tool=${line.tool}&id=${line.id}`}
              className={styles.workTitle}
              lang={outputLanguageTags[line.language]}
              dir="auto"
              prefetch="intent"
            >
              {line.title || t('home.work.untitled')}
            </Link>
          </li>
        ))}
      </ul>
      <Link to={`/${language}/tool/history`} className={styles.more} prefetch="intent">
        {t('home.work.all')} <ArrowIcon size={16} />
      </Link>
    </section>
  )
}
