import type { Alarm, AlarmCounts } from './alarms-data.ts'

/** The page's state of the member's alarms: the bell's counts, and the list once it was requested. */
export type AlarmState = AlarmCounts & {
  /** The first page, newest first; null before the first request. */
  alarms: Alarm[] | null
  /** The number of alarms that arrived while the page was open. */
  arrived: number
}

export type AlarmEvent =
  | { type: 'counted'; counts: AlarmCounts }
  /** A first page, newer than anything known. */
  | { type: 'listed'; alarms: Alarm[]; counts: AlarmCounts }
  | { type: 'inserted'; alarm: Alarm }
  | { type: 'read'; alarm: Alarm }
  | { type: 'all-read' }
  | { type: 'all-deleted' }

/** The state after one more event. */
export function applyAlarmEvent(state: AlarmState, event: AlarmEvent): AlarmState {
  const { alarms } = state
  switch (event.type) {
    case 'counted':
      return { ...state, ...event.counts }
    case 'listed':
      return { ...state, ...event.counts, alarms: event.alarms }
    case 'inserted':
      if (alarms?.some(({ id }) => id === event.alarm.id)) return state
      return {
        alarms: alarms && [event.alarm, ...alarms].sort((a, b) => b.id - a.id),
        total: state.total + 1,
        unread: state.unread + (event.alarm.is_read ? 0 : 1),
        arrived: state.arrived + 1,
      }
    case 'read': {
      const isUnread = !(alarms?.find(({ id }) => id === event.alarm.id) ?? event.alarm).is_read
      return {
        ...state,
        unread: Math.max(0, state.unread - (isUnread ? 1 : 0)),
        alarms:
          alarms?.map((alarm) => (alarm.id === event.alarm.id ? { ...alarm, is_read: true } : alarm)) ?? null,
      }
    }
    case 'all-read':
      return { ...state, unread: 0, alarms: alarms?.map((alarm) => ({ ...alarm, is_read: true })) ?? null }
    case 'all-deleted':
      return { ...state, total: 0, unread: 0, alarms: [] }
  }
}
