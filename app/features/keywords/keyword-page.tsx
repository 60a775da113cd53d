import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import {
  cleanKeyword,
  findKeywordProblem,
  keywordKey,
  keywordLimits,
  keywordTokens,
} from '#shared/keywords.ts'
import { plans, type PlanType } from '#shared/payments.ts'
import { useFacts, useMember } from '#app/session/facts.ts'
import { needsDialog } from '#app/session/needs-dialog.ts'
import { signInPath } from '#app/session/redirects.ts'
import { focusFirstError } from '#app/ui/form.tsx'
import { KeywordForm } from './keyword-form.tsx'
import type { RecentSearch } from './keywords-data.ts'
import { useKeywordsWords } from './keywords-words.ts'
import { RecentSearches } from './recent-searches.tsx'
import { useKeyword } from './use-keyword.ts'
import styles from './keyword-page.module.css'

const RefusalDialog = lazy(() => import('#app/session/refusal-dialog.tsx'))
const KeywordReportView = lazy(async () => ({
  default: (await import('./keyword-report-view.tsx')).KeywordReportView,
}))
const ExampleReport = lazy(() => import('./example-report.tsx'))

/** Keyword research: what is asked, what it costs, what was found, and what was found before. */
export function KeywordPage({ recent }: { recent: RecentSearch[] }) {
  const { t, language } = useKeywordsWords()
  const member = useMember()
  const plan = useFacts()?.usage?.plan as PlanType | undefined
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('keyword') ?? ''
  // The address of an analysis opens it again as long as that is free; it never spends anything by itself.
  const first = member && findKeywordProblem(asked) === null ? cleanKeyword(asked) : null
  const [keyword, setKeyword] = useState(asked)
  const [problem, setProblem] = useState<string>()
  const { answer, error, asked: waitingFor, analyse, request, clearError } = useKeyword(first)
  const result = useRef<HTMLElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const isUnlimited = plan !== undefined && plans[plan].isKeywordUnlimited
  const isOpen = recent.some(({ key, isOpen: opens }) => opens && key === keywordKey(keyword))

  const run = async (wanted: string, isFreeOnly = false) => {
    setKeyword(wanted)
    const found = await analyse(wanted, isFreeOnly)
    if (!found) return
    setQuery({ keyword: wanted }, { replace: true, preventScrollReset: true })
    result.current?.focus({ preventScroll: true })
    result.current?.scrollIntoView({ block: 'start' })
    void revalidate()
  }
  /** What costs something is only put into the field: the price stands on the button beside it. */
  const take = (wanted: string) => {
    setKeyword(wanted)
    setProblem(undefined)
    field.current?.querySelector('input')?.focus()
  }
  const choose = (search: RecentSearch) =>
    search.isOpen ? void run(search.keyword, true) : take(search.keyword)
  const submit = (form: HTMLFormElement) => {
    const wanted = cleanKeyword(keyword)
    const wrong = findKeywordProblem(wanted)
    const count = wrong === 'field.too_long' ? keywordLimits.maxLength : keywordLimits.minLength
    setProblem(wrong ? t(`errors.${wrong}`, { count }) : undefined)
    if (wrong) return focusFirstError(form)
    if (!member)
      return void navigate(
        signInPath(language, {
          pathname: `/${language}/tool/keyword`,
          search: `?${new URLSearchParams({ keyword: wanted })}`,
        }),
      )
    void run(wanted)
  }

  const reopen = useEffectEvent(() => first && void request(first, true))
  useEffect(() => void reopen(), [])

  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('keywords.title')}</h1>
      <p className={styles.lead}>{t('keywords.lead')}</p>
      <div ref={field}>
        <KeywordForm
          keyword={keyword}
          onChange={setKeyword}
          problem={problem ?? (error && !needsDialog(error) ? t(`errors.${error.code}`) : undefined)}
          isBusy={waitingFor !== null}
          price={!member || isUnlimited ? null : isOpen ? 0 : keywordTokens}
          isUnlimited={isUnlimited}
          isMember={member !== null}
          onSubmit={submit}
        />
      </div>
      {member && <RecentSearches recent={recent} onOpen={choose} />}
      <section ref={result} tabIndex={-1} className={styles.result} aria-busy={waitingFor !== null}>
        {answer ? (
          <Suspense>
            <KeywordReportView
              key={keywordKey(answer.report.keyword)}
              report={answer.report}
              cost={{ token: answer.token, openUntil: answer.open_until, isUnlimited }}
              onChoose={take}
            />
          </Suspense>
        ) : (
          <Suspense>
            <ExampleReport />
          </Suspense>
        )}
      </section>
      {error && needsDialog(error) && (
        <Suspense>
          <RefusalDialog error={error} onClose={clearError} />
        </Suspense>
      )}
    </div>
  )
}
