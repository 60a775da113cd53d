// Runs the official client against a small server of ours: which changes a page receives, and that it misses none.
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listenToChanges } from './live-changes.ts'
import { realtimeOptions, type Supabase } from './supabase.ts'

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: object]

/** The other end of the line: answers joins and heartbeats as Supabase does, and can push, close a channel or drop the line. */
function createServer() {
  const server = {
    joins: [] as { topic: string; config: unknown }[],
    tokens: [] as (string | undefined)[],
    left: [] as string[],
    heartbeats: 0,
    isAway: false,
    sockets: new Set<FakeSocket>(),
    joinRefs: new Map<string, string | null>(),
    push(topic: string, event: string, payload: object) {
      for (const socket of server.sockets)
        socket.deliver([server.joinRefs.get(topic) ?? null, null, topic, event, payload])
    },
    drop() {
      for (const socket of server.sockets) socket.end(1006)
    },
  }

  class FakeSocket {
    readyState = 0
    binaryType = 'arraybuffer'
    bufferedAmount = 0
    onopen: (() => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null
    onerror: ((error: unknown) => void) | null = null

    constructor() {
      queueMicrotask(() => {
        if (server.isAway) {
          this.onerror?.(new Error('refused'))
          this.end(1006)
          return
        }
        this.readyState = 1
        server.sockets.add(this)
        this.onopen?.()
      })
    }
    send(data: string): void {
      const [joinRef, ref, topic, event, payload] = JSON.parse(data) as Frame
      if (event === 'heartbeat') server.heartbeats++
      if (event === 'phx_leave') server.left.push(topic)
      if (event === 'phx_join') {
        const { config, access_token: token } = payload as {
          config: { postgres_changes: object[] }
          access_token?: string
        }
        server.tokens.push(token)
        server.joins.push({ topic, config: config.postgres_changes })
        server.joinRefs.set(topic, joinRef)
        const response = { postgres_changes: config.postgres_changes.map((wanted) => ({ ...wanted, id: 1 })) }
        this.deliver([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }])
        return
      }
      this.deliver([joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }])
    }
    deliver(frame: Frame): void {
      queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(frame) }))
    }
    end(code: number): void {
      this.readyState = 3
      server.sockets.delete(this)
      this.onclose?.({ code, reason: '', wasClean: code === 1000 })
    }
    close(code = 1000): void {
      this.end(code)
    }
  }
  return { server, FakeSocket }
}

function listen(accessToken?: () => Promise<string>) {
  const { server, FakeSocket } = createServer()
  const supabase = createClient('http://127.0.0.1:9', 'key', {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: crypto.randomUUID() },
    realtime: { ...realtimeOptions, transport: FakeSocket as never },
    ...(accessToken ? { accessToken } : {}),
  }) as Supabase
  const received = { rows: [] as object[], gaps: 0 }
  const stop = listenToChanges<object>(supabase, {
    channel: 'user-usage-channel-u1',
    event: 'UPDATE',
    table: 'user_usage',
    filter: 'id=eq.u1',
    onRow: (row) => void received.rows.push(row),
    onReconnect: () => void received.gaps++,
  })
  const change = (record: object) =>
    server.push('realtime:user-usage-channel-u1', 'postgres_changes', {
      ids: [1],
      data: {
        type: 'UPDATE',
        schema: 'public',
        table: 'user_usage',
        commit_timestamp: '',
        columns: [],
        record,
        errors: null,
      },
    })
  return { server, received, stop, change, supabase }
}

const page = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(page, { visibilityState: 'visible' }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const settle = () => vi.advanceTimersByTimeAsync(50)

it("N07: the member's usage row arrives over its channel, whole, until the subscription ends", async () => {
  const { server, received, stop, change } = listen()
  await settle()
  expect(server.joins).toEqual([
    {
      topic: 'realtime:user-usage-channel-u1',
      config: [{ event: 'UPDATE', schema: 'public', table: 'user_usage', filter: 'id=eq.u1' }],
    },
  ])
  expect(received.gaps).toBe(1)
  change({ id: 'u1', token: 95_400, image: 3 })
  await settle()
  expect(received.rows).toEqual([{ id: 'u1', token: 95_400, image: 3 }])
  stop()
  await settle()
  expect(server.left).toEqual(['realtime:user-usage-channel-u1'])
  change({ id: 'u1', token: 1 })
  await settle()
  expect(received.rows).toHaveLength(1)
})

it('N08: no channel joins as a visitor because the token is slow', async () => {
  let asked = 0
  // The first answer is slower than the socket: a channel that joins in between would join without the token.
  const { server, stop } = listen(async () => {
    await new Promise((resolve) => setTimeout(resolve, asked++ === 0 ? 40 : 0))
    return 'the-members-token'
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(server.tokens).toEqual(['the-members-token'])
  stop()
})

it('N10: after a lost connection the client reconnects after 1, 2, 5 and 10 seconds and reads missed changes', async () => {
  const { server, received } = listen()
  await settle()
  server.isAway = true
  server.drop()
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 5_000 + 500)
  expect(received.gaps).toBe(1)
  server.isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect([server.joins.length, received.gaps]).toEqual([2, 2])
})

it('a channel that the server closes is opened again', async () => {
  const { server, received, change } = listen()
  await settle()
  server.push('realtime:user-usage-channel-u1', 'phx_close', {})
  await vi.advanceTimersByTimeAsync(1_100)
  expect([server.joins.length, received.gaps]).toEqual([2, 2])
  change({ id: 'u1', token: 7 })
  await settle()
  expect(received.rows).toEqual([{ id: 'u1', token: 7 }])
})

it('a tab that wakes up, or a network that returns, reads again', async () => {
  const { received, stop } = listen()
  await settle()
  page.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(new Event('online'))
  expect(received.gaps).toBe(3)
  stop()
  page.dispatchEvent(new Event('online'))
  expect(received.gaps).toBe(3)
})

it('N10: a heartbeat every 30 seconds, a time-out of 10', async () => {
  const { server, supabase } = listen()
  await settle()
  const before = server.heartbeats
  await vi.advanceTimersByTimeAsync(90_000)
  expect(server.heartbeats - before).toBe(3)
  expect(supabase.realtime.timeout).toBe(10_000)
})
