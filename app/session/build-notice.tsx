import { useEffect, useEffectEvent } from 'react'
import { showToast } from '#app/ui/toast.tsx'
import { reloadPage, stalePartEvent } from './stale-parts.ts'
import { useWords } from './words.tsx'

/** Offers a reload when a newer build is out. It never reloads by itself: somebody may be in the middle of a sentence. */
export function BuildNotice() {
  const { t } = useWords()
  const offer = useEffectEvent(() =>
    showToast({
      message: t('site.build.newer'),
      duration: null,
      action: { label: t('site.build.reload'), run: reloadPage },
    }),
  )
  useEffect(() => {
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
    return () => {
      isGone = true
      stop?.()
      window.removeEventListener(stalePartEvent, offerOnce)
    }
  }, [])
  return null
}
