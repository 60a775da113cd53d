import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useRootData } from './root-data.ts'
import { watchSession } from './watch-session.ts'

/** Watches the page's session. */
export function SessionEvents() {
  const facts = useRootData()
  const { revalidate } = useRevalidator()
  const shownId = facts?.member?.id ?? null
  const isSignedIn = shownId !== null || facts?.isNewcomer === true
  const { url, key } = facts?.backend ?? {}

  useEffect(() => {
    const backend = isSignedIn && url !== undefined && key !== undefined ? { url, key } : null
    return watchSession({ backend, shownId, reload: () => void revalidate() })
  }, [isSignedIn, shownId, url, key, revalidate])

  return null
}
