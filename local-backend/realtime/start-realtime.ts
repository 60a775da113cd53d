import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hono } from 'hono'
import pg from 'pg'
import type { AccessTokens } from '#backend/access-token.ts'
import { codeOf } from '#backend/database.ts'
import type { BackendKeys } from '#backend/keys.ts'
import { createKeyedSemaphore } from '#backend/keyed-semaphore.ts'
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
import { tooManyJoins } from './realtime-error.ts'
import { createReadiness } from './readiness.ts'
import { createUpgradeHandler } from './upgrade-handler.ts'
import type { Socket } from './socket.ts'
import { textSettings } from './text-settings.ts'
import type { PublicChannels } from './topic-rights.ts'
import { createTopics } from './topics.ts'

export type RealtimeOptions = {
  /** Login role with REPLICATION; prepareDatabase creates supabase_replication_admin. */
  replicationUrl: string
  /** The result of `chooseChangeSource`; the WAL by default. */
  changeSource?: ChangeSource
  limits?: Partial<RealtimeLimits>
  /**
   * With `changes-only`, broadcast and presence need private channels. Otherwise the public publishable key would be
   * enough to send to any topic. `open` by default, as on hosted Supabase.
   */
  publicChannels?: PublicChannels
}

type Shared = {
  isProxyTrusted: boolean
  authenticatorUrl: string
  authPool: pg.Pool
  keys: BackendKeys
  tokens: AccessTokens
  log: (line: object) => void
}

export type Realtime = {
  /** Answers POST /api/broadcast. */
  app: Hono
  /** Accepts an HTTP upgrade of /realtime/v1/websocket, or refuses it with an HTTP response. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  stop(): Promise<void>
}

const publications = { changes: 'supabase_realtime', sessions: 'local_backend_sessions' }
const slotPrefix = 'local_backend_realtime_'
const sweepMs = 10_000
const authorizationTimeoutMs = 5_000

/** Starts to read the WAL and accepts sockets without waiting: joins return an error while the WAL is not read yet. */
export function startRealtime(options: RealtimeOptions, shared: Shared): Realtime {
  const { log, keys } = shared
  const limits = { ...defaultLimits, ...options.limits }
  const sockets = new Set<Socket>()
  const readiness = createReadiness()
  const logSweepFailure = (error: unknown) =>
    log({ level: 'warn', event: 'realtime_sweep_failed', code: codeOf(error) })
  const pool = createTextPool(shared, 3)
  // A separate pool, so that many joins cannot delay the changes.
  const authorizationPool = createTextPool(shared, 1)

  const feed = createChangeFeed({
    pool: authorizationPool,
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
    // Users may have been banned or signed out while nothing was read.
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
    callerQueue: createKeyedSemaphore({
      max: 1,
      waitingMax: 1_000,
      waitMilliseconds: authorizationTimeoutMs,
      refuse: tooManyJoins,
    }),
    feed,
    topics,
    broadcasts,
    presence,
    publicChannels: options.publicChannels ?? 'open',
    limits,
    members: new Map(),
    findObstacle: readiness.findObstacle,
    logEpoch: readiness.epoch,
    log,
  }

  const upgradeHandler = createUpgradeHandler(sockets, context, {
    keys,
    isProxyTrusted: shared.isProxyTrusted,
  })
  const sweeping = setInterval(() => {
    Promise.all([
      presence.sweep(),
      isFromLog && readiness.isReady() ? null : endEndedSessions(sockets, context),
    ]).catch(logSweepFailure)
  }, sweepMs)
  sweeping.unref()

  return {
    app: createBroadcastApp(context, { keys, tokens: shared.tokens }),
    upgrade: upgradeHandler.upgrade,
    async stop() {
      clearInterval(sweeping)
      await upgradeHandler.close()
      // The other processes get our leaves before we can no longer send them.
      await peers.flush()
      await stream.stop()
      await Promise.all([pool.end(), authorizationPool.end()])
    },
  }
}

function createTextPool({ authenticatorUrl, log }: Shared, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: authenticatorUrl,
    options: textSettings,
    max,
    statement_timeout: authorizationTimeoutMs,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
  })
  // The pool listens to idle connections only; an error on one in use would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log({ level: 'warn', event: 'database_connection_lost', code: codeOf(error) }))
  return pool
}

/** Ends the sockets of ended sessions, which the WAL usually reports at once. */
async function endEndedSessions(sockets: Iterable<Socket>, context: RealtimeContext): Promise<void> {
  const ended = await context.findEnded([...sockets].flatMap(({ identities }) => identities))
  if (ended.size > 0) for (const socket of sockets) socket.endFor((identity) => ended.has(identity))
}

/** The user or session that a change of the auth tables ends; null for every other table. */
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
