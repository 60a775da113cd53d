import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { focusPage } from './keep-focus.ts'
import { LiveRegion } from './live-region.tsx'
import { listenForToastKey } from './toast-key.ts'
import styles from './page-navigation.module.css'

const slowMs = 200

/** The page that is on the screen, at first the document's. It outlives the error page, which replaces the whole layout. */
let shownPath = new URL(performance.getEntriesByType('navigation')[0]?.name ?? window.location.href).pathname

/**
 * Does what a browser does for a new document but not for a client navigation.
 * It moves focus to the page's heading, has the title read out, and shows a bar when the page takes longer than 200 ms.
 * A navigation that only changes the query leaves focus where it is.
 */
export function PageNavigation({ label }: { label: string }) {
  const { pathname } = useLocation()
  const [title, setTitle] = useState('')
  useEffect(listenForToastKey, [])
  useLayoutEffect(() => {
    if (shownPath === pathname) return
    shownPath = pathname
    const stopWaiting = focusPage()
    // After the announcement that the focus change causes.
    const frame = requestAnimationFrame(() => setTitle(document.title))
    return () => {
      cancelAnimationFrame(frame)
      stopWaiting()
    }
  }, [pathname])
  const isSlow = useIsSlow(useNavigation().state !== 'idle')
  return (
    <>
      {isSlow && <div className={styles.bar} role="progressbar" aria-label={label} />}
      <LiveRegion text={title} />
    </>
  )
}

/** Whether a navigation takes so long that progress should be visible. */
function useIsSlow(isGoing: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(() => setIsSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isGoing])
  return isSlow
}
