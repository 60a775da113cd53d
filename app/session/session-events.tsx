import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useRootData } from './root-data.ts'

/** Has the page's session watched, once the page is alive. */
export function SessionEvents() {
  const facts = useRootData()
  const { revalidate } = useRevalidator()
  const shownId = facts?.member?.id ?? null
  const isSignedIn = shownId !== null || facts?.isNewcomer === true
  const { url, key } = facts?.backend ?? {}

  useEffect(() => {
    const backend = isSignedIn && url !== undefined && key !== undefined ? { url, key } : null
    const watching = import('./watch-session.ts').then(({ watchSession }) =>
      watchSession({ backend, shownId, reload: () => void revalidate() }),
    )
    return () => void watching.then((stop) => stop())
  }, [isSignedIn, shownId, url, key, revalidate])

  return null
}
