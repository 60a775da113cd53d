import { HelpLink } from '#app/session/help-link.tsx'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  Link,
  useLocation,
  useNavigate,
  useNavigationType,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import {
  cleanKeyword,
  findKeywordProblem,
  keywordKey,
  keywordLimits,
  keywordTokens,
} from '#shared/keywords.ts'
import { plans, type PlanType } from '#shared/payments.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useRootData, useMember } from '#app/session/root-data.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { checked, useForm } from '#app/session/use-form.ts'
import { signInPath } from '#app/session/redirects.ts'
import ExampleReport from './example-report.tsx'
import { KeywordForm } from './keyword-form.tsx'
import { KeywordReportView } from './keyword-report-view.tsx'
import { KeywordTrendView } from './keyword-trend-view.tsx'
import type { RecentSearch } from './keywords-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { RecentSearches } from './recent-searches.tsx'
import { useKeyword } from './use-keyword.ts'
import frame from '#app/ui/frame.module.css'
import styles from './keyword-page.module.css'

const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

/** The page writes its state into the address. Any other change of the address resets the page. */
const ownChange = { replace: true, preventScrollReset: true, state: { isOwnChange: true } }

/** The key of a visit: another history entry is another visit, the page's own changes of the address are not. */
export function useVisit(): string {
  const { key, state } = useLocation()
  const isOwn = useNavigationType() === 'REPLACE' && (state as { isOwnChange?: true } | null)?.isOwnChange
  const [seen, setSeen] = useState({ key, visit: key })
  if (seen.key !== key) setSeen({ key, visit: isOwn ? seen.visit : key })
  return seen.visit
}

/** Keyword research: the form, its price, the report, and earlier reports. */
export function KeywordPage({ recent }: { recent: RecentSearch[] }) {
  const { t, language } = useTranslation('keywords', 'errors')
  const member = useMember()
  const plan = useRootData()?.usage?.plan as PlanType | undefined
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('keyword') ?? ''
  // The address of an analysis opens it again as long as that is free; it never spends anything by itself. A trend costs nothing (K11).
  const named = member && findKeywordProblem(asked) === null ? cleanKeyword(asked) : null
  const isTrendNamed = query.get('view') === 'trend'
  const first = isTrendNamed ? null : named
  const [trendOf, setTrendOf] = useState(isTrendNamed ? named : null)
  const { values, change, problemOf, submit } = useForm({ keyword: asked }, (fields) => {
    const wanted = cleanKeyword(fields.keyword)
    const wrong = findKeywordProblem(wanted)
    const count = wrong === 'field.too_long' ? keywordLimits.maxLength : keywordLimits.minLength
    return checked({ keyword: wrong && t(`errors.${wrong}`, { count }) }, () => wanted)
  })
  const { keyword } = values
  const { answer, error, asked: waitingFor, analyse, request, clearError } = useKeyword(first)
  const result = useRef<HTMLElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const isUnlimited = plan !== undefined && plans[plan].isKeywordUnlimited
  const isOpen = recent.some(({ key, isOpen: opens }) => opens && key === keywordKey(keyword))

  const run = async (wanted: string, isFreeOnly = false) => {
    change({ keyword: wanted })
    const found = await analyse(wanted, isFreeOnly)
    if (!found) return
    setTrendOf(null)
    setQuery({ keyword: wanted }, ownChange)
    result.current?.focus({ preventScroll: true })
    result.current?.scrollIntoView({ block: 'start' })
    void revalidate()
  }
  /** A paid keyword is only put into the field: the button next to it shows the price. */
  const take = (wanted: string) => {
    change({ keyword: wanted })
    field.current?.querySelector('input')?.focus()
  }
  const choose = (search: RecentSearch) =>
    search.isOpen ? void run(search.keyword, true) : take(search.keyword)
  /** A visitor signs in first, and returns with `view`. @returns whether the member goes on */
  const isMember = (wanted: string, view: Record<string, string>): boolean => {
    if (member) return true
    const search = `?${new URLSearchParams({ keyword: wanted, ...view })}`
    void navigate(signInPath(language, { pathname: `/${language}/tool/keyword`, search }))
    return false
  }
  const start = (wanted: string) => {
    if (isMember(wanted, {})) void run(wanted)
  }
  const showTrend = (wanted: string) => {
    if (!isMember(wanted, { view: 'trend' })) return
    setTrendOf(wanted)
    setQuery({ keyword: wanted, view: 'trend' }, ownChange)
    result.current?.focus({ preventScroll: true })
  }

  const reopen = useEffectEvent(() => first && void request(first, true))
  useEffect(() => void reopen(), [])

  return (
    <div className={frame.wide}>
      <h1 className={frame.title}>{t('keywords.title')}</h1>
      <p className={frame.lead}>
        {t('keywords.lead')} <HelpLink topic="keywords" about={t('keywords.title')} />
      </p>
      {member && (
        <p className={styles.saved}>
          <Link to={`/${language}/tool/keyword/saved`}>{t('keywords.savedLink')}</Link>
        </p>
      )}
      <div ref={field}>
        <KeywordForm
          keyword={keyword}
          onChange={(typed) => {
            change({ keyword: typed })
            clearError()
          }}
          problem={
            problemOf('keyword') ?? (error && !isBlockingError(error) ? t(`errors.${error.code}`) : undefined)
          }
          isBusy={waitingFor !== null}
          price={!member || isUnlimited ? null : isOpen ? 0 : keywordTokens}
          isUnlimited={isUnlimited}
          isMember={member !== null}
          onSubmit={(form) => submit(start)(form)}
          onTrend={(form) => submit(showTrend)(form)}
        />
      </div>
      {member && <RecentSearches recent={recent} isBusy={waitingFor !== null} onOpen={choose} />}
      <section ref={result} tabIndex={-1} className={styles.result} aria-busy={waitingFor !== null}>
        {trendOf !== null ? (
          <div className={styles.trend}>
            <h2 className={styles.keyword} dir="auto">
              {trendOf}
            </h2>
            <KeywordTrendView key={keywordKey(trendOf)} keyword={trendOf} isAlone />
          </div>
        ) : answer ? (
          <KeywordReportView
            key={keywordKey(answer.report.keyword)}
            report={answer.report}
            cost={{ token: answer.token, openUntil: answer.open_until, isUnlimited }}
            onChoose={take}
          />
        ) : (
          <ExampleReport />
        )}
      </section>
      {error && isBlockingError(error) && (
        <Suspense>
          <BlockingErrorDialog error={error} onClose={clearError} />
        </Suspense>
      )}
    </div>
  )
}
