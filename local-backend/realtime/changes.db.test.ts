import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  clientOf,
  Inbox,
  startMember,
  startRealtimeBackend,
  subscribed,
  type RealtimeBackend,
} from '#backend/testing/realtime-backend.ts'

type Change = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown> }

let backend: RealtimeBackend
beforeAll(async () => {
  backend = await startRealtimeBackend()
})
afterAll(() => backend.stop())

test('N07, N08: a member hears of changes of their own rows and of nobody else’s', async () => {
  const [anna, ben] = [await startMember(backend, 'anna'), await startMember(backend, 'ben')]
  const inboxes = [new Inbox<Change>(), new Inbox<Change>()]
  for (const [at, { client }] of [anna, ben].entries()) {
    const channel = client
      .channel(`notes-${at}`)
      .on('postgres_changes', { event: '*', schema: 'public', table: 'note' }, inboxes[at]!.add)
    await subscribed(channel)
  }
  await backend.run(`insert into public.note values (1, '${anna.id}', 'mine'), (2, '${ben.id}', 'his')`)
  await backend.run(`update public.note set text = 'still mine' where id = 1`)
  await backend.run(`update public.note set text = 'still his' where id = 2`)
  const [annas, bens] = [await inboxes[0]!.has(2), await inboxes[1]!.has(2)]
  expect(annas.map((change) => [change.eventType, change.new])).toEqual([
    ['INSERT', { id: 1, owner: anna.id, text: 'mine' }],
    ['UPDATE', { id: 1, owner: anna.id, text: 'still mine' }],
  ])
  expect(bens.map((change) => change.new.text)).toEqual(['his', 'still his'])
  await Promise.all([anna.leave(), ben.leave()])
})

test('a visitor hears of tables that are open to everybody, with values as rest gives them', async () => {
  const visitor = clientOf(backend)
  const inbox = new Inbox<Change>()
  await subscribed(
    visitor
      .channel('news')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'news' }, inbox.add),
  )
  await backend.run(
    `insert into public.news values (1, '안녕', 3, 1.5, '{a,"b c"}', '{"x": [1, null]}', '2026-11-21T01:02:03Z')`,
  )
  await backend.run(`update public.news set likes = 4 where id = 1; delete from public.news where id = 1`)
  const [inserted, updated, deleted] = await inbox.has(3)
  const row = {
    id: 1,
    title: '안녕',
    likes: 3,
    score: 1.5,
    tags: ['a', 'b c'],
    facts: { x: [1, null] },
    published_at: '2026-11-21T01:02:03+00:00',
    body: null,
  }
  expect(inserted).toMatchObject({ eventType: 'INSERT', schema: 'public', table: 'news', new: row, old: {} })
  expect(updated).toMatchObject({ eventType: 'UPDATE', new: { ...row, likes: 4 }, old: { id: 1 } })
  expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 1 } })
  await visitor.removeAllChannels()
})
