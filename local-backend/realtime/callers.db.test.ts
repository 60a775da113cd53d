// The limits of one caller of realtime, and the share of the others.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RealtimeLimits } from '#backend/realtime/limits.ts'
import { openDatabaseLine } from '#backend/testing/database-line.ts'
import { RawSocket } from '#backend/testing/raw-socket.ts'
import {
  follow,
  startMember,
  startRealtimeBackend,
  type RealtimeBackend,
} from '#backend/testing/realtime-backend.ts'
import { query, serveBackend, startTestBackend } from '#backend/testing/test-backend.ts'

let backend: RealtimeBackend
beforeAll(async () => {
  backend = await startRealtimeBackend()
})
afterAll(() => backend.stop())

const rawSocket = (address: string, headers: Record<string, string> = {}, url = backend.url) =>
  new RawSocket(url, address, headers)

async function open(): Promise<RawSocket> {
  const socket = rawSocket(`?apikey=${backend.keys.publishableKey}&vsn=2.0.0`)
  await socket.opened
  return socket
}

test('backend S10: bytes are counted before JSON parsing, per socket and per address', async () => {
  const small = await serveBackend(backend.database, backend.keys, {
    isProxyTrusted: true,
    realtime: {
      replicationUrl: backend.database.replicationUrl,
      limits: { bytesPerSecondMax: 50_000, addressBytesPerSecondMax: 100_000 },
    },
  })
  const address = `?apikey=${backend.keys.publishableKey}&vsn=2.0.0`
  const heartbeat = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]).padEnd(20_000, ' ')
  const flooding = rawSocket(address, {}, small.url)
  await flooding.opened
  for (let count = 0; count < 10; count++) flooding.ws.send(heartbeat)
  expect(await flooding.ended).toBe(1013)
  const many = Array.from({ length: 10 }, () =>
    rawSocket(address, { 'x-forwarded-for': '192.0.2.7' }, small.url),
  )
  await Promise.all(many.map(({ opened }) => opened))
  for (const socket of many) for (const _ of [1, 2]) socket.ws.send(heartbeat)
  expect(await Promise.any(many.map(({ ended }) => ended))).toBe(1013)
  for (const socket of many) socket.ws.close()
  await small.stop()
})

test('backend S10: the sockets of one address share a limit of joins per second, and a refused join leaves the socket usable', async () => {
  const small = await serveBackend(backend.database, backend.keys, {
    isProxyTrusted: true,
    realtime: {
      replicationUrl: backend.database.replicationUrl,
      limits: { addressJoinsPerSecondMax: 2 },
    },
  })
  const sockets = Array.from({ length: 8 }, () =>
    rawSocket(
      `?apikey=${backend.keys.publishableKey}&vsn=2.0.0`,
      { 'x-forwarded-for': '192.0.2.8' },
      small.url,
    ),
  )
  await Promise.all(sockets.map(({ opened }) => opened))
  const answers = await Promise.all(sockets.map((socket) => socket.join('realtime:x', {})))
  const refused = answers.indexOf('ClientJoinRateLimitReached: Too many joins per second')
  expect(refused).toBeGreaterThanOrEqual(0)
  sockets[refused]!.send('phoenix', 'heartbeat', {})
  expect((await sockets[refused]!.next())[4]).toMatchObject({ status: 'ok' })
  for (const socket of sockets) socket.ws.close()
  await small.stop()
})

const tokenOf = async (name: string) => (await startMember(backend, name)).session.access_token

/** Another process with its own limits, and sockets that each have another address. */
async function startSmall(limits: Partial<RealtimeLimits>) {
  const small = await serveBackend(backend.database, backend.keys, {
    publicUrl: backend.url,
    isProxyTrusted: true,
    realtime: { replicationUrl: backend.database.replicationUrl, limits },
  })
  let addresses = 0
  const socket = async () => {
    const from = { 'x-forwarded-for': `198.51.100.${++addresses}` }
    const opening = rawSocket(`?apikey=${backend.keys.publishableKey}&vsn=2.0.0`, from, small.url)
    await opening.opened
    return opening
  }
  return { small, socket }
}

test('backend S10: one member’s sockets are limited across addresses, and an ended one frees a slot', async () => {
  const { small, socket } = await startSmall({ socketsPerMemberMax: 2 })
  const [ada, bob] = [await tokenOf('Ada'), await tokenOf('Bob')]
  const [first, second, third] = [await socket(), await socket(), await socket()]
  const join = (on: RawSocket, topic: string, token?: string) =>
    on.join(`realtime:${topic}`, token ? { access_token: token } : {})
  for (const on of [first, second])
    for (const topic of ['x', 'y']) expect(await join(on, topic, ada)).toBeUndefined()
  expect(await join(third, 'x', ada)).toBe('ConnectionRateLimitReached: Too many connected users')
  expect(await join(third, 'y', bob)).toBeUndefined()
  expect(await join(third, 'z')).toBeUndefined()
  // A channel that began as a visitor's.
  third.ws.send(JSON.stringify([null, '9', 'realtime:z', 'access_token', { access_token: ada }]))
  expect((await third.next())[3]).toBe('system')
  expect((await third.next())[3]).toBe('phx_close')
  first.ws.close()
  await first.ended
  await expect.poll(() => join(third, 'x', ada)).toBeUndefined()
  await small.stop()
})

test('backend S10: bytes and joins are counted per member across addresses', async () => {
  const limits = { memberBytesPerSecondMax: 20_000, memberJoinsPerSecondMax: 1_000 }
  const { small, socket } = await startSmall(limits)
  const heartbeat = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]).padEnd(30_000, ' ')
  const [visitor, member] = [await socket(), await socket()]
  expect(await visitor.join('realtime:x', {})).toBeUndefined()
  expect(await member.join('realtime:x', { access_token: await tokenOf('Cleo') })).toBeUndefined()
  visitor.ws.send(heartbeat)
  expect((await visitor.next())[4]).toMatchObject({ status: 'ok' })
  member.ws.send(heartbeat)
  expect(await member.ended).toBe(1013)
  await small.stop()
  const strict = await startSmall({ memberJoinsPerSecondMax: 0 })
  const both = await strict.socket()
  expect(await both.join('realtime:x', {})).toBeUndefined()
  expect(await both.join('realtime:y', { access_token: await tokenOf('Dora') })).toBe(
    'ClientJoinRateLimitReached: Too many joins per second',
  )
  await strict.small.stop()
})

test('backend S10: without a policy for private channels, a request for one writes nothing', async () => {
  const lock = new pg.Client({ connectionString: backend.database.adminUrl })
  await lock.connect()
  await lock.query('begin; lock table realtime.messages in exclusive mode')
  const socket = await open()
  expect(await socket.join('realtime:x', { config: { private: true } })).toContain('Unauthorized')
  socket.ws.close()
  await lock.end()
})

test('backend S10: a caller with many waiting joins holds one connection, and others can join', async () => {
  const { run } = backend
  await run(`create policy "a slow one" on realtime.messages for select to anon
    using (pg_advisory_xact_lock_shared(4712) is null)`)
  const lock = new pg.Client({ connectionString: backend.database.adminUrl })
  await lock.connect()
  await lock.query('select pg_advisory_lock(4712)')
  const slow = await Promise.all(Array.from({ length: 4 }, open))
  const joins = slow.map((socket) => socket.join('realtime:x', { config: { private: true } }))
  await expect
    .poll(async () => {
      const [row] = await query<{ count: number }>(
        backend.database.adminUrl,
        `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
      return row?.count
    })
    .toBe(1)
  const member = await startMember(backend, 'punctual')
  const inbox = await follow(member.client, 'notes', { table: 'note' })
  expect(inbox.items).toEqual([])
  await lock.end()
  await Promise.all(joins)
  for (const socket of slow) socket.ws.close()
  await member.leave()
  await run('drop policy "a slow one" on realtime.messages')
})

test('backend S13: a connection that breaks during the check of a private channel does not end the process', async () => {
  const line = await openDatabaseLine()
  const other = await startTestBackend({}, { withRealtime: true, databasePort: line.port })
  await query(
    other.database.ownerUrl,
    `create policy "a slow one" on realtime.messages for select to anon using (pg_advisory_xact_lock_shared(4713) is null)`,
  )
  const lock = new pg.Client({ connectionString: other.database.adminUrl })
  await lock.connect()
  await lock.query('select pg_advisory_lock(4713)')
  const socket = rawSocket(`?apikey=${other.keys.publishableKey}&vsn=2.0.0`, {}, other.url)
  await socket.opened
  const answer = socket.join('realtime:x', { config: { private: true } })
  await expect
    .poll(async () => {
      const rows = await query(
        other.database.adminUrl,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      )
      return rows.length
    })
    .toBe(1)
  await line.cut()
  expect(await answer).toContain('UnknownErrorOnChannel')
  await line.restore()
  socket.ws.close()
  await lock.end()
  await other.stop()
  await line.close()
})
