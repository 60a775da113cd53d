import { Link } from 'react-router'
import { PageHead } from '#app/session/page-head.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { addressOf, OperatorsHeader, EmptyList, Pager, Tabs } from './operators-frame.tsx'
import type { ReportLine, ReviewLine } from './operators-data.ts'
import type { Page } from './read-page.ts'
import { useReviewsWords } from './reviews-words.ts'
import styles from './operators.module.css'

export type ShownPrompts =
  | { view: 'reviews'; page: Page<ReviewLine> }
  | { view: 'reports'; page: Page<ReportLine> }

/** Prompts that wait for a decision: submitted or reported ones. */
export default function ReviewsPage(props: { shown: ShownPrompts; isFirstPage: boolean }) {
  const { t, language } = useReviewsWords()
  const { view, page } = props.shown
  const here = `/${language}/admin/prompt`
  const reports = `${here}?view=reports`
  return (
    <>
      <PageHead title={t('operators.nav.prompts')} />
      <OperatorsHeader title={t('operators.nav.prompts')} />
      <Tabs
        label={t('operators.nav.prompts')}
        tabs={[
          { to: here, label: t('reviews.list.title'), isCurrent: view === 'reviews' },
          { to: reports, label: t('reviews.list.reported'), isCurrent: view === 'reports' },
        ]}
      />
      {page.lines.length === 0 ? (
        <EmptyList text={t(view === 'reviews' ? 'reviews.list.empty' : 'reviews.list.reportedEmpty')} />
      ) : (
        <ul className={styles.list}>
          {props.shown.view === 'reviews'
            ? props.shown.page.lines.map((line) => <Review key={line.id} line={line} />)
            : props.shown.page.lines.map((line) => <Report key={line.id} line={line} />)}
        </ul>
      )}
      <Pager
        first={props.isFirstPage ? null : view === 'reviews' ? here : reports}
        next={
          page.hasMore
            ? addressOf(here, {
                view: view === 'reports' ? 'reports' : null,
                from: page.lines.at(-1)?.id ?? null,
              })
            : null
        }
      />
    </>
  )
}

function Review({ line }: { line: ReviewLine }) {
  const { t, language } = useReviewsWords()
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
        <p className={styles.facts}>
          <span>{t(line.is_show ? 'reviews.list.edit' : 'reviews.list.new')}</span>
          <span dir="auto">{t('reviews.list.by', { name: line.author })}</span>
          <RelativeTime iso={line.created_at} language={language} />
        </p>
      </div>
    </li>
  )
}

function Report({ line }: { line: ReportLine }) {
  const { t, language } = useReviewsWords()
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <h2 className={styles.name} lang={line.language} dir="auto">
          <Link to={`/${language}/admin/prompt/reported/${line.prompt_id}`} prefetch="intent">
            {line.title ?? t('reviews.untold', { id: line.prompt_id })}
          </Link>
        </h2>
        <p className={styles.facts}>
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
