import { createClient } from '@supabase/supabase-js'
import { beforeEach, expect, it } from 'vitest'
import type { Supabase } from '#app/session/supabase.ts'
import { alarmActions, reloadAlarms } from './alarm-feed.ts'
import { noAlarms, readAlarmState, writeAlarmState } from './alarm-store.ts'

const alarm = {
  id: 7,
  kind: 'notice',
  source_id: 'n1',
  data: {},
  is_read: false,
  created_at: '2026-11-21T00:00:00Z',
}

/** A database with one alarm that answers when it is told to. */
function createDatabase() {
  let isRead = false
  const held: (() => void)[] = []
  const read = (method: string): Response =>
    method === 'HEAD'
      ? new Response(null, { headers: { 'content-range': `*/${isRead ? 0 : 1}` } })
      : Response.json([{ ...alarm, is_read: isRead }])
  const change = (): Response => {
    isRead = true
    return new Response(null, { status: 204 })
  }
  const supabase = createClient('http://127.0.0.1', 'key', {
    global: {
      fetch: (_, { method = 'GET' } = {}) => {
        // What is read is as old as the question, what is changed is changed when that is answered.
        const answer = method === 'PATCH' ? null : read(method)
        return new Promise((resolve) => held.push(() => resolve(answer ?? change())))
      },
    },
  }) as unknown as Supabase
  return {
    supabase,
    /** Lets everything that was asked so far have its answer, and what is asked because of it too. */
    async settle() {
      for (let round = 0; round < 20; round++) {
        await new Promise((resolve) => setTimeout(resolve))
        for (const go of held.splice(0)) go()
      }
    },
    held,
  }
}

beforeEach(() => writeAlarmState({ ...noAlarms, alarms: [alarm] as never, total: 1, unread: 1 }))

it('N03: what is read on the screen stays read when a reload that began before it answers after it', async () => {
  const database = createDatabase()
  const reload = reloadAlarms(database.supabase, 'm', { withList: true })
  await new Promise((resolve) => setTimeout(resolve))
  expect(database.held.length).toBeGreaterThan(0)
  const reading = alarmActions(database.supabase, 'm').read(alarm.id)
  expect(readAlarmState().unread).toBe(0)
  await database.settle()
  await Promise.all([reading, reload])
  expect(readAlarmState()).toMatchObject({ unread: 0, alarms: [{ id: 7, is_read: true }] })
})

it('N03: a reload that begins while something is being read waits for it', async () => {
  const database = createDatabase()
  const reading = alarmActions(database.supabase, 'm').read(alarm.id)
  const reload = reloadAlarms(database.supabase, 'm', { withList: true })
  await database.settle()
  await Promise.all([reading, reload])
  expect(readAlarmState()).toMatchObject({ unread: 0, alarms: [{ id: 7, is_read: true }] })
})
