// Subscribes to changes in the database while a page is open. Changes missed without a connection are reported as a gap
// to read again.
import type { RealtimeChannel } from '@supabase/supabase-js'
import type { Supabase } from './supabase.ts'

export type Listening<Row> = {
  channel: string
  event: 'INSERT' | 'UPDATE'
  table: string
  /** For example `id=eq.…`. Row level security decides in any case. */
  filter: string
  onRow: (row: Row) => void
  /** Changes may have been missed: at the beginning, after a lost connection and after a sleep. */
  onReconnect: () => void
}

/**
 * Applies after the server has closed a channel. The official client recovers from all other failures in the same steps
 * (N10).
 */
const reopenMs = [1_000, 2_000, 5_000, 10_000]

/** Listens until the returned function is called. Browser only. */
export function listenToChanges<Row>(supabase: Supabase, listening: Listening<Row>): () => void {
  let channel: RealtimeChannel | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closures = 0
  let isOver = false

  async function open(): Promise<void> {
    const { event, table, filter } = listening
    // realtime-js would join as a visitor while the token is still being fetched, and send no update when it arrives
    // during the join.
    await supabase.realtime.setAuth()
    if (isOver) return
    const opened = supabase.channel(listening.channel)
    channel = opened
    opened
      .on('postgres_changes', { event, schema: 'public', table, filter }, (change) =>
        listening.onRow(change.new as Row),
      )
      .subscribe((status) => {
        if (isOver || channel !== opened) return
        if (status === 'SUBSCRIBED') {
          closures = 0
          listening.onReconnect()
        }
        if (status === 'CLOSED') reopen(opened)
      })
  }

  function reopen(closed: RealtimeChannel): void {
    channel = null
    void supabase.removeChannel(closed)
    clearTimeout(timer)
    timer = setTimeout(() => void open(), reopenMs[Math.min(closures++, reopenMs.length - 1)])
  }

  const wake = () => {
    if (document.visibilityState === 'visible') listening.onReconnect()
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  void open()
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', wake)
    if (channel) void supabase.removeChannel(channel)
  }
}
