import { expect, it } from 'vitest'
import { applyAlarmEvent, type AlarmState } from './alarm-state.ts'
import { noAlarms } from './alarm-store.ts'
import type { Alarm } from './alarms-data.ts'

const alarm = (id: number, isRead = false): Alarm => ({
  id,
  kind: 'tool_execute',
  source_id: String(id),
  data: {},
  is_read: isRead,
  created_at: '2026-11-21T00:00:00Z',
})
const listed: AlarmState = {
  alarms: [alarm(3), alarm(2, true), alarm(1)],
  total: 3,
  unread: 2,
  arrived: 0,
}
const idsOf = (state: AlarmState) => state.alarms?.map(({ id }) => id)

it('N05: a live insert adds to the list and raises unread count and total', () => {
  const state = applyAlarmEvent(listed, { type: 'inserted', alarm: alarm(4) })
  expect(state).toMatchObject({ total: 4, unread: 3, arrived: 1 })
  expect(idsOf(state)).toEqual([4, 3, 2, 1])
})

it('N05: an alarm that is known already changes nothing', () => {
  expect(applyAlarmEvent(listed, { type: 'inserted', alarm: alarm(3) })).toBe(listed)
})

it('N05: the bell counts before the list is requested', () => {
  expect(applyAlarmEvent(noAlarms, { type: 'inserted', alarm: alarm(4) })).toEqual({
    alarms: null,
    total: 1,
    unread: 1,
    arrived: 1,
  })
})

it('N04: reading one lowers the count once, reading all and deleting all empty it', () => {
  const once = applyAlarmEvent(listed, { type: 'read', alarm: alarm(3) })
  expect(once.unread).toBe(1)
  expect(applyAlarmEvent(once, { type: 'read', alarm: alarm(3) }).unread).toBe(1)
  const all = applyAlarmEvent(listed, { type: 'all-read' })
  expect([all.unread, all.total, all.alarms?.every(({ is_read }) => is_read)]).toEqual([0, 3, true])
  expect(applyAlarmEvent(listed, { type: 'all-deleted' })).toMatchObject({ alarms: [], total: 0, unread: 0 })
})

it('a list that was cleared elsewhere is empty here', () => {
  const state = applyAlarmEvent(listed, { type: 'listed', alarms: [], counts: { total: 0, unread: 0 } })
  expect(state).toMatchObject({ alarms: [], total: 0, unread: 0 })
})
