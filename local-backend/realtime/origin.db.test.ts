// Another site's page may open a socket: its key and token decide what it receives.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RawSocket } from '#backend/testing/raw-socket.ts'
import {
  follow,
  startMember,
  startRealtimeBackend,
  type RealtimeBackend,
} from '#backend/testing/realtime-backend.ts'

let backend: RealtimeBackend
beforeAll(async () => {
  backend = await startRealtimeBackend()
})
afterAll(() => backend.stop())

test('security 110: a page of another origin gets only the rights of its key and token: cookies have no effect', async () => {
  const { session, id, client, leave } = await startMember(backend, 'origin')
  const cookie = `munjang-session=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
  const key = `?apikey=${backend.keys.publishableKey}&vsn=2.0.0`
  const foreign = { origin: 'https://evil.example', cookie }
  const changes = { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'note' }] } }
  const own = await follow(client, 'own notes', { table: 'note' })

  expect(await new RawSocket(backend.url, '', foreign).ended).toBe(401)
  const stranger = new RawSocket(backend.url, key, foreign)
  await stranger.opened
  expect(await stranger.join('realtime:notes', changes)).toBeUndefined()
  expect(JSON.stringify(await stranger.next())).toContain('Unable to subscribe to changes')
  const bearer = new RawSocket(backend.url, key, foreign)
  await bearer.opened
  expect(
    await bearer.join('realtime:notes', { ...changes, access_token: session.access_token }),
  ).toBeUndefined()
  expect(JSON.stringify(await bearer.next())).toContain('Subscribed to PostgreSQL')

  await backend.run(`insert into public.note values (901, '${id}', 'mine')`)
  expect((await own.has(1)).map((change) => change.new.id)).toEqual([901])
  expect(JSON.stringify(await bearer.next())).toContain('901')
  // Frames are answered in order: an event for this client would arrive before this response.
  stranger.send('phoenix', 'heartbeat', {})
  expect((await stranger.next())[4].status).toBe('ok')
  stranger.ws.close()
  bearer.ws.close()
  await leave()
})
