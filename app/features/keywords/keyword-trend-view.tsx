import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AppError } from '#shared/errors.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import {
  cleanKeyword,
  findKeywordProblem,
  keywordKey,
  keywordLimits,
  type KeywordTrend,
} from '#shared/keywords.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { checked, useForm } from '#app/session/use-form.ts'
import { TextField } from '#app/ui/fields.tsx'
import { Form } from '#app/ui/form.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useNewest } from './use-newest.ts'
import { TrendChart } from './trend-chart.tsx'
import styles from './keyword-trend-view.module.css'

/**
 * A year of searches, with up to four other keywords for comparison. It is free, so it loads when shown. @param
 * props.isAlone without a report that says whether the figures are samples
 */
export function KeywordTrendView({ keyword, isAlone }: { keyword: string; isAlone?: boolean }) {
  const { t } = useTranslation('keywords', 'errors')
  const { keywords, trend, error, isWaiting, add: compare, remove, retry } = useTrend(keyword)
  const { trendKeywordsMax: most } = keywordLimits
  const { change, field, submit } = useForm({ added: '' }, ({ added }) => {
    const wanted = cleanKeyword(added)
    const wrong = findKeywordProblem(wanted)
    const count = wrong === 'field.too_long' ? keywordLimits.maxLength : keywordLimits.minLength
    const isFull = keywords.length >= most && t('keywords.trend.most', { count: most })
    return checked({ added: wrong ? t(`errors.${wrong}`, { count }) : isFull }, () => wanted)
  })
  const add = (wanted: string) => {
    change({ added: '' })
    const isNew = !keywords.some((each) => keywordKey(each) === keywordKey(wanted))
    if (isNew) compare(wanted)
  }

  return (
    <section className="u-narrowable" aria-busy={isWaiting}>
      <h3 className="u-title3">{t('keywords.trend.title')}</h3>
      <p className="u-note">{t('keywords.trend.lead')}</p>
      {isAlone && trend?.is_sample && <p className="u-note">{t('keywords.sampleNote')}</p>}
      {trend ? (
        <TrendChart trend={trend} />
      ) : (
        <p className={styles.waiting} role="status">
          {!error && t('keywords.trend.waiting')}
        </p>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {t(`errors.${error.code}`)}{' '}
          <Button variant="default" size="sm" onClick={retry}>
            {t('keywords.trend.retry')}
          </Button>
        </p>
      )}
      <div className={styles.compare}>
        <Form
          onSubmit={submit(add)}
          isBusy={isWaiting}
          className={styles.form}
          label={t('keywords.trend.add')}
        >
          <TextField {...field('added')} name="compare" label={t('keywords.trend.add')} />
          <Button type="submit" variant="default" loading={isWaiting} className={styles.submit ?? ''}>
            {t('keywords.trend.compare')}
          </Button>
        </Form>
        <ul className="u-row u-bare-list">
          {keywords.slice(1).map((each) => (
            <li key={each} className={styles.other}>
              {each}
              <button
                type="button"
                aria-label={t('keywords.trend.remove', { keyword: each })}
                onClick={() => remove(each)}
              >
                <CloseIcon size={14} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The last comparison stays on the screen until the next answer; a failed keyword is removed. */
function useTrend(keyword: string) {
  const api = useApi()
  const member = useMember()
  const [keywords, setKeywords] = useState([keyword])
  const [trend, setTrend] = useState<KeywordTrend | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isWaiting, setWaiting] = useState(true)

  const startNewest = useNewest()
  /** The last requested keywords: removing one while another loads applies to both. */
  const asked = useRef(keywords)

  const load = (wanted: string[]) => {
    const signal = startNewest()
    asked.current = wanted
    return api
      .json<{ result: KeywordTrend }>('/ai/tool/keyword-trend', {
        body: { uuid: member?.id, keywords: wanted },
        signal,
      })
      .then(
        ({ result }) => {
          if (signal.aborted) return
          setTrend(result)
          setKeywords(wanted)
        },
        (problem: unknown) => {
          if (signal.aborted) return
          asked.current = keywords
          setError(toAppError(problem))
        },
      )
      .finally(() => !signal.aborted && setWaiting(false))
  }
  const read = (wanted: string[]) => {
    setWaiting(true)
    setError(null)
    void load(wanted)
  }
  const loadFirst = useEffectEvent(() => void load([keyword]))
  useEffect(() => loadFirst(), [])
  return {
    keywords,
    trend,
    error,
    isWaiting,
    add: (other: string) => read([...asked.current, other]),
    remove: (other: string) => read(asked.current.filter((each) => each !== other)),
    retry: () => read(keywords),
  }
}
