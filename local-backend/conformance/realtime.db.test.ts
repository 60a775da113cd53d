// Every row of README.md's table for realtime, with plain calls.
import { randomUUID } from 'node:crypto'
import { createClient, RealtimePostgresFilterBuilder, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { follow, Inbox, subscribed, type Change } from '#backend/testing/realtime-backend.ts'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { newMember, startTarget, type Member, type Target } from './target.ts'

/** Unique names per run: a hosted project may have data of an earlier one. */
const run = randomUUID().slice(0, 8)
let target: Target
let visitor: SupabaseClient
let other: SupabaseClient
let member: Member
beforeAll(async () => {
  target = await startTarget({ realtime: true })
  await target.run(`
    alter publication supabase_realtime add table public.book, public.note;
    create policy "members hear in their own rooms ${run}" on realtime.messages for select to authenticated
      using (realtime.topic() like 'own ' || (select auth.uid())::text || '%' and extension in ('broadcast', 'presence'));
    create policy "members speak in their own rooms ${run}" on realtime.messages for insert to authenticated
      with check (realtime.topic() like 'own ' || (select auth.uid())::text || '%')`)
  member = await newMember(target)
  visitor = createVisitor(target)
  other = createVisitor(target)
})
afterEach(() => Promise.all([visitor, other, member.client].map((client) => client.removeAllChannels())))
afterAll(async () => {
  await target.run(`drop policy "members hear in their own rooms ${run}" on realtime.messages;
    drop policy "members speak in their own rooms ${run}" on realtime.messages`)
  await target.stop()
})

const topic = (name: string) => `${name} ${run}`
const books = (ids: number[]) =>
  `insert into public.book (id, title, author_id, pages) values ${ids.map((id) => `(${id}, 'n${id}', 1, ${id})`).join(', ')}`

it('N09: a channel is subscribed, left by unsubscribe, removeChannel and removeAllChannels, in both protocols', async () => {
  for (const vsn of ['1.0.0', '2.0.0']) {
    const client = createClient(target.url, target.keys.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { vsn },
    })
    const [first, second] = [client.channel(topic('one')), client.channel(topic('two'))]
    const beats = new Promise((resolve) =>
      client.realtime.onHeartbeat((status) => status === 'ok' && resolve(status)),
    )
    await Promise.all([subscribed(first), subscribed(second)])
    await client.realtime.sendHeartbeat()
    expect(await beats).toBe('ok')
    expect(await first.unsubscribe()).toBe('ok')
    expect(await client.removeChannel(second)).toBe('ok')
    await subscribed(client.channel(topic('three')))
    expect(await client.removeAllChannels()).toEqual(['ok'])
    expect(client.getChannels()).toEqual([])
  }
})

it('N07, N08: postgres_changes sends INSERT, UPDATE and DELETE of a table, of a schema and of all, to clients that may see the row', async () => {
  const [ofTable, ofSchema, ofAll] = await Promise.all([
    follow(visitor, topic('table'), { table: 'book' }),
    follow(visitor, topic('schema'), { table: undefined }),
    follow(visitor, topic('all'), { schema: '*', table: undefined }),
  ])
  const notes = await follow(member.client, topic('notes'), { table: 'note' })
  await target.run(`insert into public.note (owner, text) values (gen_random_uuid(), 'foreign')`)
  await target.run(`insert into public.note (owner, text) values ('${member.session.user.id}', 'own')`)
  await target.run(books([51]))
  await target.run(`update public.book set pages = 2 where id = 51`)
  await target.run(`delete from public.book where id = 51`)
  for (const inbox of [ofTable, ofSchema, ofAll]) {
    const changes = await inbox.has(3)
    expect(changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
    expect([changes[1]?.new, changes[2]?.old]).toMatchObject([{ id: 51, pages: 2 }, { id: 51 }])
  }
  expect((await notes.has(1)).map((change) => change.new.text)).toEqual(['own'])
})

it('N07: every operator of a filter chooses, written by hand or by the RealtimePostgresFilterBuilder', async () => {
  const build = () => new RealtimePostgresFilterBuilder()
  const filters: [RealtimePostgresFilterBuilder | string, number[]][] = [
    ['pages=isdistinct.62,id=not.eq.61', [63]],
    [build().eq('id', 62), [62]],
    [build().neq('id', 62), [61, 63]],
    [build().lt('id', 62), [61]],
    [build().lte('id', 62), [61, 62]],
    [build().gt('id', 62), [63]],
    [build().gte('id', 62), [62, 63]],
    [build().in('id', [61, 63]), [61, 63]],
    [build().like('title', 'n61%'), [61]],
    [build().ilike('title', 'N61%'), [61]],
    [build().match('title', '^n61$'), [61]],
    [build().imatch('title', '^N61$'), [61]],
    [build().is('translator_id', null), [61, 62, 63]],
    [build().isDistinct('pages', 62), [61, 63]],
    [build().not('id', 'in', [61, 63]), [62]],
    [build().gt('id', 61).lt('id', 63), [62]],
  ]
  const inboxes = await Promise.all(
    filters.map(([filter]) =>
      follow(visitor, topic(String(filter)), { table: 'book', filter: String(filter) }),
    ),
  )
  const end = await follow(visitor, topic('end'), { table: 'book' })
  await target.run(books([61, 62, 63]))
  await end.has(3)
  for (const [index, [filter, ids]] of filters.entries()) {
    const received = await inboxes[index]!.has(ids.length)
    expect([String(filter), received.map((change) => change.new.id)]).toEqual([String(filter), ids])
  }
})

it('N07: select chooses columns, and postgres_changes_options.wait holds SUBSCRIBED until changes are sure to arrive', async () => {
  const inbox = new Inbox<Change>()
  const channel = visitor.channel(topic('columns'), { config: { postgres_changes_options: { wait: true } } })
  channel.on(
    'postgres_changes',
    { event: 'INSERT', schema: 'public', table: 'book', select: ['id', 'title'] },
    (change) => inbox.add(change as unknown as Change),
  )
  await subscribed(channel)
  await target.run(books([71]))
  expect((await inbox.has(1))[0]?.new).toEqual({ id: 71, title: 'n71' })
})

it('a broadcast reaches others, its sender with self, is acknowledged with ack, and goes as bytes and by httpSend', async () => {
  const [received, own] = [new Inbox<unknown>(), new Inbox<unknown>()]
  const listener = other.channel(topic('talk'))
  await subscribed(listener.on('broadcast', { event: '*' }, ({ payload }) => received.add(payload)))
  const speaker = visitor.channel(topic('talk'), { config: { broadcast: { self: true, ack: true } } })
  expect(await speaker.httpSend('early', { n: 0 })).toEqual({ success: true })
  await subscribed(speaker.on('broadcast', { event: '*' }, ({ payload }) => own.add(payload)))
  expect(await speaker.send({ type: 'broadcast', event: 'wave', payload: { n: 1 } })).toBe('ok')
  const bytes = new Uint8Array([0, 255, 7]).buffer
  await speaker.send({ type: 'broadcast', event: 'bytes', payload: bytes })
  expect(await received.has(3)).toEqual([{ n: 0 }, { n: 1 }, bytes])
  expect((await own.has(2)).slice(-2)).toEqual([{ n: 1 }, bytes])
})

it('presence sends the tracked clients by key, and joins and leaves', async () => {
  const events = new Inbox<[string, string]>()
  const here = visitor.channel(topic('lobby'), { config: { presence: { key: 'here' } } })
  const synced = new Inbox<string[]>()
  here
    .on('presence', { event: 'sync' }, () => synced.add(Object.keys(here.presenceState())))
    .on('presence', { event: 'join' }, ({ key }) => events.add(['join', key]))
    .on('presence', { event: 'leave' }, ({ key }) => events.add(['leave', key]))
  await subscribed(here)
  const there = other.channel(topic('lobby'), { config: { presence: { key: 'there' } } })
  await subscribed(there)
  expect(await there.track({ name: 'Ben' })).toBe('ok')
  await events.has(1)
  expect(here.presenceState()).toMatchObject({ there: [{ name: 'Ben' }] })
  expect(await there.untrack()).toBe('ok')
  expect(await events.has(2)).toEqual([
    ['join', 'there'],
    ['leave', 'there'],
  ])
})

it('security 108: a channel with private: true opens to whom the policies on realtime.messages name', async () => {
  const name = `own ${member.session.user.id} ${run}`
  const room = (client: SupabaseClient) =>
    client.channel(name, { config: { private: true, broadcast: { self: true, ack: true } } })
  const received = new Inbox<unknown>()
  const own = room(member.client).on('broadcast', { event: '*' }, ({ payload }) => received.add(payload))
  await subscribed(own)
  expect(await own.send({ type: 'broadcast', event: 'x', payload: { n: 1 } })).toBe('ok')
  expect(await received.has(1)).toEqual([{ n: 1 }])
  await expect(subscribed(room(visitor))).rejects.toThrow('Unauthorized')
})

it('A13: setAuth renews the token on the socket, and changes continue', async () => {
  const { client, session } = member
  const inbox = await follow(client, topic('renewed'), { table: 'note' })
  const { data } = await client.auth.refreshSession()
  await client.realtime.setAuth(data.session?.access_token ?? null)
  await target.run(`insert into public.note (owner, text) values ('${session.user.id}', 'after')`)
  expect((await inbox.has(1)).map((change) => change.new.text)).toEqual(['after'])
})

it('a message of the secret key reaches all clients in a public topic', async () => {
  const received = new Inbox<unknown>()
  await subscribed(
    visitor.channel(topic('news')).on('broadcast', { event: 'x' }, ({ payload }) => received.add(payload)),
  )
  await createOperator(target).channel(topic('news')).httpSend('x', { n: 1 })
  expect(await received.has(1)).toEqual([{ n: 1 }])
})
