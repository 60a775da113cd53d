import { Link } from 'react-router'
import { ConsoleHeader } from './console-frame.tsx'
import type { Overview } from './operators-data.ts'
import { useOperatorsWords } from './operators-words.ts'
import styles from './console.module.css'

const queues = [
  ['prompts', '/prompt'],
  ['reports', '/prompt?view=reports'],
  ['questions', '/question'],
  ['invites', '/invite'],
] as const

/** What waits for somebody, and the figures of the day. */
export function OverviewPage({ overview }: { overview: Overview }) {
  const { t, language } = useOperatorsWords()
  const isIdle = queues.every(([name]) => overview[name] === 0) && overview.dead_jobs === 0
  const number = (value: number) => value.toLocaleString('en-US')
  const figures = [
    [t('operators.overview.signUps'), number(overview.sign_ups)],
    [t('operators.overview.runs'), number(overview.runs.all)],
    [t('operators.overview.failed'), number(overview.runs.failed)],
    [t('operators.overview.tokens'), number(overview.tokens)],
    [t('operators.overview.charged'), t('operators.overview.won', { amount: overview.charged })],
  ]
  return (
    <>
      <ConsoleHeader title={t('operators.nav.overview')} />
      <section className={styles.section} aria-labelledby="waiting">
        <h2 id="waiting" className={styles.heading}>
          {t('operators.overview.waiting')}
        </h2>
        {isIdle && <p className={styles.note}>{t('operators.overview.nothing')}</p>}
        <ul className={styles.list}>
          {queues.map(([name, path]) => (
            <li key={name} className={styles.line}>
              <Link
                to={`/${language}/admin${path}`}
                className={styles.waiting}
                data-some={overview[name] > 0 || undefined}
                prefetch="intent"
              >
                <span>{t(`operators.overview.${name}`)}</span>
                <b>{t('operators.overview.count', { count: overview[name] })}</b>
              </Link>
            </li>
          ))}
          <li className={styles.line}>
            <p className={styles.waiting} data-some={overview.dead_jobs > 0 || undefined}>
              <span>
                {t('operators.overview.jobs')}
                {overview.dead_jobs > 0 && (
                  <span className={styles.facts}>{t('operators.overview.jobsNote')}</span>
                )}
              </span>
              <b>{t('operators.overview.count', { count: overview.dead_jobs })}</b>
            </p>
          </li>
        </ul>
      </section>
      <section className={styles.section} aria-labelledby="today">
        <h2 id="today" className={styles.heading}>
          {t('operators.overview.today')}
        </h2>
        <dl className={styles.figures}>
          {figures.map(([name, value]) => (
            <div key={name} className={styles.figure}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>{t('operators.overview.todayNote')}</p>
      </section>
    </>
  )
}
