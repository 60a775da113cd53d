import { useEffect, useEffectEvent } from 'react'
import { showToast } from '#app/ui/toast.tsx'
import { early, earlyNoticeId, offlineEvent, reloadPage, stalePartEvent } from './chunk-errors.ts'
import { useTranslation } from './words.tsx'

/** Repeated presses repeat the notice. It closes by itself, because the page continues when the connection returns. */
const repeatMs = 3_000

/**
 * Offers a reload when a newer build is out, and reports when a lazy part of the page waits for a connection.
 * It never reloads by itself, because the member may be writing.
 */
export function BuildNotice() {
  const { t } = useTranslation()
  const offer = useEffectEvent(() =>
    showToast({
      message: t('site.build.newer'),
      duration: null,
      action: { label: t('site.build.reload'), run: reloadPage },
    }),
  )
  const sayOffline = useEffectEvent(() =>
    showToast({ message: t('site.offline'), tone: 'error', duration: repeatMs }),
  )
  useEffect(() => {
    let shownAt = 0
    const tell = () => {
      // One press may request several chunks.
      if (Date.now() - shownAt < repeatMs) return
      shownAt = Date.now()
      sayOffline()
    }
    let stop: (() => void) | undefined
    let isOffered = false
    let isGone = false
    const offerOnce = () => {
      if (!isOffered) offer()
      isOffered = true
    }
    const start = async () => {
      const { watchBuild } = await import('./build-watch.ts')
      if (!isGone) stop = watchBuild(offerOnce)
    }
    start().catch((error: unknown) => console.warn('Newer builds are not noticed.', error))
    early.isOver = true
    document.getElementById(earlyNoticeId)?.remove()
    if (early.events.has(stalePartEvent)) offerOnce()
    window.addEventListener(stalePartEvent, offerOnce)
    window.addEventListener(offlineEvent, tell)
    return () => {
      isGone = true
      stop?.()
      window.removeEventListener(stalePartEvent, offerOnce)
      window.removeEventListener(offlineEvent, tell)
    }
  }, [])
  return null
}
