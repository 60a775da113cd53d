import { HelpLink } from '#app/session/help-link.tsx'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { AppError } from '#shared/errors.ts'
import { isPaidPlan } from '#shared/payments.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMember } from '#app/session/root-data.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { isRunGoing, useFollowedRun, type FollowedRun } from '#app/session/use-followed-run.ts'
import { LiveRegion } from '#app/ui/live-region.tsx'
import { ToneForm } from './tone-form.tsx'
import type { OwnTone, ToneAnalysis } from './tones-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { toneRuns, type ToneRunState } from './tone-run-state.ts'
import frame from '#app/ui/frame.module.css'

// A page shows one or two of these: each has its own chunk.
const ToneProgress = lazyWithRetry(() => import('./tone-progress.tsx'))
const ToneFailure = lazyWithRetry(() => import('./tone-failure.tsx'))
const TonePlanNotice = lazyWithRetry(() => import('./tone-plan-notice.tsx'))
const ToneView = lazyWithRetry(() => import('./tone-view.tsx'))
const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

/** The member's own tone: learned from posts, shown, learned again, deleted (C01-C06). */
export function TonePage({ own }: { own: OwnTone }) {
  const { t, language } = useTranslation('tones')
  const isPaid = isPaidPlan(useUsage()?.plan)
  const uuid = useMember()?.id ?? null
  const run = useFollowedRun(toneRuns, uuid)
  const [refusal, setRefusal] = useState<AppError | null>(null)
  const [isAgain, setIsAgain] = useState(false)
  const { tone, last, source } = own
  const learned = tone?.result ? tone : null
  const { status } = run.state
  // The form and its input stay until the analysis is accepted. The server's HTML already shows an active analysis.
  const isNotYet = status === 'idle' || status === 'starting'
  const isGoing = isNotYet ? last?.status === 'running' : true
  const hasFormOpen = !isGoing && (learned === null || isAgain || last?.status === 'failed')

  useEndedRun(run, last, () => setIsAgain(false))

  const start = async (urls: string[]) => {
    setRefusal(null)
    const error = await run.post('/auth/user/tone/create', { uuid, urls, language })
    setRefusal(error)
    return error
  }

  return (
    <div className={frame.reading}>
      <Link to={`/${language}/my`} className={frame.back}>
        {t('tones.back')}
      </Link>
      <h1 className={frame.title}>{t('tones.title')}</h1>
      <p className={frame.lead}>
        {t('tones.lead')} <HelpLink topic="tone" about={t('tones.title')} />
      </p>
      <LiveRegion
        text={learned && last?.status === 'done' ? t('tones.ready', { title: learned.title ?? '' }) : ''}
      />
      <Suspense>
        {isGoing && (
          <ToneProgress
            run={run}
            urls={last?.status === 'running' ? last.urls : []}
            hasTone={learned !== null}
          />
        )}
        {!isGoing && last?.status === 'failed' && <ToneFailure analysis={last} hasTone={learned !== null} />}
        {!isGoing && last?.status === 'stopped' && !learned && (
          <p className="u-quiet u-mt3">{t('tones.stopped')}</p>
        )}
        {learned && (
          <ToneView
            tone={learned}
            source={source}
            onAgain={isGoing || hasFormOpen ? null : () => setIsAgain(true)}
            canDelete={!isGoing}
          />
        )}
        {hasFormOpen && !isPaid && <TonePlanNotice />}
      </Suspense>
      {hasFormOpen && isPaid && (
        <section className="u-mt6">
          <ToneForm
            key={last?.id ?? 0}
            title={t(learned ? 'tones.form.again' : 'tones.form.title')}
            first={last?.urls ?? []}
            isBusy={status === 'starting'}
            refusal={refusal}
            onSubmit={start}
            onCancel={learned && isAgain ? () => setIsAgain(false) : null}
          />
        </section>
      )}
      {refusal && isBlockingError(refusal) && (
        <Suspense>
          <BlockingErrorDialog error={refusal} onClose={() => setRefusal(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Follows an analysis that is active when the page opens, and reloads the page's data when one has ended. */
function useEndedRun(run: FollowedRun<ToneRunState>, last: ToneAnalysis | null, onDone: () => void): void {
  const { revalidate } = useRevalidator()
  const going = last?.status === 'running' ? last.id : null
  const { status } = run.state
  const takeUp = useEffectEvent((id: number) => {
    if (!isRunGoing(run.state)) void run.follow(id)
  })
  useEffect(() => {
    if (going !== null) takeUp(going)
  }, [going])
  const end = useEffectEvent(async (outcome: string) => {
    await revalidate()
    if (outcome === 'done') onDone()
    run.clear()
  })
  useEffect(() => {
    if (status === 'done' || status === 'stopped' || status === 'failed') void end(status)
  }, [status])
}
