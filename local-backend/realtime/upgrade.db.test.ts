// Opening and ending sockets. Security 7, 8, 9, 32, 49, 110; without the official client for messages that it would
// never send.
import { connect } from 'node:net'
import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  clientOf,
  follow,
  startMember,
  startRealtimeBackend,
  subscribed,
  type RealtimeBackend,
} from '#backend/testing/realtime-backend.ts'
import { RawSocket } from '#backend/testing/raw-socket.ts'
import { createOperator } from '#backend/testing/sign-in.ts'
import { query, serveBackend } from '#backend/testing/test-backend.ts'

let backend: RealtimeBackend
beforeAll(async () => {
  backend = await startRealtimeBackend({
    channelsPerSocketMax: 3,
    frameMaxBytes: 20_000,
    unsentMaxBytes: 200_000,
  })
})
afterAll(() => backend.stop())

const rawSocket = (address: string, headers: Record<string, string> = {}, url = backend.url) =>
  new RawSocket(url, address, headers)

async function open(): Promise<RawSocket> {
  const socket = rawSocket(`?apikey=${backend.keys.publishableKey}&vsn=2.0.0`)
  await socket.opened
  return socket
}

test('security 9: without a key, with another project’s key, or with a secret one in a browser there is no socket', async () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (Macintosh)' }
  const refusals: [string, Record<string, string>, number][] = [
    ['', {}, 401],
    ['?apikey=', {}, 401],
    ['?apikey=sb_publishable_wrong', {}, 401],
    [
      '',
      { apikey: backend.keys.publishableKey, authorization: `Bearer ${backend.keys.publishableKey}` },
      401,
    ],
    [`?apikey=${backend.keys.secretKey}`, browser, 401],
    [`?apikey=${backend.keys.publishableKey}&vsn=9.0.0`, {}, 400],
  ]
  for (const [address, headers, status] of refusals)
    expect(await rawSocket(address, headers).ended, address).toBe(status)
  const accepted = rawSocket(`?apikey=${backend.keys.anonKey}`, browser)
  await accepted.opened
  accepted.ws.close()
  expect(await fetch(`${backend.url}/realtime/v1/websocket`).then(({ status }) => status)).toBe(426)
  expect(
    await fetch(`${backend.url}/realtime/v1/api/broadcast`, { method: 'POST' }).then(({ status }) => status),
  ).toBe(401)
})

test('security 7, 8: a token that is not ours, expired or broken is refused, never treated as a visitor', async () => {
  const { session, leave } = await startMember(backend, 'token')
  const good = session.access_token
  const [head, body, signature] = good.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const secret = new TextEncoder().encode(backend.keys.jwtSecret)
  const mint = (changes: object, alg = 'HS256', key = secret) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg, typ: 'JWT' }).sign(key)
  const expired = { exp: Math.floor(Date.now() / 1000) - 60 }
  const tokens: [string, unknown, string][] = [
    ['alg none', `${encode({ alg: 'none' })}.${body}.`, 'JwtSignatureError'],
    ['alg None', `${encode({ alg: 'None' })}.${body}.${signature}`, 'JwtSignatureError'],
    ['no signature', `${head}.${body}.`, 'JwtSignatureError'],
    ['two parts', `${head}.${body}`, 'MalformedJWT'],
    ['empty', '', 'MalformedJWT'],
    ['not text', { sub: claims.sub }, 'MalformedJWT'],
    ['100 kB', `${good}${'a'.repeat(15_000)}`, 'JwtSignatureError'],
    ['another key of ours', 'sb_publishable_wrong', 'MalformedJWT'],
    ['HS512', await mint({}, 'HS512'), 'JwtSignatureError'],
    ['wrong secret', await mint({}, 'HS256', new TextEncoder().encode('x'.repeat(40))), 'JwtSignatureError'],
    ['expired', await mint(expired), 'InvalidJWTToken: Token has expired'],
    ['no exp', await mint({ exp: undefined }), 'JwtSignatureError'],
    ['nbf ahead', await mint({ nbf: Date.now() }), 'JwtSignatureError'],
    ['wrong issuer', await mint({ iss: 'https://example.com' }), 'JwtSignatureError'],
    ['wrong audience', await mint({ aud: 'nobody' }), 'JwtSignatureError'],
    ['no role', await mint({ role: undefined }), 'JwtSignatureError'],
    ['role postgres', await mint({ role: 'postgres' }), 'JwtSignatureError'],
    ['role supabase_admin', await mint({ role: 'supabase_admin' }), 'JwtSignatureError'],
    [
      'kid as path',
      `${encode({ alg: 'ES256', kid: '../../dev/null' })}.${body}.${signature}`,
      'JwtSignatureError',
    ],
    ['another session', await mint({ session_id: claims.sub }), 'InvalidJWTToken: Session'],
  ]
  const socket = await open()
  for (const [name, token, reason] of tokens)
    expect(await socket.join('realtime:x', { access_token: token }), name).toContain(reason)
  expect(await socket.join('realtime:x', { access_token: good })).toBeUndefined()
  socket.ws.close()
  await leave()
})

test('a refused renewal and the end of a token close the channel with a message; a valid renewal does not', async () => {
  const { session, leave } = await startMember(backend, 'renewal')
  const claims = JSON.parse(
    Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString(),
  ) as object
  const lasting = (seconds: number) =>
    new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + seconds })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(new TextEncoder().encode(backend.keys.jwtSecret))
  const socket = await open()
  const renew = (topic: string, token: string) =>
    socket.ws.send(JSON.stringify([null, '9', topic, 'access_token', { access_token: token }]))
  const closing = async () => {
    const [system, close] = [await socket.next(), await socket.next()]
    return [system[3], (system[4] as { message?: string }).message, close[3]]
  }
  await socket.join('realtime:refused', { access_token: session.access_token })
  renew('realtime:refused', `${session.access_token.slice(0, -3)}abc`)
  expect(await closing()).toEqual(['system', 'Failed to validate JWT signature', 'phx_close'])

  await socket.join('realtime:short', { access_token: await lasting(2) })
  await socket.join('realtime:renewed', { access_token: await lasting(2) })
  renew('realtime:renewed', session.access_token)
  expect(await closing()).toEqual(['system', expect.stringContaining('Token has expired'), 'phx_close'])
  socket.send('realtime:renewed', 'phx_leave', {})
  expect((await socket.next())[4]).toMatchObject({ status: 'ok' })
  socket.ws.close()
  await leave()
})

test('security 32, 49: signing out, a ban and deletion close the socket at once, and the old token cannot open another', async () => {
  const operator = createOperator(backend)
  const ends: Record<string, (userId: string, sessionId: string) => Promise<unknown>> = {
    'signed out': (_, sessionId) =>
      query(backend.database.ownerUrl, 'delete from auth.sessions where id = $1', [sessionId]),
    banned: (userId) => operator.auth.admin.updateUserById(userId, { ban_duration: '24h' }),
    deleted: (userId) => operator.auth.admin.deleteUser(userId),
  }
  for (const [name, end] of Object.entries(ends)) {
    const member = await startMember(backend, name.replace(' ', '-'))
    const bystander = await startMember(backend, `bystander-${name.replace(' ', '-')}`)
    const [socket, other] = [await open(), await open()]
    expect(await socket.join('realtime:x', { access_token: member.session.access_token })).toBeUndefined()
    expect(await other.join('realtime:x', { access_token: bystander.session.access_token })).toBeUndefined()
    const claims = JSON.parse(
      Buffer.from(member.session.access_token.split('.')[1]!, 'base64url').toString(),
    ) as { session_id: string }
    await end(member.id, claims.session_id)
    expect(await socket.ended, name).toBe(1008)
    expect(
      await (await open()).join('realtime:x', { access_token: member.session.access_token }),
      name,
    ).toContain('InvalidJWTToken: Session from session_id claim in JWT does not exist')
    expect(other.ws.readyState).toBe(WebSocket.OPEN)
    other.ws.close()
    await Promise.all([member.leave(), bystander.leave()])
  }
})

test('security 32: a session that ends while the WAL is lost closes the socket once the WAL is read again', async () => {
  const member = await startMember(backend, 'log-lost')
  const socket = await open()
  expect(await socket.join('realtime:x', { access_token: member.session.access_token })).toBeUndefined()
  await query(
    backend.database.adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'walsender'`,
  )
  const answers = [(await socket.next())[3]]
  while (answers.at(-1) !== 'phx_error') answers.push((await socket.next())[3])
  await query(backend.database.ownerUrl, 'delete from auth.sessions where user_id = $1', [member.id])
  expect(await socket.ended).toBe(1008)
  await member.leave()
})

test('security 110: too many channels, too large or broken frames and floods get a reply or end the socket', async () => {
  const crowded = await open()
  for (const topic of ['a', 'b', 'c']) expect(await crowded.join(`realtime:${topic}`, {})).toBeUndefined()
  expect(await crowded.join('realtime:d', {})).toBe('ChannelRateLimitReached: Too many channels')
  expect(await crowded.join('realtime:', {})).toContain('TopicNameRequired')
  expect(await crowded.join('elsewhere', {})).toContain('unmatched topic')
  crowded.send('realtime:z', 'broadcast', { event: 'x' })
  expect((await crowded.next())[4].response).toEqual({ reason: 'unmatched topic' })
  crowded.ws.close()

  const large = await open()
  large.ws.send('x'.repeat(20_001))
  expect(await large.ended).toBe(1009)
  for (const frame of [
    '{',
    '[]',
    '[1,2]',
    'null',
    '["1","1",3,"phx_join",{}]',
    '["1","1","t","e",5]',
    Buffer.from([9, 9]),
  ]) {
    const broken = await open()
    broken.ws.send(frame)
    expect(await broken.ended).toBe(1007)
  }
  const flooding = await open()
  for (let count = 0; count < 250; count++) flooding.send('phoenix', 'heartbeat', {})
  expect(await flooding.ended).toBe(1013)
})

test('malformed joins are refused with a message and leave the socket usable', async () => {
  const socket = await open()
  const wrong: unknown[] = [
    { config: { postgres_changes: 'all' } },
    { config: { postgres_changes: [{ event: 'DROP' }] } },
    { config: { postgres_changes: [{ event: '*', schema: 7 }] } },
    { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'news', select: [1] }] } },
    { config: { postgres_changes: Array.from({ length: 31 }, () => ({ event: '*' })) } },
  ]
  for (const payload of wrong)
    expect(await socket.join('realtime:x', payload as object)).toContain('RealtimeDisabledForConfiguration')
  expect(await socket.join('realtime:x', { config: 5 })).toBeUndefined()
  socket.send('phoenix', 'heartbeat', {})
  expect((await socket.next())[4]).toEqual({ status: 'ok', response: {} })
  socket.ws.close()
})

test('security 110: a client that does not read is disconnected, others are served', async () => {
  const reader = clientOf(backend)
  const inbox = await follow(reader, 'news', { table: 'news' })
  const slow = connect(Number(new URL(backend.url).port), '127.0.0.1')
  const ended = new Promise((resolve) => slow.once('close', resolve))
  slow.on('error', () => {})
  slow.write(
    `GET /realtime/v1/websocket?apikey=${backend.keys.publishableKey}&vsn=2.0.0 HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  )
  await new Promise((resolve) => slow.once('data', resolve))
  slow.write(
    textFrame(
      JSON.stringify([
        '1',
        '1',
        'realtime:slow',
        'phx_join',
        { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'news' }] } },
      ]),
    ),
  )
  await new Promise((resolve) => slow.once('data', resolve))
  slow.pause()
  let count = 0
  while (!backend.logs.some((line) => 'event' in line && line.event === 'realtime_slow_reader')) {
    const rows = Array.from({ length: 10 }, () => `(${++count}, repeat('x', 90000))`)
    await backend.run(`insert into public.news (id, title) values ${rows.join(', ')}`)
    await inbox.has(count)
  }
  slow.resume()
  await ended
  expect(inbox.items).toHaveLength(count)
  await reader.removeAllChannels()
})

/** A masked text frame with a zero mask (RFC 6455, section 5.2). */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, body])
}

test('reliability R13, N09: when the connection to the database breaks, channels fail, join again and receive everything after that', async () => {
  const client = clientOf(backend)
  const [statuses, states, titles]: [string[], string[], string[]] = [[], [], []]
  const channel = client.channel('broken')
  channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'news' }, (change) => {
    titles.push(change.new.title as string)
    if (change.new.title === 'last') heard()
  })
  let [heard, joined, rejoined] = [() => {}, () => {}, () => {}]
  const [first, second, last] = [
    new Promise<void>((resolve) => (joined = resolve)),
    new Promise<void>((resolve) => (rejoined = resolve)),
    new Promise<void>((resolve) => (heard = resolve)),
  ]
  states.push(channel.state)
  channel.subscribe((status) => {
    statuses.push(status)
    states.push(channel.state)
    if (status === 'SUBSCRIBED') joined()
    if (statuses.join() === 'SUBSCRIBED,CHANNEL_ERROR,SUBSCRIBED') rejoined()
  })
  states.push(channel.state)
  await first
  await query(
    backend.database.adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'walsender'`,
  )
  await second
  for (let id = 9001; id <= 9020; id++)
    await backend.run(`insert into public.news (id, title) values (${id}, '${id === 9020 ? 'last' : id}')`)
  await last
  expect(titles).toHaveLength(20)
  await client.removeChannel(channel)
  expect(statuses.at(-1)).toBe('CLOSED')
  expect([...states, channel.state]).toEqual([
    'closed',
    'joining',
    'joined',
    'errored',
    'joined',
    'closed',
    'closed',
  ])
})

test('N09, N10: a join without a reply is TIMED_OUT; waits are 10 s, 30 s and 1, 2, 5, 10, 10 s', async () => {
  const client = createClient(backend.url, backend.keys.publishableKey, {
    auth: { persistSession: false },
    realtime: { heartbeatIntervalMs: 30_000 },
  })
  const { realtime } = client
  expect([realtime.timeout, realtime.heartbeatIntervalMs]).toEqual([10_000, 30_000])
  expect([1, 2, 3, 4, 5].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([
    1000, 2000, 5000, 10_000, 10_000,
  ])
  const channel = client.channel('impatient')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'news' }, () => {})
  const status = await new Promise((resolve) => channel.subscribe(resolve, 1))
  expect(status).toBe('TIMED_OUT')
  await client.removeAllChannels()
})

test('security 110: a silent socket is closed, and sockets are limited per address and in total', async () => {
  const small = await serveBackend(backend.database, backend.keys, {
    isProxyTrusted: true,
    realtime: {
      replicationUrl: backend.database.replicationUrl,
      limits: { silenceSeconds: 1, socketsMax: 2, socketsPerAddressMax: 1 },
    },
  })
  const address = `?apikey=${backend.keys.publishableKey}&vsn=2.0.0`
  const silent = rawSocket(address, {}, small.url)
  await silent.opened
  const from = (visitor: string) => ({ 'x-forwarded-for': `10.0.0.1, ${visitor}` })
  const known = rawSocket(address, from('192.0.2.1'), small.url)
  await known.opened
  // The second of one address, and the third in total.
  expect(await rawSocket(address, from('192.0.2.1'), small.url).ended).toBe(429)
  expect(await rawSocket(address, from('192.0.2.2'), small.url).ended).toBe(429)
  expect([await silent.ended, await known.ended]).toEqual([1006, 1006])
  const restarted = rawSocket(address, {}, small.url)
  await restarted.opened
  await small.stop()
  expect(await restarted.ended).toBe(1012)
})

test('a database whose WAL may not be read reports so at the start and at every join; topics still work', async () => {
  const closed = await serveBackend(backend.database, backend.keys, {
    realtime: { replicationUrl: backend.database.authenticatorUrl },
  })
  const client = createClient(closed.url, closed.keys.publishableKey, { auth: { persistSession: false } })
  const channel = client.channel('x')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'news' }, () => {})
  await expect(subscribed(channel)).rejects.toThrow('The replication role may not follow the log')
  expect(closed.logs).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'realtime_stream_lost' }),
  )
  await subscribed(client.channel('topic'))
  await client.removeAllChannels()
  await closed.stop()
})

test('security 7: the roles of tokens may call only topic() and matches() of schema realtime, and the replication role may read no table', async () => {
  const { adminUrl } = backend.database
  const callable = await query(
    adminUrl,
    `select distinct p.proname as name from pg_proc p, unnest(array['anon', 'authenticated', 'service_role']) role
     where p.pronamespace = 'realtime'::regnamespace and has_function_privilege(role, p.oid, 'execute') order by 1`,
  )
  expect(callable).toEqual([{ name: 'matches' }, { name: 'topic' }])
  const readable = await query(
    adminUrl,
    `select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v') and n.nspname in ('public', 'auth', 'storage', 'realtime')
       and has_table_privilege('supabase_replication_admin', c.oid, 'select')`,
  )
  expect(readable).toEqual([])
})
