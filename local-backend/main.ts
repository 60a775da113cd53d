import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createAccessTokens, type AccessTokenAlgorithm } from '#backend/access-token.ts'
import { createAuthApp } from '#backend/auth/auth-app.ts'
import { completeSettings, type AuthSettings } from '#backend/auth/auth-settings.ts'
import { createGoogle, googleIssuer } from '#backend/auth/google.ts'
import { createKakao, kakaoApiUrl, kakaoIssuer } from '#backend/auth/kakao.ts'
import type { Mailer, TextMessenger } from '#backend/auth/outbox.ts'
import type { Provider, ProviderName } from '#backend/auth/provider.ts'
import { createRateLimiter, defaultRateLimits, type RateLimits } from '#backend/auth/rate-limit.ts'
import { createRedirectCheck } from '#backend/auth/redirect-target.ts'
import { startSweeping } from '#backend/auth/sweep.ts'
import { createCallCounter } from '#backend/call-counter.ts'
import { readClientAddress } from '#backend/client-address.ts'
import { createConnectionShares, sharedPoolMax } from '#backend/connection-shares.ts'
import { supabaseCors } from '#backend/cross-origin.ts'
import { createPool } from '#backend/database.ts'
import {
  createDevelopmentIdentity,
  type DevelopmentIdentity,
} from '#backend/identity-provider/development-identity.ts'
import { requireStrongKeys, type BackendKeys } from '#backend/keys.ts'
import { createLiveSessions } from '#backend/live-sessions.ts'
import { createRestApp } from '#backend/rest/rest-app.ts'
import { defaultRestLimits, type RestLimits } from '#backend/rest/rest-limits.ts'
import { createSchemaCache } from '#backend/rest/schema-cache.ts'
import { startRealtime, type RealtimeOptions } from '#backend/realtime/start-realtime.ts'
import { startStorage, type StorageOptions } from '#backend/storage/start-storage.ts'

export { isStrongSecret, loadKeys, type BackendKeys } from '#backend/keys.ts'
export { createOutbox, type Mail, type Outbox, type TextMessage } from '#backend/auth/outbox.ts'
export { chooseChangeSource, type ChangeSource } from '#backend/realtime/choose-change-source.ts'
export type { RealtimeOptions } from '#backend/realtime/start-realtime.ts'
export { pathOfFile } from '#backend/storage/disk-files.ts'
export type { StorageOptions } from '#backend/storage/start-storage.ts'
export { prepareDatabase, type PrepareDatabaseOptions } from '#backend/prepare-database.ts'

export type ProviderKeys = { clientId: string; clientSecret: string }

export type BackendOptions = {
  /** Login role that can switch only to anon, authenticated and service_role. */
  authenticatorUrl: string
  /** Login role that owns schema auth. */
  authAdminUrl: string
  /** The URL for browsers, e.g. http://localhost:3000. Issuer of tokens: publicUrl + '/auth/v1'. */
  publicUrl: string
  /** Additional origins or patterns for the end of a sign-in; any other target becomes publicUrl. */
  redirectAllowList: string[]
  keys: BackendKeys
  providers: {
    google?: ProviderKeys & { endpoints?: { issuer: string } }
    kakao?: ProviderKeys & { endpoints?: { issuer: string; apiUrl: string } }
  }
  /** Replaces every provider without keys. Throws in production unless publicUrl is this machine. */
  developmentIdentityProvider: boolean
  /** The enabled methods besides the providers, and the rules for passwords and factors. Disabled by default. */
  auth?: Partial<AuthSettings>
  /** Sends e-mails and text messages. A method that sends something cannot be enabled without it. */
  sendMail?: Mailer
  sendTextMessage?: TextMessenger
  /** The algorithm of access tokens; ES256 by default. */
  accessTokenAlgorithm?: AccessTokenAlgorithm
  /** Calls per address or member in five minutes; replaces the generous defaults. */
  rateLimits?: Partial<RateLimits>
  /** The statement timeout of one request of rest; 8 seconds by default, as on hosted Supabase. */
  statementTimeoutMilliseconds?: number
  /** The size limits of one request of rest; replaces the defaults. */
  rest?: Partial<RestLimits>
  /** The storage of files. Without it, /storage/v1 answers 404. */
  storage?: StorageOptions
  /** How the WAL is followed. Without it, /realtime/v1 answers 404. */
  realtime?: RealtimeOptions
  log?: (line: object) => void
  /**
   * Whether the last entry of X-Forwarded-For, which a proxy in front wrote, is the caller's address. Only that proxy
   * may be able to reach us.
   */
  isProxyTrusted?: boolean
  /** Milliseconds since 1970, for time-dependent codes; Date.now by default. */
  now?: () => number
}

export type Backend = {
  /** Serves /auth/v1/*, /rest/v1/*, /storage/v1/*, /realtime/v1/* and /development-identity/*; 404 for other paths. */
  app: Hono
  /**
   * Accepts WebSockets of /realtime/v1/websocket and refuses others. For the HTTP server in front:
   * `server.on('upgrade', backend.upgrade)`.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * The path of a stored file on this machine, for a program that may read all of them; null when there is none, or
   * when files are stored elsewhere. Files never change.
   */
  findFile(bucket: string, key: string): Promise<string | null>
  /** Closes sockets and every database connection. */
  stop(): Promise<void>
}

const authPoolMax = 6
const formMaxBytes = 65_536

/** The server side of supabase-js for one machine. The database must be prepared (prepareDatabase). */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  requireStrongKeys(options.keys)
  const settings = completeSettings(options)
  const publicUrl = new URL(options.publicUrl).origin
  const isProxyTrusted = options.isProxyTrusted ?? false
  const log = options.log ?? (() => {})
  const checkRedirect = createRedirectCheck(publicUrl, options.redirectAllowList)
  const developmentIdentity = options.developmentIdentityProvider
    ? createDevelopmentIdentity({
        publicUrl,
        formTargets: [publicUrl, ...options.redirectAllowList.map(originOf)],
      })
    : null
  const tokens = await createAccessTokens({
    ...options.keys,
    issuer: `${publicUrl}/auth/v1`,
    algorithm: options.accessTokenAlgorithm ?? 'ES256',
  })
  const authPool = createPool(options.authAdminUrl, authPoolMax, log)
  const sessions = createLiveSessions(authPool, options.now ?? Date.now)
  const limits = { ...defaultRateLimits, ...options.rateLimits }
  const limiter = createRateLimiter(authPool, options.keys.proxySecret, limits)
  const auth = createAuthApp({
    pool: authPool,
    keys: options.keys,
    tokens,
    publicUrl,
    checkRedirect,
    settings,
    now: options.now ?? Date.now,
    sendMail: options.sendMail ?? null,
    sendTextMessage: options.sendTextMessage ?? null,
    providers: createProviders(options, developmentIdentity),
    limiter,
    log,
  })

  const sweeper = startSweeping(authPool, log)

  const cache = await createSchemaCache(options.authenticatorUrl, log)
  const restPool = createPool(options.authenticatorUrl, sharedPoolMax, log, { pipeline: false })
  const shares = createConnectionShares()
  const rest = createRestApp({
    pool: restPool,
    statementTimeoutMilliseconds: options.statementTimeoutMilliseconds ?? 8_000,
    limits: { ...defaultRestLimits, ...options.rest },
    counter: createCallCounter(limits.rest, options.now ?? Date.now),
    shares,
    cache,
    keys: options.keys,
    tokens,
    sessions,
    log,
  })

  const storage = options.storage
    ? await startStorage(options.storage, {
        pool: restPool,
        keys: options.keys,
        tokens,
        sessions,
        limiter,
        counter: createCallCounter(limits.file, options.now ?? Date.now),
        shares,
        log,
      })
    : null

  const realtime = options.realtime
    ? startRealtime(options.realtime, {
        authenticatorUrl: options.authenticatorUrl,
        authPool,
        keys: options.keys,
        isProxyTrusted,
        tokens,
        log,
      })
    : null

  const app = joinApps(readClientAddress({ keys: options.keys, isProxyTrusted }), {
    auth,
    rest,
    storage: storage?.app,
    realtime: realtime?.app,
    developmentIdentity,
  })
  return {
    app,
    upgrade(request, socket, head) {
      if (realtime && /^\/realtime\/v1\/websocket\/?(\?|$)/.test(request.url ?? ''))
        realtime.upgrade(request, socket, head)
      else socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
    },
    findFile: async (bucket, key) => (await storage?.findFile(bucket, key)) ?? null,
    async stop() {
      await realtime?.stop()
      await storage?.stop()
      await sweeper.stop()
      await Promise.all([cache.stop(), restPool.end(), authPool.end()])
    },
  }
}

/** One app of all services; a service that is left out has no routes. */
function joinApps(
  clientAddress: MiddlewareHandler,
  apps: {
    auth: ReturnType<typeof createAuthApp>
    rest: ReturnType<typeof createRestApp>
    storage: Awaited<ReturnType<typeof startStorage>>['app'] | undefined
    realtime: ReturnType<typeof startRealtime>['app'] | undefined
    developmentIdentity: DevelopmentIdentity | null
  },
): Hono {
  const { storage, realtime, developmentIdentity } = apps
  const app = new Hono()
  app.use(clientAddress)
  app.notFound((c) => c.json({ message: 'no Route matched with those values' }, 404))
  for (const path of ['/auth/v1/*', '/storage/v1/*', '/realtime/v1/*']) app.use(path, supabaseCors)
  app.options('/rest/v1/*', supabaseCors)
  app.route('/auth/v1', apps.auth)
  app.route('/rest/v1', apps.rest)
  if (storage) app.route('/storage/v1', storage)
  if (realtime) app.route('/realtime/v1', realtime)
  if (developmentIdentity) {
    app.use('/development-identity/*', bodyLimit({ maxSize: formMaxBytes }))
    app.all('/development-identity/*', (c) => developmentIdentity.fetch(c.req.raw))
  }
  return app
}

function createProviders(
  { providers }: BackendOptions,
  developmentIdentity: DevelopmentIdentity | null,
): Partial<Record<ProviderName, Provider>> {
  const { google, kakao } = providers
  const inProcess: typeof fetch = (input, init) =>
    developmentIdentity?.fetch(new Request(input, init)) ??
    Promise.reject(new Error('No development identity provider.'))
  const developmentProvider = (name: ProviderName) =>
    developmentIdentity ? { ...developmentIdentity.registration(name), fetch: inProcess } : null
  const googleOptions = google
    ? { ...google, issuer: google.endpoints?.issuer ?? googleIssuer }
    : developmentProvider('google')
  const kakaoOptions = kakao
    ? { ...kakao, issuer: kakao.endpoints?.issuer ?? kakaoIssuer }
    : developmentProvider('kakao')
  const kakaoApi = kakao ? (kakao.endpoints?.apiUrl ?? kakaoApiUrl) : (kakaoOptions?.issuer ?? '')
  return {
    ...(googleOptions ? { google: createGoogle(googleOptions) } : {}),
    ...(kakaoOptions ? { kakao: createKakao({ ...kakaoOptions, apiUrl: kakaoApi }) } : {}),
  }
}

function originOf(pattern: string): string {
  return /^https?:\/\/[^/]+/i.exec(pattern)?.[0] ?? ''
}
