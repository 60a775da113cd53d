import { useEffect, useEffectEvent } from 'react'
import { countUnsent } from '#app/session/device-texts.ts'
import { useSupabase } from '#app/session/use-api.ts'
import { sendDrafts } from './send-drafts.ts'

/**
 * Sends what an earlier visit could not send: when the page opens, and when the network returns.
 * @param memberId null while nobody is known @param shownId the text that the page itself sends
 */
export function useUnsentSending(memberId: string | null, shownId: number | null, onSent = () => {}): void {
  const getSupabase = useSupabase()
  const send = useEffectEvent(async (member: string) => {
    if (!navigator.onLine || countUnsent(localStorage, member) === 0) return
    try {
      await sendDrafts(getSupabase, { memberId: member, shownId })
      onSent()
    } catch (error) {
      console.warn('Unsent texts wait in this browser.', error)
    }
  })
  useEffect(() => {
    if (memberId === null) return
    const start = () => void send(memberId)
    start()
    window.addEventListener('online', start)
    return () => window.removeEventListener('online', start)
  }, [memberId])
}
