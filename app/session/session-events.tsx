import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useFacts } from './facts.ts'
import { getSupabase, hasSessionCookie } from './supabase.ts'

/** What a session event asks of the page: `reload` fetches who is signed in again, `keep` leaves everything as it is. */
export type SessionReaction = 'reload' | 'keep'

/**
 * Every session event of supabase-js and what it means here (A12). The first event and a refreshed token change nothing
 * that is visible. Signing in elsewhere tells this page only when it shows somebody else.
 * @param shownId the id that the page was rendered for, null for a visitor
 */
export function reactTo(event: string, eventId: string | null, shownId: string | null): SessionReaction {
  switch (event) {
    case 'SIGNED_OUT':
      return shownId === null ? 'keep' : 'reload'
    case 'SIGNED_IN':
    case 'PASSWORD_RECOVERY':
      return eventId === shownId ? 'keep' : 'reload'
    case 'USER_UPDATED':
      return 'reload'
    default:
      return 'keep'
  }
}

/** The one place that listens: to supabase-js while somebody is signed in, and to the cookie when a tab is looked at again. */
export function SessionEvents() {
  const facts = useFacts()
  const { revalidate } = useRevalidator()
  const shownId = facts?.member?.id ?? null
  const isSignedIn = shownId !== null || facts?.isNewcomer === true
  const { url, key } = facts?.backend ?? {}

  useEffect(() => {
    if (!isSignedIn || url === undefined || key === undefined) return
    let unsubscribe: (() => void) | undefined
    let isGone = false
    void getSupabase({ url, key }).then((supabase) => {
      if (isGone) return
      const { data } = supabase.auth.onAuthStateChange((event, session) => {
        if (reactTo(event, session?.user.id ?? null, shownId) === 'reload') void revalidate()
      })
      unsubscribe = () => data.subscription.unsubscribe()
    })
    return () => {
      isGone = true
      unsubscribe?.()
    }
  }, [isSignedIn, shownId, url, key, revalidate])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && hasSessionCookie(document.cookie) !== isSignedIn)
        void revalidate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isSignedIn, revalidate])

  return null
}
