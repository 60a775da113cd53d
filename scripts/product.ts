// Assembles the product for one machine: database, backend, pages and /v1 behind one origin.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import {
  chooseChangeSource,
  createBackend,
  loadKeys,
  prepareDatabase,
  type Backend,
  type ChangeSource,
  type StorageOptions,
} from 'local-backend'
import { readConfig } from '#server/config.ts'
import { addStarterPublications } from '#server/features/articles/starter-publications.ts'
import { addStarterPrompts } from '#server/features/prompts/starter-prompts.ts'
import { connectDatabase } from '#server/adapters/database.ts'
import { createFileStore } from '#server/adapters/file-store.ts'
import { freshSignInSeconds } from '#shared/accounts.ts'
import { uploadMaxBytes } from '#shared/uploads.ts'
import { livePath } from '#server/api/health.ts'
import { createProduct, type Product } from '#server/main.ts'
import { chooseDataFolder, restoreMark, takeDataFolder } from './engine/data-folder.ts'
import { startPostgres } from './engine/embedded-postgres.ts'
import { migrate, migrationsFolder } from './engine/migrate.ts'
import { isFromThisMachine, isLoopback, isPublicSite, requireKnownReach } from '#server/reach.ts'
import { describeBackendLine, type BackendLogLine } from './describe-backend-line.ts'
import { listFallbacks, readProviders } from './development-fallbacks.ts'

const project = fileURLToPath(new URL('..', import.meta.url))

type StartOptions = {
  /** Makes sure that build/ is up to date; runs while the database starts. */
  prepareBuild?: () => Promise<void>
  /** Extra settings for the product, over the environment. */
  env?: NodeJS.ProcessEnv
  /** The development server's own build of the pages. */
  loadBuild?: () => Promise<ServerBuild>
  /** Sees Node's request before the product does; true means it has answered. Used by the development server. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
}

export type RunningProduct = { origin: string; fallbacks: string[]; stop(): Promise<void> }

/**
 * Starts everything. It acquires data folder and port first, so that obstacles are reported immediately.
 * @throws Error with a message for the operator: data in use, port taken, wrong setting, failed migration
 */
export async function startProduct(options: StartOptions = {}): Promise<RunningProduct> {
  const env = { ...process.env, ...options.env }
  requireKnownReach(env)
  const host = env.HOST || '127.0.0.1'
  const port = Number(env.PORT || 3000)
  const closers: (() => void | Promise<void>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const dataFolder = chooseDataFolder(project, env)
    closers.push(takeDataFolder(dataFolder, env.PUBLIC_ORIGIN || `http://localhost:${port}`))
    refuseHalfRestored(dataFolder)
    const front = await openFront(host, port, options.intercept)
    closers.push(front.close)
    const origin = env.PUBLIC_ORIGIN || `http://localhost:${front.port}`
    let drainSeconds = 0
    let drainMs = 0
    stopOnSignals((signal) => {
      // After Ctrl+C the operator waits at the screen. SIGTERM comes from a new version, so active runs are completed.
      if (signal === 'SIGTERM') drainMs = drainSeconds * 1000
      return stop()
    })

    const [database] = await Promise.all([openDatabase(dataFolder, env), options.prepareBuild?.()])
    closers.push(database.stop)
    const backend = env.SUPABASE_URL
      ? null
      : await openBackend({ dataFolder, database, origin, port: front.port, env })
    if (backend) closers.push(() => backend.backend.stop())
    await fillLibrary(database.ownerUrl)
    const config = readConfig({
      ...env,
      PORT: String(front.port),
      DATABASE_URL: database.ownerUrl,
      ...backend?.settings,
    })
    drainSeconds = config.runs.drainSeconds
    const product = await createProduct(config, {
      ...(options.loadBuild ? { loadBuild: options.loadBuild } : {}),
      ...(backend ? { deps: { files: createFileStore(config.supabase, backend.backend.findFile) } } : {}),
    })
    closers.push(() => product.stop({ drainMs }))
    front.open(backend?.backend ?? null, product, origin)
    return { origin, fallbacks: listFallbacks(config, env).map(({ says }) => says), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Half of the data would look like all of it. */
function refuseHalfRestored(dataFolder: string): void {
  if (existsSync(join(dataFolder, restoreMark)))
    throw new Error(
      `A restore into ${dataFolder} was cut off. Run it again: npm run restore <folder of the backup>`,
    )
}

/** Paths that allow any identity, and payments without money: only for users of this machine. */
const ownMachinePaths =
  /^\/development-identity(\/|$)|^\/v1\/payment\/simulator(\/|$)|^\/(?:ko|en)\/payment\/simulator(\/|$)/i
const backendPaths = /^\/(auth|rest|storage|realtime)\/v1(\/|$)|^\/development-identity(\/|$)/

/** Adds the starter content of a fresh machine. */
async function fillLibrary(databaseUrl: string): Promise<void> {
  const database = connectDatabase(databaseUrl, { connectionsMax: 1 })
  try {
    await addStarterPrompts(database)
    await addStarterPublications(database)
  } finally {
    await database.destroy()
  }
}

type Front = {
  port: number
  open(backend: Backend | null, product: Product, origin: string): void
  close(): Promise<void>
}

/**
 * The same page under the product's own loopback name, when a browser opened it under another one (127.0.0.1 for
 * localhost). Cookies of a sign-in belong to one name. Null for all other requests.
 */
function findHome(request: Request, origin: string): string | null {
  const url = new URL(request.url)
  const isPage = request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')
  if (!isPage || url.host === new URL(origin).host || !isLoopback(url.origin) || !isLoopback(origin))
    return null
  return origin + url.pathname + url.search
}

async function openFront(host: string, port: number, intercept: StartOptions['intercept']): Promise<Front> {
  let origin: string | null = null
  let backendApp: Hono | null = null
  let takeSocket: Backend['upgrade'] = refuseSocket
  let productApp: Hono | null = null
  const server = createAdaptorServer({
    fetch: (request, env) => {
      const home = origin && findHome(request, origin)
      if (home) return Response.redirect(home, 307)
      if (!productApp && new URL(request.url).pathname === livePath)
        return Response.json({ status: 'starting' })
      if (!productApp)
        return new Response('Munjang is starting.', { status: 503, headers: { 'retry-after': '1' } })
      const { pathname } = new URL(request.url)
      if (ownMachinePaths.test(pathname) && !isFromThisMachine(env.incoming))
        return new Response('Not found', { status: 404 })
      const isForBackend = backendApp && backendPaths.test(pathname)
      return (isForBackend ? backendApp! : productApp).fetch(request, env)
    },
  }) as Server
  if (intercept) interceptRequests(server, intercept)
  server.on('upgrade', (request, socket, head) => takeSocket(request, socket, head))
  await listen(server, host, port)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    open(backend, product, ownOrigin) {
      origin = ownOrigin
      backendApp = backend?.app ?? null
      takeSocket = backend?.upgrade ?? refuseSocket
      productApp = product.app
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Streams that are followed stay open for minutes: stopping must not wait for their readers.
        server.closeAllConnections()
      }),
  }
}

/** Refuses sockets without local-backend, and during its start. */
function refuseSocket(_request: IncomingMessage, socket: Duplex): void {
  socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
}

function interceptRequests(server: Server, intercept: NonNullable<StartOptions['intercept']>): void {
  const [handle] = server.listeners('request') as ((...values: unknown[]) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    intercept(request, response).then(
      (isAnswered) => {
        if (!isAnswered) handle?.call(server, request, response)
      },
      (error: unknown) => response.destroy(error as Error),
    )
  })
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        return reject(
          new Error(
            `Port ${port} on ${host} is in use. Stop what runs there, or choose another one: PORT=${port + 1} npm start`,
          ),
        )
      if (error.code === 'EACCES')
        return reject(
          new Error(
            `Port ${port} needs more rights than this account has. Choose one above 1023: PORT=3000 npm start`,
          ),
        )
      reject(error)
    })
    server.listen(port, host, () => resolve())
  })
}

type Database = {
  adminUrl: string
  ownerUrl: string
  passwords: Passwords
  stop(): Promise<void>
}
type Passwords = Record<(typeof logins)[number], string>
const logins = ['owner', 'authenticator', 'authAdmin', 'replication'] as const

async function openDatabase(dataFolder: string, env: NodeJS.ProcessEnv): Promise<Database> {
  const passwords = readPasswords(dataFolder)
  if (env.DATABASE_URL) {
    const url = env.DATABASE_URL
    if (!env.SUPABASE_URL)
      await prepareDatabase({
        adminUrl: url,
        passwords: { ...passwords, owner: undefined },
      })
    await migrate(url, migrationsFolder)
    return { adminUrl: url, ownerUrl: url, passwords, stop: async () => undefined }
  }
  const postgres = await startPostgres({ folder: dataFolder })
  try {
    await prepareDatabase({ adminUrl: postgres.adminUrl, ownerRole: 'postgres', passwords })
    const ownerUrl = withLogin(postgres.adminUrl, 'postgres', passwords.owner)
    await migrate(ownerUrl, migrationsFolder)
    return { adminUrl: postgres.adminUrl, ownerUrl, passwords, stop: postgres.stop }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/**
 * Created once per data folder, and extended when a later version needs one more; the database stores only their
 * hashes.
 */
function readPasswords(dataFolder: string): Passwords {
  const file = join(dataFolder, 'passwords.json')
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Passwords>) : {}
  const isComplete = logins.every((login) => known[login])
  const passwords = Object.fromEntries(
    logins.map((login) => [login, known[login] ?? randomBytes(24).toString('base64url')]),
  ) as Passwords
  if (!isComplete) writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 })
  return passwords
}

async function openBackend(o: {
  dataFolder: string
  database: Database
  origin: string
  port: number
  env: NodeJS.ProcessEnv
}) {
  const keys = await loadKeys(join(o.dataFolder, 'keys.json'))
  const providers = readProviders(o.env)
  const isPublic = isPublicSite(o.env)
  const changeSource = await chooseChangeSource(o.database.adminUrl, readChangeSource(o.env.REALTIME_SOURCE))
  if (changeSource === 'outbox') console.log(outboxNote)
  const backend = await createBackend({
    authenticatorUrl: withLogin(o.database.adminUrl, 'authenticator', o.database.passwords.authenticator),
    authAdminUrl: withLogin(o.database.adminUrl, 'supabase_auth_admin', o.database.passwords.authAdmin),
    publicUrl: o.origin,
    redirectAllowList: isPublic ? [] : [`http://127.0.0.1:${o.port}`, `http://localhost:${o.port}`],
    keys,
    providers,
    developmentIdentityProvider: !isPublic,
    isProxyTrusted: ['true', '1'].includes(o.env.TRUSTED_PROXY ?? ''),
    log: (line) => logBackend(line as BackendLogLine),
    auth: { firstFactorSeconds: freshSignInSeconds },
    realtime: {
      changeSource,
      replicationUrl: withLogin(
        o.database.adminUrl,
        'supabase_replication_admin',
        o.database.passwords.replication,
      ),
      publicChannels: 'changes-only',
    },
    storage: {
      files: chooseFiles(o.dataFolder, o.env),
      // Buckets limit each kind; this is what none may pass.
      fileSizeLimitBytes: Math.max(uploadMaxBytes, Number(o.env.VIDEO_MAX_MEGABYTES ?? 0) * 1024 ** 2),
      ownerQuotaBytes: readQuota(o.env.STORAGE_OWNER_QUOTA_BYTES),
    },
  })
  const settings = {
    SUPABASE_URL: `http://127.0.0.1:${o.port}`,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    PROXY_SECRET: keys.proxySecret,
    AUTH_ISSUER: `${o.origin}/auth/v1`,
    DEVELOPMENT_SIGN_IN: String(!isPublic && (!providers.google || !providers.kakao)),
  }
  return { backend, settings }
}

const outboxNote =
  'Live changes: the log of this database cannot be read (wal_level=logical and a role with REPLICATION), so triggers note them. Fine for a small site.'

/** @throws for an unknown source */
function readChangeSource(text: string | undefined): ChangeSource | undefined {
  if (!text) return undefined
  if (text === 'log' || text === 'outbox') return text
  throw new Error('REALTIME_SOURCE has to be log or outbox.')
}

/** Logs failures and warnings; local-backend removes user input from them. */
function logBackend(line: BackendLogLine): void {
  if (line.level !== 'info') console.error(describeBackendLine(line))
}

const defaultQuotaBytes = 1_073_741_824

/** The limit for all files of one member together, in bytes. @throws for anything but a whole number */
function readQuota(text: string | undefined): number {
  if (!text) return defaultQuotaBytes
  if (!/^\d{1,15}$/.test(text))
    throw new Error('STORAGE_OWNER_QUOTA_BYTES has to be a whole number of bytes.')
  return Number(text)
}

/** Files are stored next to the database, or in a bucket that several instances of the product share. */
function chooseFiles(dataFolder: string, env: NodeJS.ProcessEnv): StorageOptions['files'] {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PREFIX } = env
  if (!S3_BUCKET) return { folder: join(dataFolder, 'files') }
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new Error('S3_BUCKET is set: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed too.')
  return {
    s3: {
      bucket: S3_BUCKET,
      region: S3_REGION || 'us-east-1',
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
      ...(S3_PREFIX ? { prefix: S3_PREFIX } : {}),
    },
  }
}

function withLogin(base: string, user: string, password: string): string {
  const url = new URL(base)
  url.username = user
  url.password = password
  return url.href
}

function stopOnSignals(stop: (signal: NodeJS.Signals) => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
