import { Button } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { keywordTokens, type KeywordReport } from '#shared/keywords.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { BriefView } from './brief-view.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useBrief } from './use-brief.ts'
import styles from './brief-view.module.css'

const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

/** What the first results cover: its price first, unless it is open already. */
export default function BriefPanel({ report, isUnlimited }: { report: KeywordReport; isUnlimited: boolean }) {
  const { t } = useTranslation('keywords', 'errors')
  const { answer, error, isWaiting, open, clearError } = useBrief(report.keyword)
  const section = useRef<HTMLElement>(null)
  const show = async () => {
    if (isWaiting || !(await open())) return
    // The pressed button is gone.
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.section}
      aria-labelledby="keyword-brief"
      aria-busy={isWaiting}
    >
      <h3 className={styles.title} id="keyword-brief">
        {t('keywords.brief.title')}
        {answer?.brief.is_sample && <span className={styles.sample}>{t('keywords.sample')}</span>}
      </h3>
      {answer ? (
        <BriefView answer={answer} report={report} isUnlimited={isUnlimited} />
      ) : (
        <div className={styles.offer}>
          <p className={styles.lead} role="status">
            {t(isWaiting ? 'keywords.brief.waiting' : 'keywords.brief.hint')}
          </p>
          <Button variant="default" loading={isWaiting} onClick={() => void show()}>
            {isUnlimited ? t('keywords.brief.openFree') : t('keywords.brief.open', { tokens: keywordTokens })}
          </Button>
          {error && !isBlockingError(error) && (
            <p className={styles.error} role="alert">
              {t(`errors.${error.code}`)}
            </p>
          )}
        </div>
      )}
      {error && isBlockingError(error) && (
        <Suspense>
          <BlockingErrorDialog error={error} onClose={clearError} />
        </Suspense>
      )}
    </section>
  )
}
