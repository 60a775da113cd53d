// Changes on a database whose WAL cannot be read: triggers and a table give the same guarantees.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  clientOf,
  follow,
  startMember,
  startRealtimeBackend,
  type RealtimeBackend,
} from '#backend/testing/realtime-backend.ts'
import { query } from '#backend/testing/test-backend.ts'
import { chooseChangeSource } from './choose-change-source.ts'

let backend: RealtimeBackend
beforeAll(async () => {
  backend = await startRealtimeBackend({}, 'outbox')
})
afterAll(() => backend.stop())

test('N07, N08: a member receives only their own rows, in order and only with columns that have a grant', async () => {
  const [anna, ben] = [await startMember(backend, 'anna'), await startMember(backend, 'ben')]
  const annas = await follow(anna.client, 'notes', { table: 'note' })
  const bens = await follow(ben.client, 'notes', { table: 'note', filter: `owner=eq.${ben.id}` })
  await backend.run(`insert into public.note values (1, '${anna.id}', 'mine'), (2, '${ben.id}', 'his')`)
  await backend.run(`update public.note set text = 'still mine' where id = 1`)
  expect((await annas.has(2)).map((change) => [change.eventType, change.new, change.old])).toEqual([
    ['INSERT', { id: 1, owner: anna.id, text: 'mine' }, {}],
    ['UPDATE', { id: 1, owner: anna.id, text: 'still mine' }, { id: 1 }],
  ])
  expect((await bens.has(1)).map((change) => change.new.text)).toEqual(['his'])
  await Promise.all([anna.leave(), ben.leave()])
})

test('values are the same as those of rest, and a row far above the size of a notification arrives whole', async () => {
  const visitor = clientOf(backend)
  const inbox = await follow(visitor, 'news', { table: 'news' })
  const body = '긴 글 '.repeat(60_000)
  await backend.run(
    `set timezone = 'Asia/Seoul'; set datestyle = 'German';
     insert into public.news values (1, '안녕', 3, 1.5, '{a,"b c"}', '{"x": [1, null]}', '2026-11-21T01:02:03Z', '${body}')`,
  )
  const [change] = await inbox.has(1)
  const { data } = await visitor.from('news').select().eq('id', 1).single()
  expect(change!.new).toEqual(data)
  await visitor.removeAllChannels()
})

test('a late commit arrives late, and once: a transaction that began earlier is not skipped', async () => {
  const visitor = clientOf(backend)
  const inbox = await follow(visitor, 'news', { table: 'news' })
  const [slow, other] = [backend.database.ownerUrl, backend.database.ownerUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client]
  await Promise.all([slow.connect(), other.connect()])
  await slow.query('begin')
  await slow.query(`insert into public.news (id, title) values (10, 'began first')`)
  await other.query(`insert into public.news (id, title) values (11, 'committed first')`)
  await inbox.has(1)
  await other.query(`insert into public.news (id, title) values (12, 'committed second')`)
  await inbox.has(2)
  await slow.query('commit')
  expect((await inbox.has(3)).map((change) => change.new.id)).toEqual([11, 12, 10])
  await other.query(`insert into public.news (id, title) values (13, 'last')`)
  expect((await inbox.has(4)).at(-1)!.new.id).toBe(13)
  await Promise.all([slow.end(), other.end(), visitor.removeAllChannels()])
})

test('reliability 10, 13: every process receives changes; a lost connection is an error, and a client that joins again misses nothing after it', async () => {
  const another = await backend.startAnother()
  const there = clientOf(another)
  const inbox = await follow(there, 'news', { table: 'news' })
  await backend.run(`insert into public.news (id, title) values (20, 'here')`)
  await inbox.has(1)
  await query(
    backend.database.adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%read_outbox%' and pid <> pg_backend_pid()`,
  )
  // The client joins again by itself after the error; rows written after that arrive.
  let id = 21
  while (inbox.items.length < 2) {
    await backend.run(`insert into public.news (id, title) values (${id++}, 'after')`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(new Set(inbox.items.map((change) => change.new.id)).size).toBe(inbox.items.length)
  await there.removeAllChannels()
  await another.stop()
})

test('once the WAL can be read, no trigger exists', async () => {
  const triggers = () =>
    query(
      backend.database.adminUrl,
      `select tgrelid::regclass::text as table from pg_trigger where tgname = 'local_backend_note_change' order by 1`,
    )
  expect(await triggers()).toEqual([{ table: 'news' }, { table: 'note' }])
  expect(await chooseChangeSource(backend.database.adminUrl)).toBe('log')
  expect(await triggers()).toEqual([])
  await chooseChangeSource(backend.database.adminUrl, 'outbox')
})
