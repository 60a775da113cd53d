import { Link } from 'react-router'
import {
  outputLanguageTags,
  writingTools,
  type OutputLanguage,
  type RunStatus,
  type TextKind,
} from '#shared/tools.ts'
import { ArrowIcon } from '#app/ui/icons.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import styles from './home-sections.module.css'

type WorkLine = {
  id: number
  tool: TextKind
  title: string | null
  status: RunStatus
  created_at: string
  language: OutputLanguage
}

/** The top of the home page for a member: what to write with which balance, and the last texts, one press away. */
export function HomeWork(props: { lines: readonly WorkLine[]; tokens: number; count: number }) {
  const { language, t } = useTranslation('home')
  return (
    <>
      <section className={styles.first}>
        <h1>{t('home.work.heading')}</h1>
        <p className={styles.text}>{t('home.first.lead', { tokens: props.tokens, count: props.count })}</p>
        <ul className={styles.newTexts}>
          {writingTools.map((tool) => (
            <li key={tool}>
              <Link to={`/${language}/tool/use?tool=${tool}`} prefetch="intent">
                {t(`home.tools.${tool}.name` as TranslationKey<'home'>)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="home-work">
        <h2 id="home-work" className="u-title3">
          {t('home.work.title')}
        </h2>
        <ul className={styles.tools}>
          {props.lines.map((line) => (
            <WorkItem key={line.id} line={line} />
          ))}
        </ul>
        <Link to={`/${language}/tool/history`} className={styles.more} prefetch="intent">
          {t('home.work.all')} <ArrowIcon size={16} />
        </Link>
      </section>
    </>
  )
}

function WorkItem({ line }: { line: WorkLine }) {
  const { language, t } = useTranslation('home')
  return (
    <li className={`u-surface ${styles.work}`}>
      <p>
        {line.tool !== 'own' && <>{t(`home.tools.${line.tool}.name` as TranslationKey<'home'>)} · </>}
        <RelativeTime iso={line.created_at} language={language} />
        {line.status !== 'done' && <> · {t(`home.work.status.${line.status}`)}</>}
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
  )
}
