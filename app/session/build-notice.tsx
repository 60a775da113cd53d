import { useEffect, useEffectEvent } from 'react'
import { showToast } from '#app/ui/toast.tsx'
import { offlineEvent, reloadPage, stalePartEvent } from './chunk-errors.ts'
import { useWords } from './words.tsx'

/** It is said as often as somebody presses, and goes by itself: the page goes on when there is a connection. */
const sayAgainMs = 3_000

/**
 * Offers a reload when a newer build is out, and says when a part of the page waits for a connection. It never reloads by itself:
 * somebody may be in the middle of a sentence.
 */
export function BuildNotice() {
  const { t } = useWords()
  const offer = useEffectEvent(() =>
    showToast({
      message: t('site.build.newer'),
      duration: null,
      action: { label: t('site.build.reload'), run: reloadPage },
    }),
  )
  const sayOffline = useEffectEvent(() =>
    showToast({ message: t('site.offline'), tone: 'error', duration: sayAgainMs }),
  )
  useEffect(() => {
    let toldAt = 0
    const tell = () => {
      // One press may ask for several parts.
      if (Date.now() - toldAt < sayAgainMs) return
      toldAt = Date.now()
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
