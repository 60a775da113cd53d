import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useFacts } from '#app/session/facts.ts'
import { getSupabase } from '#app/session/supabase.ts'

/** Counts this visit of the prompt, once the page is alive (P17). */
export function useViewCount(promptId: number): void {
  const facts = useFacts()
  const { pathname } = useLocation()
  const { url, key } = facts?.backend ?? {}
  const memberId = facts?.member?.id ?? null
  useEffect(() => {
    if (url === undefined || key === undefined) return
    const count = async () => {
      const { logPromptView } = await import('#app/session/statistics.ts')
      await logPromptView({
        backend: { url: url || window.location.origin, key },
        supabase: memberId === null ? null : getSupabase({ url, key }),
        promptId,
        path: pathname,
        memberId,
      })
    }
    count().catch((error: unknown) => console.warn('Views are not counted.', error))
  }, [pathname, url, key, memberId, promptId])
}
