import { Button } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { keywordTokens, totalSearches, type KeywordReport, type Searches } from '#shared/keywords.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { articleKeywords, formAddress, mostSearched } from './article-address.ts'
import { ContentList } from './content-list.tsx'
import { describeCost, useTimes } from './describe-cost.ts'
import { EstimateTable } from './estimate-table.tsx'
import { KeywordTrendView } from './keyword-trend-view.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { RelatedKeywords } from './related-keywords.tsx'
import { useBrief } from './use-brief.ts'
import { useNumbers } from './use-numbers.ts'
import styles from './keyword-report-view.module.css'

const SaveKeyword = lazyWithRetry(() => import('./save-keyword.tsx'))
const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))
const BriefPanel = lazyWithRetry(() => import('./brief-panel.tsx'))

type Cost = { token: number; openUntil: string; isUnlimited: boolean }

/** The full report of one keyword (K02-K07), and its cost. Without `cost` it is an example. */
export function KeywordReportView(props: {
  report: KeywordReport
  cost: Cost | null
  /** Selects another keyword; without it keywords are not selectable. */
  onChoose?: (keyword: string) => void
}) {
  const { t } = useTranslation('keywords')
  const { formatTime } = useTimes()
  const { report, cost } = props
  const brief = useBrief(cost && report.keyword)
  return (
    <article className={styles.report}>
      <header className={styles.header}>
        <h2 className={styles.keyword} dir="auto">
          {report.keyword}
          {report.is_sample && <span className="u-badge">{t('keywords.sample')}</span>}
        </h2>
        {cost && (
          <p className="u-note u-mt1">{describeCost(t, { ...cost, time: formatTime(cost.openUntil) })}</p>
        )}
        {cost && (
          <p className="u-note u-mt1">
            {report.is_sample
              ? t('keywords.sampleNote')
              : t('keywords.readAt', { date: formatTime(report.read_at) })}
          </p>
        )}
      </header>
      {cost && <WriteAbout report={report} brief={brief} isUnlimited={cost.isUnlimited} />}
      <Figures report={report} />
      {cost && brief.answer && (
        <Suspense>
          <BriefPanel
            report={report}
            answer={brief.answer}
            shown={brief.shown}
            isUnlimited={cost.isUnlimited}
          />
        </Suspense>
      )}
      {cost && <KeywordTrendView keyword={report.keyword} />}
      {report.estimates.length > 0 && <EstimateTable estimates={report.estimates} />}
      <RelatedKeywords keyword={report.keyword} related={report.related} onChoose={props.onChoose} />
      <div className={styles.contents}>
        <ContentList title={t('keywords.contents.blogs')} contents={report.blogs} />
        <ContentList title={t('keywords.contents.webs')} contents={report.webs} />
      </div>
    </article>
  )
}

/**
 * On to a text about the keyword: by its brief, whose price is on the button while it is not open, or at once with the
 * related keywords that are searched most.
 */
function WriteAbout(props: {
  report: KeywordReport
  brief: ReturnType<typeof useBrief>
  isUnlimited: boolean
}) {
  const { t, language } = useTranslation('keywords', 'errors')
  const { report, brief } = props
  const { error } = brief
  const { keyword } = report
  const related = mostSearched(report)
  const information: Record<string, string> =
    related.length > 0 ? { information: t('keywords.write.related', { keywords: related.join(', ') }) } : {}
  const isFree = props.isUnlimited || brief.answer !== null
  return (
    <div>
      <div className="u-row">
        <Button loading={brief.isWaiting} onClick={() => void brief.show()}>
          {isFree ? t('keywords.write.byBriefFree') : t('keywords.write.byBrief', { tokens: keywordTokens })}
        </Button>
        <LinkButton
          to={formAddress(language, 'article', {
            topic: keyword,
            keywords: articleKeywords(keyword, related),
          })}
        >
          {t('keywords.write.article')}
        </LinkButton>
        <LinkButton to={formAddress(language, 'instagram-feed', { topic: keyword, ...information })}>
          {t('keywords.write.feed')}
        </LinkButton>
        <Suspense>
          <SaveKeyword report={report} />
        </Suspense>
      </div>
      {!brief.answer && (
        <p className="u-note u-mt1" role="status">
          {t(brief.isWaiting ? 'keywords.write.waiting' : 'keywords.write.hint')}
        </p>
      )}
      {error && !isBlockingError(error) && (
        <p className={styles.error} role="alert">
          {t(`errors.${error.code}`)}
        </p>
      )}
      {error && isBlockingError(error) && (
        <Suspense>
          <BlockingErrorDialog error={error} onClose={brief.clearError} />
        </Suspense>
      )}
    </div>
  )
}

function Figures({ report }: { report: KeywordReport }) {
  const { t } = useTranslation('keywords')
  const { count, percent, searches } = useNumbers()
  const { metrics, flags } = report
  const total = metrics && totalSearches(metrics)
  return (
    <section aria-label={t('keywords.figures.title')}>
      {!metrics && <p className={styles.none}>{t('keywords.figures.none')}</p>}
      <dl className={`u-surface ${styles.figures}`}>
        {metrics && total && (
          <>
            <Figure name={t('keywords.figures.total')} isLarge>
              {searches(total)}
            </Figure>
            <Figure name={t('keywords.figures.pc')}>{searches(metrics.pc_searches)}</Figure>
            <Figure name={t('keywords.figures.mobile')}>{searches(metrics.mobile_searches)}</Figure>
            <Figure name={t('keywords.figures.competition')}>
              <span data-competition={metrics.competition} className={styles.competition}>
                {t(`keywords.figures.${metrics.competition ?? 'unknown'}`)}
              </span>
            </Figure>
            <Figure name={t('keywords.figures.adCount')}>
              {t('keywords.figures.adCountValue', { count: metrics.ad_count })}
            </Figure>
            <Figure name={t('keywords.figures.clicks')}>
              <Sides pc={count(metrics.pc_clicks)} mobile={count(metrics.mobile_clicks)} />
            </Figure>
            <Figure name={t('keywords.figures.clickRate')}>
              <Sides pc={percent(metrics.pc_click_rate)} mobile={percent(metrics.mobile_click_rate)} />
            </Figure>
          </>
        )}
        <Figure name={t('keywords.figures.blogs')}>{count(report.blog_count)}</Figure>
        <Figure name={t('keywords.figures.webs')}>{count(report.web_count)}</Figure>
        {total && (
          <Figure name={t('keywords.figures.perSearch')} hint={t('keywords.figures.perSearchHint')}>
            {perSearch(report.blog_count, total)}
          </Figure>
        )}
        <Figure name={t('keywords.flags.title')}>
          {flags ? nameFlags(flags) : t('keywords.flags.unknown')}
        </Figure>
      </dl>
    </section>
  )

  function perSearch(documents: number, { count: found }: Searches): string {
    return found === 0 ? '–' : (documents / found).toLocaleString('en-US', { maximumFractionDigits: 1 })
  }

  function nameFlags(set: NonNullable<KeywordReport['flags']>): string {
    const names = [
      ...(set.is_adult ? [t('keywords.flags.adult')] : []),
      ...(set.is_restricted ? [t('keywords.flags.restricted')] : []),
      ...(set.is_sell_prohibited ? [t('keywords.flags.sell')] : []),
    ]
    return names.length > 0 ? names.join(', ') : t('keywords.flags.none')
  }
}

function Figure(props: { name: string; hint?: string; isLarge?: boolean; children: ReactNode }) {
  return (
    <div className={styles.figure} data-large={props.isLarge || undefined}>
      <dt>{props.name}</dt>
      <dd>
        {props.children}
        {props.hint && <span className={styles.hint}>{props.hint}</span>}
      </dd>
    </div>
  )
}

function Sides({ pc, mobile }: { pc: string; mobile: string }) {
  const { t } = useTranslation('keywords')
  return (
    <>
      <span className={styles.side}>
        {t('keywords.figures.pc')} {pc}
      </span>
      <span className={styles.side}>
        {t('keywords.figures.mobile')} {mobile}
      </span>
    </>
  )
}
