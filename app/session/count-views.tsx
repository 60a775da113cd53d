import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useRootData } from './root-data.ts'
import { logPageView, logPromptView } from './statistics.ts'
import { getSupabase } from './supabase.ts'

/** Counts each page view (O06), or the visit of the given prompt (P17). */
export function CountViews({ promptId }: { promptId?: number }) {
  const facts = useRootData()
  const { pathname } = useLocation()
  const { url, key } = facts?.backend ?? {}
  const memberId = facts?.member?.id ?? null
  useEffect(() => {
    if (url === undefined || key === undefined) return
    const count = async () => {
      const view = {
        backend: { url: url || window.location.origin, key },
        supabase: memberId === null ? null : getSupabase({ url, key }),
        path: pathname,
        memberId,
      }
      await (promptId === undefined ? logPageView(view) : logPromptView(view, promptId))
    }
    count().catch((error: unknown) => console.warn('Views are not counted.', error))
  }, [pathname, url, key, memberId, promptId])
  return null
}
