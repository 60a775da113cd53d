import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useFacts } from './facts.ts'
import { getSupabase } from './supabase.ts'

/** Counts each page that is looked at, once it is alive (O06). */
export function PageViews() {
  const facts = useFacts()
  const { pathname } = useLocation()
  const { url, key } = facts?.backend ?? {}
  const memberId = facts?.member?.id ?? null
  useEffect(() => {
    if (url === undefined || key === undefined) return
    const count = async () => {
      const { logPageView } = await import('./statistics.ts')
      await logPageView({
        backend: { url: url || window.location.origin, key },
        supabase: memberId === null ? null : getSupabase({ url, key }),
        path: pathname,
        memberId,
      })
    }
    count().catch((error: unknown) => console.warn('Page views are not counted.', error))
  }, [pathname, url, key, memberId])
  return null
}
