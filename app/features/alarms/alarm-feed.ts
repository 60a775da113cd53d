// Loads and changes the page's alarms. Loaded after hydration.
import { listenToChanges } from '#app/session/live-changes.ts'
import type { Supabase } from '#app/session/supabase.ts'
import type { AlarmKind } from '#shared/alarms.ts'
import { applyAlarmEvent, type AlarmEvent } from './alarm-state.ts'
import { noAlarms, readAlarmState, writeAlarmState } from './alarm-store.ts'
import {
  countAlarms,
  deleteAllAlarms,
  listAlarms,
  readAlarm,
  readAlarmsAbout,
  readAllAlarms,
  restoreAlarms,
  type Alarm,
} from './alarms-data.ts'

export const showAlarmEvent = (event: AlarmEvent): void =>
  writeAlarmState(applyAlarmEvent(readAlarmState(), event))

/** Counts the member's alarms and receives new ones until the returned function is called. */
export function startAlarmFeed(supabase: Supabase, memberId: string): () => void {
  let isStopped = false
  const reload = (withList: boolean) =>
    reloadAlarms(supabase, memberId, { withList, isWanted: () => !isStopped }).catch((error: unknown) =>
      console.warn('The alarms could not be read.', error),
    )
  const catchUp = () => void reload(readAlarmState().alarms !== null)
  /** One that was counted before its event arrived would be counted twice. */
  let counting: Promise<void> | null = null
  const recount = () => (counting ??= reload(false).finally(() => (counting = null)))
  catchUp()
  const stop = listenToChanges<Alarm>(supabase, {
    channel: `user-alarm-channel-${memberId}`,
    event: 'INSERT',
    table: 'user_alarm',
    filter: `user_id=eq.${memberId}`,
    onRow: (alarm) => {
      showAlarmEvent({ type: 'inserted', alarm })
      void recount()
    },
    onReconnect: catchUp,
  })
  return () => {
    isStopped = true
    stop()
    writeAlarmState(noAlarms)
  }
}

/** The pending changes of the member. */
let changing: Promise<unknown> = Promise.resolve()
let changes = 0

/**
 * What `read` finds once the member's pending changes are stored. It reads again when the member changes something
 * meanwhile. @throws what `read` throws
 */
export async function readWhenStored<Found>(read: () => Promise<Found>): Promise<Found> {
  await changing
  const changesBefore = changes
  const found = await read()
  return changes === changesBefore ? found : readWhenStored(read)
}

/** Reads the counts, and the first page if wanted. It reads again when alarms arrive during the read. @throws AppError */
export async function reloadAlarms(
  supabase: Supabase,
  memberId: string,
  { withList, isWanted = () => true }: { withList: boolean; isWanted?: () => boolean },
): Promise<void> {
  const { arrived } = readAlarmState()
  const [counts, alarms] = await readWhenStored(async () => {
    // Counting receives important notices first.
    const counted = await countAlarms(supabase, memberId)
    return [counted, withList ? await listAlarms(supabase, null) : null] as const
  })
  // Another member may have signed in.
  if (!isWanted()) return
  if (readAlarmState().arrived !== arrived) return reloadAlarms(supabase, memberId, { withList, isWanted })
  showAlarmEvent(alarms ? { type: 'listed', alarms, counts } : { type: 'counted', counts })
}

/** Applies a member's change to alarms immediately, and reads the database again when it fails. @throws AppError */
export function alarmActions(supabase: Supabase, memberId: string) {
  const change = async <Result>(event: AlarmEvent, work: Promise<Result>): Promise<Result> => {
    changes++
    changing = Promise.allSettled([changing, work])
    showAlarmEvent(event)
    try {
      return await work
    } catch (error) {
      await reloadAlarms(supabase, memberId, { withList: true })
      throw error
    }
  }
  return {
    read: (alarm: Alarm) => change({ type: 'read', alarm }, readAlarm(supabase, alarm.id)),
    readAll: () => change({ type: 'all-read' }, readAllAlarms(supabase, memberId)),
    /** @returns the deleted ids */
    deleteAll: () => change({ type: 'all-deleted' }, deleteAllAlarms(supabase)),
    /** @returns the restored ids */
    async restore(ids: readonly number[]) {
      const restored = await restoreAlarms(supabase, ids)
      await reloadAlarms(supabase, memberId, { withList: readAlarmState().alarms !== null })
      return restored
    },
    async see(kind: AlarmKind, sourceId: string) {
      const read = await readAlarmsAbout(supabase, { kind, source_id: sourceId })
      changes++
      if (read > 0) await reloadAlarms(supabase, memberId, { withList: readAlarmState().alarms !== null })
    },
  }
}
