import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useRootData } from './root-data.ts'
import type { Following } from './follow-usage.ts'
import type { MemberUsage } from './session.ts'

const UsageContext = createContext<MemberUsage | null | undefined>(undefined)

/**
 * The member's current balance and plan (N07, M18), or null. Without the provider, on error pages, the values of the
 * page load.
 */
export function useUsage(): MemberUsage | null {
  const live = useContext(UsageContext)
  const facts = useRootData()
  return live === undefined ? (facts?.usage ?? null) : live
}

/** Provides the balance to pages: the value of the page load, then the live ones. */
export function LiveUsage({ children }: { children: ReactNode }) {
  const facts = useRootData()
  const loaded = facts?.usage ?? null
  const memberId = facts?.member?.id
  const { url, key } = facts?.backend ?? {}
  const [live, setLive] = useState<{ loaded: MemberUsage | null; usage: MemberUsage } | null>(null)
  const following = useRef<Following>(undefined)

  const usage = live?.loaded === loaded ? live.usage : loaded
  // A new object renders the whole page again, and would create boundaries again that wait for their code.
  const show = useEffectEvent((now: MemberUsage) => {
    if (JSON.stringify(now) !== JSON.stringify(usage)) startTransition(() => setLive({ loaded, usage: now }))
  })
  useEffect(() => {
    if (memberId === undefined || url === undefined || key === undefined) return
    let isGone = false
    const follow = async () => {
      const { followUsage } = await import('./follow-usage.ts')
      const started = await followUsage({ url, key }, memberId, (usage) => show(usage))
      if (isGone) started.stop()
      else following.current = started
    }
    follow().catch((error: unknown) => console.error('The balance is not followed.', error))
    return () => {
      isGone = true
      following.current?.stop()
      following.current = undefined
    }
  }, [memberId, url, key])

  useEffect(() => following.current?.afterPageLoad(), [loaded])

  return <UsageContext value={usage}>{children}</UsageContext>
}
