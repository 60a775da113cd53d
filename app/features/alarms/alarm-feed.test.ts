import { beforeEach, expect, it, vi } from 'vitest'
import type { Supabase } from '#app/session/supabase.ts'
import { alarmActions, readWhenStored, reloadAlarms, startAlarmFeed } from './alarm-feed.ts'
import { noAlarms, readAlarmState, writeAlarmState } from './alarm-store.ts'
import * as data from './alarms-data.ts'

vi.mock('./alarms-data.ts')
const changes = vi.hoisted(() => ({ onRow: vi.fn<(row: unknown) => void>() }))
vi.mock('#app/session/live-changes.ts', () => ({
  listenToChanges: (_: unknown, { onRow }: { onRow: (row: unknown) => void }) => {
    changes.onRow.mockImplementation(onRow)
    return () => {}
  },
}))

const alarm: data.Alarm = {
  id: 7,
  kind: 'notice',
  source_id: 'n1',
  data: {},
  is_read: false,
  created_at: '2026-11-21T00:00:00Z',
}
const supabase = null as unknown as Supabase

/** A database with one alarm. A read returns the state at the request; a write takes effect when it is answered. */
let isRead = false
let held: (() => void)[] = []
const later = <T>(answer: () => T) => new Promise<T>((resolve) => held.push(() => resolve(answer())))
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await new Promise((resolve) => setTimeout(resolve))
    for (const go of held.splice(0)) go()
  }
}

beforeEach(() => {
  isRead = false
  held = []
  writeAlarmState({ ...noAlarms, alarms: [alarm], total: 1, unread: 1 })
  vi.mocked(data.countAlarms).mockImplementation(() => {
    const counts = { total: 1, unread: isRead ? 0 : 1 }
    return later(() => counts)
  })
  vi.mocked(data.listAlarms).mockImplementation(() => {
    const alarms = [{ ...alarm, is_read: isRead }]
    return later(() => alarms)
  })
  vi.mocked(data.readAlarm).mockImplementation(() => later(() => void (isRead = true)))
})

it('N03: an alarm marked read stays read when an earlier reload answers later', async () => {
  const reload = reloadAlarms(supabase, 'm', { withList: true })
  await new Promise((resolve) => setTimeout(resolve))
  expect(held.length).toBeGreaterThan(0)
  const reading = alarmActions(supabase, 'm').read(alarm)
  expect(readAlarmState().unread).toBe(0)
  await settle()
  await Promise.all([reading, reload])
  expect(readAlarmState()).toMatchObject({ unread: 0, alarms: [{ id: 7, is_read: true }] })
})

it('N03: a reload that begins while something is being read waits for it', async () => {
  const reading = alarmActions(supabase, 'm').read(alarm)
  const reload = reloadAlarms(supabase, 'm', { withList: true })
  await settle()
  await Promise.all([reading, reload])
  expect(readAlarmState()).toMatchObject({ unread: 0, alarms: [{ id: 7, is_read: true }] })
})

it('N03: older alarms that are read from the database while a change is pending, or before it, have the change', async () => {
  const older = () => readWhenStored(() => data.listAlarms(supabase, 8))
  const before = older()
  await new Promise((resolve) => setTimeout(resolve))
  expect(held).toHaveLength(1)
  const reading = alarmActions(supabase, 'm').read(alarm)
  const during = older()
  await settle()
  await reading
  expect(await before).toMatchObject([{ is_read: true }])
  expect(await during).toMatchObject([{ is_read: true }])
})

it('N02: an alarm whose event arrives after it was counted is counted once', async () => {
  writeAlarmState(noAlarms)
  const stop = startAlarmFeed(supabase, 'm')
  await settle()
  expect(readAlarmState()).toMatchObject({ total: 1, unread: 1 })
  changes.onRow(alarm)
  await settle()
  expect(readAlarmState()).toMatchObject({ total: 1, unread: 1, arrived: 1 })
  stop()
})

it('a feed that has stopped shows nothing any more, also what it was reading', async () => {
  writeAlarmState(noAlarms)
  const stop = startAlarmFeed(supabase, 'm')
  changes.onRow(alarm)
  stop()
  await settle()
  expect(readAlarmState()).toEqual(noAlarms)
})
