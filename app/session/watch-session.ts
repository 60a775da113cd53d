// What a page does about its session while it stands there. Loaded after the page is alive.
import { listenToPages } from './signed-in.ts'
import { getSupabase, hasSessionCookie, type SupabaseConfig } from './supabase.ts'

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

/**
 * Pages where somebody may be writing, and the one that makes a newcomer a member, which goes on by itself: read anew in the middle of
 * that, it would pass over what comes after it. A session that ends, or somebody else's that begins, leaves them as they are until something is
 * sent, which then asks to sign in: what is on the screen would be lost with the member's page. Who signs out on purpose ends them too.
 */
const isLeftAlone = () =>
  /\/(sign\/confirm|tool\/use|prompt\/(use|create|modify\/\d+|detail\/\d+))\/?$/.test(
    window.location.pathname,
  )

type Watched = {
  /** Null for a visitor: then supabase-js has nothing to tell. */
  backend: SupabaseConfig | null
  shownId: string | null
  reload: () => void
}

/** Listens to supabase-js while somebody is signed in, to the other pages, and to the cookie when a tab is looked at again. @returns a function that ends it */
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
