import { Link } from 'react-router'
import { PageHead } from '#app/session/page-head.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { OperatorsHeader, EmptyQueue, More, Tabs } from './operators-frame.tsx'
import { listReports, listReviews, type ReportLine, type ReviewLine } from './operators-data.ts'
import type { Page } from './read-page.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './operators-lines.module.css'

export type ShownPrompts =
  | { view: 'reviews'; page: Page<ReviewLine> }
  | { view: 'reports'; page: Page<ReportLine> }

/** Prompts that wait for a decision: submitted or reported ones. */
export default function ReviewsPage({ shown }: { shown: ShownPrompts }) {
  const { t, language } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  const { view } = shown
  const here = `/${language}/admin/prompt`
  return (
    <>
      <PageHead title={t('operators.nav.prompts')} />
      <OperatorsHeader title={t('operators.nav.prompts')} />
      <Tabs
        label={t('operators.nav.prompts')}
        tabs={[
          { to: here, label: t('reviews.list.title'), isCurrent: view === 'reviews' },
          { to: `${here}?view=reports`, label: t('reviews.list.reported'), isCurrent: view === 'reports' },
        ]}
      />
      {shown.view === 'reviews' ? <Reviews page={shown.page} /> : <Reports page={shown.page} />}
    </>
  )
}

function Reviews({ page }: { page: Page<ReviewLine> }) {
  const { t } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  const list = useInfiniteList(page, listReviews)
  if (list.lines.length === 0) return <EmptyQueue text={t('reviews.list.empty')} />
  return (
    <>
      <ul className={styles.list}>
        {list.lines.map((line) => (
          <Review key={line.id} line={line} />
        ))}
      </ul>
      <More list={list} />
    </>
  )
}

function Reports({ page }: { page: Page<ReportLine> }) {
  const { t } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  const list = useInfiniteList(page, listReports)
  if (list.lines.length === 0) return <EmptyQueue text={t('reviews.list.reportedEmpty')} />
  return (
    <>
      <ul className={styles.list}>
        {list.lines.map((line) => (
          <Report key={line.id} line={line} />
        ))}
      </ul>
      <More list={list} />
    </>
  )
}

function Review({ line }: { line: ReviewLine }) {
  const { t, language } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <h2 className={styles.name} lang={line.language} dir="auto">
          <Link to={`/${language}/admin/prompt/${line.id}`} prefetch="intent">
            {line.title}
          </Link>
        </h2>
        <p className={styles.excerpt} lang={line.language} dir="auto">
          {line.description}
        </p>
        <p className="u-facts">
          <span>{t(line.is_show ? 'reviews.list.edit' : 'reviews.list.new')}</span>
          <span dir="auto">{t('reviews.list.by', { name: line.author })}</span>
          <RelativeTime iso={line.created_at} language={language} />
        </p>
      </div>
    </li>
  )
}

function Report({ line }: { line: ReportLine }) {
  const { t, language } = useTranslation('operators', 'prompts', 'reports', 'reviews')
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <h2 className={styles.name} lang={line.language} dir="auto">
          <Link to={`/${language}/admin/prompt/reported/${line.prompt_id}`} prefetch="intent">
            {line.title ?? t('reviews.untold', { id: line.prompt_id })}
          </Link>
        </h2>
        <p className="u-facts">
          <strong>{t('reviews.list.reports', { count: line.count })}</strong>
          {line.reasons.map((reason) => (
            <span key={reason}>{t(`reports.reasons.${reason as 'copied'}`)}</span>
          ))}
          <span dir="auto">{t('reviews.list.by', { name: line.author })}</span>
          {!line.is_show && <span>{t('reviews.list.down')}</span>}
          <RelativeTime iso={line.created_at} language={language} />
        </p>
      </div>
    </li>
  )
}
