import { Suspense } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { describeError } from './describe-error.ts'
import styles from './error-page.module.css'

const ErrorMessage = lazyWithRetry(() => import('./error-message.tsx'))

/** The error of the catch-all page: no page has this address. */
export const notFoundHere = { status: 404, statusText: '', data: null, internal: false }

/** 404, 500 and all other errors, with a sentence in the visitor's language and a next step (R25 to R27, O17). */
export function ErrorPage({ error }: { error: unknown }) {
  const { language, t } = useTranslation()
  const { pathname } = useLocation()
  // Node has a navigator too, without `onLine`.
  const isOnline = typeof navigator === 'undefined' || navigator.onLine !== false
  const answer = isRouteErrorResponse(error) ? error : null
  const { kind, code, error: own } = describeError(answer, pathname, isOnline)
  const title = t(`site.error.${kind}Title`)
  return (
    <section className={styles.page}>
      <PageHead title={title} />
      <h1>{title}</h1>
      <p className={styles.text}>
        <Suspense fallback={t(`site.error.${kind}Text`)}>
          {own ? <ErrorMessage code={own} /> : t(`site.error.${kind}Text`)}
        </Suspense>
      </p>
      {code && (
        <p className={styles.code}>
          <code>{code}</code>
        </p>
      )}
      <div className="u-row u-mt5">
        {kind === 'failed' || kind === 'offline' ? (
          // The whole document again: what failed may be in this one.
          <a className={styles.again} href={pathname}>
            {t('site.error.retry')}
          </a>
        ) : (
          <LinkButton to={`/${language}/tool/list`}>{t('site.error.tools')}</LinkButton>
        )}
        <LinkButton to={`/${language}`}>{t('site.error.home')}</LinkButton>
      </div>
    </section>
  )
}
