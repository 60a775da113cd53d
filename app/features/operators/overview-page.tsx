import { Link } from 'react-router'
import { PageHead } from '#app/session/page-head.tsx'
import { OperatorsHeader } from './operators-frame.tsx'
import { CallsTable } from './calls-table.tsx'
import type { DailyCalls, Overview, VisitDay } from './operators-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { VisitTable } from './visit-table.tsx'
import lineStyles from './operators-lines.module.css'
import styles from './overview.module.css'

const queues = [
  ['prompts', '/prompt'],
  ['reports', '/prompt?view=reports'],
  ['questions', '/question'],
  ['undelivered', '/question?state=done'],
  ['refunds', '/refund'],
  ['invites', '/invite'],
] as const

/** Work that waits is work; only what went wrong is red, so that it is seen. */
function stateOf(name: (typeof queues)[number][0] | 'dead_jobs', count: number): 'none' | 'some' | 'wrong' {
  if (count === 0) return 'none'
  return name === 'undelivered' || name === 'dead_jobs' ? 'wrong' : 'some'
}

/** The open work of the operators, and the figures of the day. */
export default function OverviewPage(props: { overview: Overview; days: VisitDay[]; calls: DailyCalls }) {
  const { overview, days, calls } = props
  const { t, language } = useTranslation('operators', 'overview')
  const isIdle = queues.every(([name]) => overview[name] === 0) && overview.dead_jobs === 0
  const number = (value: number) => value.toLocaleString('en-US')
  const figures = [
    [t('overview.signUps'), number(overview.sign_ups)],
    [t('overview.runs'), number(overview.runs.all)],
    [t('overview.failed'), number(overview.runs.failed)],
    [t('overview.tokens'), number(overview.tokens)],
    [t('overview.charged'), t('overview.won', { amount: overview.charged })],
  ]
  return (
    <>
      <PageHead title={t('operators.title')} />
      <OperatorsHeader title={t('operators.nav.overview')} />
      <section className="u-mt6" aria-labelledby="waiting">
        <h2 id="waiting" className={lineStyles.heading}>
          {t('overview.waiting')}
        </h2>
        {isIdle && <p className="u-quiet">{t('overview.nothing')}</p>}
        <ul className={lineStyles.list}>
          {queues.map(([name, path]) => (
            <li key={name} className={lineStyles.line}>
              <Link
                to={`/${language}/admin${path}`}
                className={styles.waiting}
                data-state={stateOf(name, overview[name])}
                prefetch="intent"
              >
                <span>{t(`overview.${name}`)}</span>
                <b>{t('overview.count', { count: overview[name] })}</b>
              </Link>
            </li>
          ))}
          <li className={lineStyles.line}>
            <p className={styles.waiting} data-state={stateOf('dead_jobs', overview.dead_jobs)}>
              <span>
                {t('overview.jobs')}
                {overview.dead_jobs > 0 && <span className="u-facts">{t('overview.jobsNote')}</span>}
              </span>
              <b>{t('overview.count', { count: overview.dead_jobs })}</b>
            </p>
          </li>
        </ul>
      </section>
      <section className="u-mt6" aria-labelledby="today">
        <h2 id="today" className={lineStyles.heading}>
          {t('overview.today')}
        </h2>
        <dl className={styles.figures}>
          {figures.map(([name, value]) => (
            <div key={name} className={`u-surface ${styles.figure}`}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="u-quiet">{t('overview.todayNote')}</p>
      </section>
      <CallsTable calls={calls} />
      <VisitTable days={days} />
    </>
  )
}
