import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { offlinePathOf } from '#shared/offline.ts'
import { startOfflineWorker } from './offline-worker.ts'
import { useRootData } from './root-data.ts'
import { watchSession } from './watch-session.ts'

/** Watches the page's session. */
export function SessionEvents() {
  const facts = useRootData()
  const { revalidate } = useRevalidator()
  const shownId = facts?.member?.id ?? null
  const isSignedIn = shownId !== null || facts?.isNewcomer === true
  const { url, key } = facts?.backend ?? {}
  const { pathname } = useLocation()
  // The offline page is the same for every person: it has no session to watch, and may have no server to ask.
  const isWatched = facts !== null && pathname !== offlinePathOf(facts.language)

  useEffect(startOfflineWorker, [])

  useEffect(() => {
    if (!isWatched) return
    const backend = isSignedIn && url !== undefined && key !== undefined ? { url, key } : null
    return watchSession({ backend, shownId, reload: () => void revalidate() })
  }, [isWatched, isSignedIn, shownId, url, key, revalidate])

  return null
}
