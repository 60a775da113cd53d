import { useEffect } from 'react'
import { useMember } from '#app/session/root-data.ts'
import { useOpenText } from '#app/session/open-text.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { useAlarms } from './alarm-store.ts'

/** Marks the alarm of an open text as read, also when it arrives while the text is open. */
export function useSeenText(): void {
  const id = useOpenText()
  const memberId = useMember()?.id
  const getSupabase = useSupabase()
  const { arrived, unread } = useAlarms()
  const mayBeUnread = unread > 0
  useEffect(() => {
    if (id === null || memberId === undefined || !mayBeUnread) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      Promise.all([getSupabase(), import('./alarm-feed.ts')])
        .then(([supabase, { alarmActions }]) =>
          alarmActions(supabase, memberId).see('tool_execute', String(id)),
        )
        .catch((error: unknown) => console.warn('The alarm of this text stays unread.', error))
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [id, memberId, mayBeUnread, arrived, getSupabase])
}
