import { useLocation } from 'react-router'
import type { PaymentAction } from '#shared/visits.ts'
import { useMember } from '#app/session/root-data.ts'
import { useSupabase } from '#app/session/use-api.ts'

/** Records a payment's event (O07) in the background: no code waits for it, and its failure is only logged (O09). */
export function useRecord(): (detail: PaymentAction) => void {
  const supabase = useSupabase()
  const member = useMember()
  const { pathname } = useLocation()
  const record = async (detail: PaymentAction) => {
    const { logAction } = await import('#app/session/statistics.ts')
    await logAction(await supabase(), { detail, url: pathname, uuid: member?.id ?? null })
  }
  return (detail) =>
    void record(detail).catch((error: unknown) => console.warn('This could not be logged.', detail, error))
}
