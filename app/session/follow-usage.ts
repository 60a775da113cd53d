// What keeps a balance in step with the database. Loaded for members, after the page is alive.
import { listenToChanges } from './live-changes.ts'
import { usageColumns, type MemberUsage } from './session.ts'
import { getSupabase, type BackendFacts, type Supabase } from './supabase.ts'

/** A page load that began before a live row may answer after it: within this time the balance is read once more. */
const crossingMs = 10_000

export type Following = {
  stop: () => void
  /** To be called after each page load, whose balance may be older than what came live. */
  afterPageLoad: () => void
}

/** Every UPDATE of the member's own row replaces the balance as a whole (N07). */
export async function followUsage(
  backend: BackendFacts,
  memberId: string,
  show: (usage: MemberUsage) => void,
): Promise<Following> {
  const supabase = await getSupabase(backend)
  let lastRowAt = 0
  let isOver = false
  const reread = async () => {
    const usage = await readUsage(supabase, memberId)
    if (usage && !isOver) show(usage)
  }
  const stopListening = listenToChanges<MemberUsage>(supabase, {
    channel: `user-usage-channel-${memberId}`,
    event: 'UPDATE',
    table: 'user_usage',
    filter: `id=eq.${memberId}`,
    onRow(row) {
      lastRowAt = Date.now()
      show(row)
    },
    onGap: () => void reread(),
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

async function readUsage(supabase: Supabase, memberId: string): Promise<MemberUsage | null> {
  const { data, error } = await supabase
    .from('user_usage')
    .select(usageColumns)
    .eq('id', memberId)
    .maybeSingle()
  if (error) console.warn('The balance could not be read again.', error.message)
  return data
}
