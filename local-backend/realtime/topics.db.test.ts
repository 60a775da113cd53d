// Broadcast, presence and private channels, on one process and across two.
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  clientOf,
  Inbox,
  startMember,
  startRealtimeBackend,
  subscribed,
  type RealtimeBackend,
} from '#backend/testing/realtime-backend.ts'
import { createOperator } from '#backend/testing/sign-in.ts'
import { serveBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: RealtimeBackend
let another: TestBackend
beforeAll(async () => {
  backend = await startRealtimeBackend()
  another = await backend.startAnother()
  await backend.run(`
    create policy "members hear in their own rooms" on realtime.messages for select to authenticated
      using (realtime.topic() like '%' || (select auth.uid())::text || '%' and extension in ('broadcast', 'presence'));
    create policy "members speak in their own rooms" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'room:' || (select auth.uid())::text)`)
})
afterAll(async () => {
  await another.stop()
  await backend.stop()
})

type Said = { event: string; payload: unknown }

async function listen(channel: RealtimeChannel): Promise<Inbox<Said>> {
  const inbox = new Inbox<Said>()
  await subscribed(
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => inbox.add({ event, payload })),
  )
  return inbox
}

/** Uses version 1.0.0 of the protocol, like older clients. */
const oldClient = (from: TestBackend) =>
  createClient(from.url, from.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { vsn: '1.0.0' },
  })

test('a broadcast reaches all clients in the topic on both processes and in both protocol versions, and its sender on request', async () => {
  const clients = [clientOf(backend), clientOf(another), oldClient(backend), oldClient(another)]
  const inboxes = await Promise.all(clients.map((client) => listen(client.channel('방'))))
  const selfish = clientOf(backend).channel('방', { config: { broadcast: { self: true, ack: true } } })
  const own = await listen(selfish)
  expect(await selfish.send({ type: 'broadcast', event: 'wave', payload: { 안녕: ['👋', 1] } })).toBe('ok')
  for (const inbox of [...inboxes, own]) {
    expect(await inbox.has(1)).toEqual([{ event: 'wave', payload: { 안녕: ['👋', 1] } }])
  }
  await clients[3]!.channel('방').send({ type: 'broadcast', event: 'back', payload: 'x'.repeat(100_000) })
  for (const inbox of [inboxes[0]!, inboxes[1]!, inboxes[2]!, own]) {
    expect((await inbox.has(2))[1]!.payload).toHaveLength(100_000)
  }
  expect(inboxes[3]!.items).toHaveLength(1)
  await Promise.all(
    [...clients, { removeAllChannels: () => selfish.unsubscribe() }].map((one) => one.removeAllChannels()),
  )
})

test('bytes stay bytes, over the socket and over HTTP', async () => {
  const [sender, reader] = [clientOf(backend).channel('bytes'), clientOf(another).channel('bytes')]
  const inbox = await listen(reader)
  await subscribed(sender)
  const bytes = new Uint8Array([0, 255, 7]).buffer
  await sender.send({ type: 'broadcast', event: 'b', payload: bytes })
  await sender.httpSend('h', bytes)
  const [first, second] = await inbox.has(2)
  for (const { payload } of [first!, second!]) expect(payload).toEqual(bytes)
  await Promise.all([sender.unsubscribe(), reader.unsubscribe()])
})

test('httpSend and send before joining use HTTP', async () => {
  const reader = clientOf(another).channel('http room/1')
  const inbox = await listen(reader)
  const sender = clientOf(backend).channel('http room/1')
  expect(await sender.httpSend('하나', { n: 1 })).toEqual({ success: true })
  expect(await sender.send({ type: 'broadcast', event: 'two', payload: { n: 2 } })).toBe('ok')
  expect(await inbox.has(2)).toEqual([
    { event: '하나', payload: { n: 1 } },
    { event: 'two', payload: { n: 2 } },
  ])
  await reader.unsubscribe()
})

type State = Record<string, { name: string }[]>
const names = (channel: RealtimeChannel) =>
  Object.values(channel.presenceState() as State)
    .flat()
    .map(({ name }) => name)
    .toSorted()

/** A channel of this topic with a function that waits for its presence. */
async function enter(client: SupabaseClient, topic: string, key: string) {
  const channel = client.channel(topic, { config: { presence: { key } } })
  const waiting: { wanted: string; resolve: () => void }[] = []
  channel.on('presence', { event: 'sync' }, () => {
    for (const one of waiting) if (names(channel).join() === one.wanted) one.resolve()
  })
  await subscribed(channel)
  return {
    channel,
    sees: (...wanted: string[]) =>
      new Promise<void>((resolve) => {
        waiting.push({ wanted: wanted.join(), resolve })
        if (names(channel).join() === wanted.join()) resolve()
      }),
  }
}

test('presence: a tracked client is visible on both processes, changes, leaves, and ends with the process', async () => {
  const third = await backend.startAnother()
  const [here, there, passing] = await Promise.all([
    enter(clientOf(backend), 'lobby', 'a'),
    enter(clientOf(another), 'lobby', 'b'),
    enter(clientOf(third), 'lobby', 'c'),
  ])
  await here.channel.track({ name: 'anna' })
  await there.channel.track({ name: 'ben' })
  await passing.channel.track({ name: 'cleo' })
  await Promise.all([here, there, passing].map((one) => one.sees('anna', 'ben', 'cleo')))
  const late = await enter(clientOf(another), 'lobby', 'd')
  await late.sees('anna', 'ben', 'cleo')
  await here.channel.track({ name: 'anna again' })
  await there.sees('anna again', 'ben', 'cleo')
  expect(Object.keys(there.channel.presenceState()).toSorted()).toEqual(['a', 'b', 'c'])
  await there.channel.untrack()
  await here.sees('anna again', 'cleo')
  await third.stop()
  await here.sees('anna again')
  await here.channel.unsubscribe()
  await late.sees()
  await Promise.all([there, late].map(({ channel }) => channel.unsubscribe()))
})

test('a process that starts later receives the presence of the others', async () => {
  const first = await enter(clientOf(backend), 'early', 'a')
  await first.channel.track({ name: 'anna' })
  const late = await backend.startAnother()
  const seen = await enter(clientOf(late), 'early', 'b')
  await seen.sees('anna')
  expect(Object.keys(seen.channel.presenceState())).toEqual(['a'])
  await late.stop()
  await first.channel.unsubscribe()
})

test('security 108: policies on realtime.messages decide who receives and who sends in a private channel', async () => {
  const [anna, ben] = [await startMember(backend, 'anna'), await startMember(backend, 'ben')]
  const room = (client: SupabaseClient, name: string) =>
    client.channel(name, { config: { private: true, broadcast: { ack: true } } })
  const annas = room(anna.client, `room:${anna.id}`)
  const inbox = await listen(annas)
  const closed = `Unauthorized: You do not have permissions to read from this Channel topic: room:${anna.id}`
  await expect(subscribed(room(ben.client, `room:${anna.id}`))).rejects.toThrow(closed)
  await expect(subscribed(room(clientOf(backend), `room:${anna.id}`))).rejects.toThrow('Unauthorized')

  const forBoth = `hall ${anna.id} ${ben.id}`
  const [hall, bens] = [room(anna.client, forBoth), room(ben.client, forBoth)]
  const received = await listen(hall)
  await subscribed(bens)
  expect(await bens.send({ type: 'broadcast', event: 'no', payload: {} })).toBe('error')
  await expect(bens.httpSend('no', {})).rejects.toThrow('You do not have permissions to write')
  expect(await bens.track({ name: 'ben' })).toBe('error')

  const publicOne = clientOf(backend).channel(`room:${anna.id}`)
  await publicOne.httpSend('stranger', {})
  await room(createOperator(backend), `room:${anna.id}`).httpSend('from us', {})
  expect((await inbox.has(1)).map(({ event }) => event)).toEqual(['from us'])
  expect(received.items).toEqual([])
  await Promise.all([anna.leave(), ben.leave()])
})

test('security 108: with public channels for changes only, no client can send, receive or track in one', async () => {
  const strict = await serveBackend(backend.database, backend.keys, {
    realtime: { replicationUrl: backend.database.replicationUrl, publicChannels: 'changes-only' },
    publicUrl: backend.url,
  })
  const victim = clientOf(strict).channel('user-usage-channel-1')
  const inbox = await listen(victim)
  const stranger = clientOf(strict).channel('user-usage-channel-1', { config: { broadcast: { ack: true } } })
  await subscribed(stranger)
  expect(await stranger.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('error')
  expect(await stranger.track({})).toBe('error')
  await expect(stranger.httpSend('x', {})).rejects.toThrow(
    'PrivateOnly: This project only allows private channels',
  )
  // Nor from a process with looser settings.
  await clientOf(backend).channel('user-usage-channel-1').httpSend('x', {})
  expect(inbox.items).toEqual([])
  await Promise.all([victim.unsubscribe(), stranger.unsubscribe()])
  await strict.stop()
})
