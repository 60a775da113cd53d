// Synchronises a balance with the database. Members load this module after hydration.
import { listenToChanges } from './live-changes.ts'
import { findOwnUsage } from './own-usage.ts'
import type { MemberUsage } from './session.ts'
import { getSupabase, type SupabaseConfig } from './supabase.ts'

/** A page load that began before a live row may answer after it: within this time the balance is read again. */
const crossingMs = 10_000

export type Following = {
  stop: () => void
  /** Called after each page load, whose balance may be older than the live one. */
  afterPageLoad: () => void
}

/**
 * Every UPDATE of the member's own row triggers a new read of the whole balance (N07), because the row alone is not
 * enough.
 */
export async function followUsage(
  backend: SupabaseConfig,
  memberId: string,
  show: (usage: MemberUsage) => void,
): Promise<Following> {
  const supabase = await getSupabase(backend)
  let lastRowAt = 0
  let isOver = false
  let readings = 0
  const reread = async () => {
    const reading = ++readings
    try {
      const usage = await findOwnUsage(supabase)
      // Answers may arrive out of order: only the answer to the last request is sure to be the newest.
      if (usage && !isOver && reading === readings) show(usage)
    } catch (error) {
      console.warn('The balance could not be read again.', error)
    }
  }
  const stopListening = listenToChanges(supabase, {
    channel: `user-usage-channel-${memberId}`,
    event: 'UPDATE',
    table: 'user_usage',
    filter: `id=eq.${memberId}`,
    onRow() {
      lastRowAt = Date.now()
      void reread()
    },
    onReconnect: () => void reread(),
  })
  return {
    stop() {
      isOver = true
      stopListening()
    },
    afterPageLoad() {
      if (Date.now() - lastRowAt < crossingMs) void reread()
    },
  }
}
