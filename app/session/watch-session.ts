// Handles session changes of an open page. Loaded after hydration.
import { listenToPages } from './signed-in.ts'
import { getSupabase, hasSessionCookie, type SupabaseConfig } from './supabase.ts'

/** The reaction of a page to a session event: `reload` fetches the current user again, `keep` changes nothing. */
export type SessionReaction = 'reload' | 'keep'

/**
 * Every session event of supabase-js and its effect here (A12). The first event and a refreshed token change nothing
 * that is visible. A sign-in elsewhere matters only when the page shows a different user.
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

/**
 * Pages where the member may be writing, and the page that registers a newcomer and then continues by itself.
 * A reload in the middle of the registration would skip its next step.
 * When a session ends or another one begins, these pages stay as they are until something is sent. The answer then asks
 * to sign in.
 * A reload would lose the content of the member's page. A deliberate sign-out also ends these pages.
 */
const isLeftAlone = () =>
  /\/(sign\/confirm|tool\/use|prompt\/(use|create|modify\/\d+|detail\/\d+))\/?$/.test(
    window.location.pathname,
  )

type Watched = {
  /** Null for a visitor: supabase-js then sends no events. */
  backend: SupabaseConfig | null
  shownId: string | null
  reload: () => void
}

/**
 * Listens to supabase-js for members, to the other pages, and to the cookie when a tab becomes visible. @returns a
 * function that ends it
 */
export function watchSession({ backend, shownId, reload }: Watched): () => void {
  let unsubscribe: (() => void) | undefined
  let isOver = false
  const isSignedIn = backend !== null

  async function listen(to: SupabaseConfig): Promise<void> {
    const supabase = await getSupabase(to)
    if (isOver) return
    const { data } = supabase.auth.onAuthStateChange((event, session) => {
      if (event !== 'USER_UPDATED' && isLeftAlone()) return
      if (reactTo(event, session?.user.id ?? null, shownId) === 'reload') reload()
    })
    unsubscribe = () => data.subscription.unsubscribe()
  }
  function look(): void {
    const isStale = hasSessionCookie(document.cookie) !== isSignedIn
    if (document.visibilityState === 'visible' && isStale && !(isSignedIn && isLeftAlone())) reload()
  }

  if (backend) void listen(backend)
  const stopListening = listenToPages((news) => news === 'signed-out' && reload())
  document.addEventListener('visibilitychange', look)
  return () => {
    isOver = true
    unsubscribe?.()
    stopListening()
    document.removeEventListener('visibilitychange', look)
  }
}
