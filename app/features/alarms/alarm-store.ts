import { useSyncExternalStore } from 'react'
import type { AlarmState } from './alarm-state.ts'

// One store for the page: the bell in the header and the list show the same alarms. Its changes load later, with
// alarm-feed.ts.
export const noAlarms: AlarmState = { alarms: null, total: 0, unread: 0, arrived: 0 }

let state = noAlarms
const listeners = new Set<() => void>()

export const readAlarmState = (): AlarmState => state

export function writeAlarmState(next: AlarmState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current alarms of the page; empty on the server. */
export function useAlarms(): AlarmState {
  return useSyncExternalStore(subscribe, readAlarmState, () => noAlarms)
}
