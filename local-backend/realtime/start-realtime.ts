import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import type { AccessTokens } from '#backend/access-token.ts'
import { codeOf } from '#backend/database.ts'
import { checkApiKey } from '#backend/gateway.ts'
import type { BackendKeys } from '#backend/keys.ts'
import { createBroadcastApp } from './broadcast-app.ts'
import { createBroadcasts, type BroadcastMessage } from './broadcasts.ts'
import { createChangeFeed } from './change-feed.ts'
import { startChangeStream, type ChangeStream } from './change-stream.ts'
import type { ChangeSource } from './choose-change-source.ts'
import { createIdentify, type Identity } from './identify.ts'
import { defaultLimits, type RealtimeLimits } from './limits.ts'
import { startOutboxStream } from './outbox-stream.ts'
import { createPeers } from './peers.ts'
import type { RowChange } from './pgoutput.ts'
import { createPresence, type PresenceMessage } from './presence.ts'
import type { RealtimeContext } from './realtime-context.ts'
import { initializing, RealtimeError } from './realtime-error.ts'
import { Socket } from './socket.ts'
import { textSettings } from './text-settings.ts'
import type { PublicChannels } from './topic-rights.ts'
import { createTopics } from './topics.ts'

export type RealtimeOptions = {
  /** Login role with REPLICATION; prepareDatabase makes supabase_replication_admin. */
  replicationUrl: string
  /** As `chooseChangeSource` answered; the log unless given. */
  changeSource?: ChangeSource
  limits?: Partial<RealtimeLimits>
  /**
   * With `changes-only`, broadcast and presence need private channels: the publishable key, which everybody has, would
   * otherwise be enough to speak in any topic. `open` unless given, as on hosted Supabase.
   */
  publicChannels?: PublicChannels
  /** Whether the last entry of X-Forwarded-For, which a proxy in front wrote, is the caller's address. */
  isProxyTrusted?: boolean
}

type Shared = {
  authenticatorUrl: string
  authPool: pg.Pool
  keys: BackendKeys
  tokens: AccessTokens
  log: (line: object) => void
}

export type Realtime = {
  /** Answers POST /api/broadcast. */
  app: Hono
  /** Takes an HTTP upgrade of /realtime/v1/websocket, or refuses it with an HTTP answer. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  stop(): Promise<void>
}

const publications = { changes: 'supabase_realtime', sessions: 'local_backend_sessions' }
const slotPrefix = 'local_backend_realtime_'
const checkMs = 1_000
const sweepMs = 10_000
const readyWaitMs = 5_000
const judgeTimeoutMs = 5_000
const farewellMs = 1_000

/** Begins to read the database's log and takes sockets. Nothing is waited for: joins say it while the log is not read yet. */
export function startRealtime(options: RealtimeOptions, shared: Shared): Realtime {
  const { log, keys } = shared
  const limits = { ...defaultLimits, ...options.limits }
  const sockets = new Set<Socket>()
  const addresses = new Map<string, number>()
  const readiness = createReadiness()
  const logSweepFailure = (error: unknown) =>
    log({ level: 'warn', event: 'realtime_sweep_failed', code: codeOf(error) })
  const pool = createTextPool(shared, 3)
  // Its own, so that many joins cannot hold up the changes.
  const judgePool = createTextPool(shared, 1)

  const feed = createChangeFeed({
    pool: judgePool,
    setPaused: (isPaused) => stream.setPaused(isPaused),
    log,
  })
  const topics = createTopics()
  const peers = createPeers<BroadcastMessage | PresenceMessage>({
    pool,
    slotPrefix,
    onMessage(from, message) {
      if (message.kind === 'broadcast') broadcasts.take(message)
      else presence.take(from, message)
    },
    log,
  })
  const broadcasts = createBroadcasts(topics, peers)
  const presence = createPresence(topics, peers)
  const onReady = (slot: string | null) => {
    peers.setName(slot)
    presence.greet()
    readiness.set()
    // Whoever was shut out while nothing was read.
    endEndedSessions(sockets, context).catch(logSweepFailure)
  }
  const onLost = () => {
    readiness.reset()
    peers.setName(null)
    feed.clear()
    presence.forgetOthers()
    for (const socket of sockets)
      for (const channel of socket.channels.values()) channel.fail('The connection to the database was lost')
  }
  const isFromLog = options.changeSource !== 'outbox'
  const stream: ChangeStream = isFromLog
    ? startChangeStream({
        replicationUrl: options.replicationUrl,
        publications: Object.values(publications),
        slotPrefix,
        onChange(change) {
          const isEnded = findEnded(change)
          if (isEnded) for (const socket of sockets) socket.endFor(isEnded)
          else feed.take(change)
        },
        onMessage: peers.take,
        onReady,
        onImpossible: readiness.setImpossible,
        onLost,
        log,
      })
    : startOutboxStream({
        authenticatorUrl: shared.authenticatorUrl,
        onChange: feed.take,
        onReady: () => onReady(null),
        onLost,
        log,
      })
  const context: RealtimeContext = {
    ...createIdentify({ keys, tokens: shared.tokens, authPool: shared.authPool }),
    pool,
    feed,
    topics,
    broadcasts,
    presence,
    publicChannels: options.publicChannels ?? 'open',
    limits,
    findObstacle: readiness.findObstacle,
    logEpoch: readiness.epoch,
    log,
  }

  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameMaxBytes,
  })
  const checking = setInterval(() => {
    const now = Date.now()
    for (const socket of sockets) socket.check(now)
  }, checkMs)
  checking.unref()
  const sweeping = setInterval(() => {
    Promise.all([
      presence.sweep(),
      isFromLog && readiness.isReady() ? null : endEndedSessions(sockets, context),
    ]).catch(logSweepFailure)
  }, sweepMs)
  sweeping.unref()
  let isStopping = false
  let onAllClosed = () => {}
  const allClosed = () =>
    new Promise<void>((resolve) => {
      onAllClosed = resolve
      if (sockets.size === 0) resolve()
    })

  function upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    connection.on('error', () => connection.destroy())
    const url = new URL(request.url ?? '/', 'http://localhost')
    const refuse = (status: string, message: string) => refuseUpgrade(connection, status, message)
    if (isStopping) return refuse('503 Service Unavailable', 'Realtime is restarting, please standby')
    const apiKey = url.searchParams.get('apikey') ?? ''
    const browser = request.headers['user-agent']
    const headers = new Headers({ apikey: apiKey.replace(/[^\x21-\x7e]/g, '?') })
    if (browser) headers.set('user-agent', browser.replace(/[^\x20-\x7e]/g, '?'))
    const key = checkApiKey(headers, keys)
    if (key.refusal) return refuse('401 Unauthorized', key.refusal.message)
    const vsn = url.searchParams.get('vsn') ?? '1.0.0'
    if (!/^[12]\.0\.0$/.test(vsn)) return refuse('400 Bad Request', 'Unsupported serializer version')
    const address = countedAddress(request, options.isProxyTrusted ?? false)
    const ofAddress = address === null ? 0 : (addresses.get(address) ?? 0)
    if (sockets.size >= limits.socketsMax || ofAddress >= limits.socketsPerAddressMax)
      return refuse('429 Too Many Requests', 'Too many connected users')
    server.handleUpgrade(request, connection, head, (ws) => {
      const socket = new Socket(ws, context, { version: vsn === '2.0.0' ? 2 : 1, apiKey, browser })
      sockets.add(socket)
      if (address !== null) addresses.set(address, (addresses.get(address) ?? 0) + 1)
      ws.once('close', () => {
        sockets.delete(socket)
        if (sockets.size === 0) onAllClosed()
        if (address === null) return
        const left = (addresses.get(address) ?? 1) - 1
        if (left > 0) addresses.set(address, left)
        else addresses.delete(address)
      })
    })
  }

  return {
    app: createBroadcastApp(context, { keys, tokens: shared.tokens }),
    upgrade,
    async stop() {
      isStopping = true
      clearInterval(checking)
      clearInterval(sweeping)
      for (const socket of sockets) socket.endForRestart()
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.terminate()
      }, farewellMs)
      await allClosed()
      clearTimeout(deadline)
      // The others hear who left before we can no longer say it.
      await peers.flush()
      await stream.stop()
      await Promise.all([pool.end(), judgePool.end()])
    },
  }
}

function createTextPool({ authenticatorUrl, log }: Shared, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: authenticatorUrl,
    options: textSettings,
    max,
    statement_timeout: judgeTimeoutMs,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  })
  pool.on('error', (error) => log({ level: 'warn', event: 'database_connection_lost', code: codeOf(error) }))
  return pool
}

/** What the log tells at once otherwise. */
async function endEndedSessions(sockets: Iterable<Socket>, context: RealtimeContext): Promise<void> {
  const identities = [...sockets].flatMap(({ channels }) =>
    [...channels.values()].map(({ identity }) => identity),
  )
  const ended = await context.findEnded(identities)
  if (ended.size > 0) for (const socket of sockets) socket.endFor((identity) => ended.has(identity))
}

/** Whom a change of the auth tables shuts out; null for every other table. */
function findEnded({ relation, type, record, old, committedAt }: RowChange) {
  if (relation.schema !== 'auth') return null
  const id = (record ?? old)?.id
  if (relation.table === 'sessions')
    return (identity: Identity) => type === 'DELETE' && identity.sessionId === id
  const isOut =
    type === 'DELETE' ||
    Boolean(record?.deleted_at) ||
    (Boolean(record?.banned_until) && !(Date.parse(record!.banned_until!) <= committedAt))
  return (identity: Identity) => isOut && identity.userId === id
}

/** Null for connections of this machine: a proxy in front of us would share one count with all its visitors. */
function countedAddress(request: IncomingMessage, isProxyTrusted: boolean): string | null {
  const forwarded = isProxyTrusted ? String(request.headers['x-forwarded-for'] ?? '') : ''
  const visitor = forwarded.split(',').at(-1)?.trim()
  if (visitor) return visitor
  const address = request.socket.remoteAddress ?? 'unknown'
  return /^(::ffff:)?127\.|^::1$/.test(address) ? null : address
}

function refuseUpgrade(connection: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ message })
  connection.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Whether the log is read. While that is about to begin, whoever asks waits a moment. */
function createReadiness() {
  let isReady = false
  let epoch = 0
  let impossible: string | null = null
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
    waiting.clear()
  }
  return {
    set() {
      isReady = true
      impossible = null
      wake()
    },
    reset() {
      isReady = false
      epoch++
    },
    epoch: () => epoch,
    setImpossible(why: string) {
      impossible = why
      wake()
    },
    isReady: () => isReady,
    async findObstacle(): Promise<RealtimeError | null> {
      if (!isReady && impossible === null) await new Promise<void>((resolve) => wait(resolve))
      if (isReady) return null
      return impossible === null
        ? initializing()
        : new RealtimeError('RealtimeDisabledForConfiguration', impossible)
    },
  }

  function wait(resolve: () => void): void {
    const timer = setTimeout(() => {
      waiting.delete(go)
      resolve()
    }, readyWaitMs)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.add(go)
  }
}
