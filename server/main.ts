// The product: pages and /v1 in one handler. Run directly, it listens by itself (behind hosted Supabase or a proxy).
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { logLine } from '#shared/log-line.ts'
import { createApi } from './api/app.ts'
import { healthRoutes } from './api/health.ts'
import { siteFileRoutes } from './api/site-files.ts'
import { readConfig, type Config } from './config.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { logFailure } from './log-failure.ts'
import { createTokenVerifier } from './adapters/access-tokens.ts'
import { createAuthAdmin } from './adapters/auth-admin.ts'
import { createBillingKeys } from './adapters/billing-key.ts'
import { createCards } from './adapters/cards.ts'
import { createCallCounter } from './adapters/daily-calls.ts'
import { connectDatabase } from './adapters/database.ts'
import { createFileReader } from './adapters/file-reader.ts'
import { createFileStore } from './adapters/file-store.ts'
import { createKeywordSource } from './adapters/keyword-source.ts'
import { createPromptModels, createToolModel } from './adapters/models.ts'
import { createNotifications } from './adapters/notifications.ts'
import { createPictureModel } from './adapters/pictures.ts'
import { createLinkReader, type LinkReader } from './adapters/link-reader.ts'
import { createMail } from './adapters/mail.ts'
import { openQueue } from './adapters/queue.ts'
import { createDocumentReader, type DocumentReader } from './adapters/reading/document-reader.ts'
import { createRobots } from './adapters/robots.ts'
import { siteName } from '#shared/site.ts'
import { createSafeFetch, robotsLimits, userAgentOf } from './adapters/safe-fetch.ts'
import { createWebSearch } from './adapters/web-search.ts'
import type { Dependencies } from './dependencies.ts'
import { recoverRuns } from './runs/recover-runs.ts'
import { RunRegistry } from './runs/run-registry.ts'
import { resumesOf, runKinds } from './run-map.ts'
import { createWeb, type LoadBuild } from './web.ts'

export type Product = {
  app: Hono
  /** @param options.drainMs the time for live runs to end; afterwards they are handed over, or ended without a charge */
  stop(options?: { drainMs?: number }): Promise<void>
}

export type ProductOptions = {
  /** The development server's build instead of build/. */
  loadBuild?: LoadBuild
  /** The folder of build/client and build/server. */
  buildFolder?: string
  /** Replaces dependencies: files of this machine; in tests own keys, a scripted model. */
  deps?: Partial<Dependencies>
}

/** Opens no port: the caller serves `app`. `stop` ends every live run and the connections. */
export async function createProduct(config: Config, options: ProductOptions = {}): Promise<Product> {
  const deps = await createDependencies(config, options.deps)
  await trustProxySecret(deps)
  await limitVideos(deps)
  const app = new Hono()
  app.route('/', createApi(deps))
  app.route('/', healthRoutes(deps))
  app.route('/', siteFileRoutes(deps))
  app.route(
    '/',
    createWeb(config, {
      buildFolder: options.buildFolder ?? fileURLToPath(new URL('../build', import.meta.url)),
      ...(options.loadBuild ? { loadBuild: options.loadBuild } : {}),
    }),
  )
  if (config.hasJobs) await deps.queue.work(jobHandlers(deps))
  const sweep = startRunRecovery(deps)
  return {
    app,
    async stop({ drainMs = 0 } = {}) {
      // Other processes claim the runs that are handed over.
      await sweep.end()
      await deps.runs.drain(drainMs)
      await deps.reader.stop()
      await deps.runEvents.close()
      await deps.queue.close()
      await deps.database.destroy()
    },
  }
}

/**
 * Sets the bucket's own limit to the setting (B01). On hosted Supabase the project's limit of uploads must allow it.
 */
async function limitVideos({ database, config }: Dependencies): Promise<void> {
  const { videoMaxBytes } = config
  await sql`update storage.buckets set file_size_limit = ${videoMaxBytes}::bigint
    where id = 'video' and file_size_limit is distinct from ${videoMaxBytes}::bigint`.execute(database)
}

/**
 * Runs at the start and every few seconds: it ends runs without a charge after a crash of any process, and continues
 * handed-over ones.
 */
function startRunRecovery(deps: Dependencies) {
  const everyMs = Math.min(5_000, (deps.config.runs.leaseSeconds * 1000) / 2)
  const resume = { of: resumesOf(deps), leaseSeconds: deps.config.runs.leaseSeconds }
  let going: Promise<unknown> | null = null
  const sweep = () => {
    going ??= recoverRuns(deps.database, runKinds, resume)
      .catch((error: unknown) => logFailure('recovery: the sweep failed and is tried again', error))
      .finally(() => (going = null))
  }
  sweep()
  const timer = setInterval(sweep, everyMs)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await going
    },
  }
}

async function createDependencies(
  config: Config,
  replaced: Partial<Dependencies> = {},
): Promise<Dependencies> {
  const database =
    replaced.database ??
    connectDatabase(config.databaseUrl, { connectionsMax: config.databaseConnectionsMax })
  const reader = replaced.reader ?? createDocumentReader()
  const countCall = createCallCounter(database)
  const files = replaced.files ?? createFileStore(config.supabase)
  return {
    config,
    database,
    verifyAccessToken: replaced.verifyAccessToken ?? createTokenVerifier(config.supabase),
    authAdmin: replaced.authAdmin ?? createAuthAdmin(config.supabase),
    queue: replaced.queue ?? (await openQueue(config.databaseUrl, { isWorker: config.hasJobs })),
    model: replaced.model ?? createToolModel(config.models),
    promptModels: replaced.promptModels ?? createPromptModels(config.models),
    pictures: replaced.pictures ?? createPictureModel(config.pictures),
    files,
    reader,
    fileReader: replaced.fileReader ?? createFileReader(files, reader),
    links: replaced.links ?? createWebReader(config, reader),
    search: replaced.search ?? createWebSearch(config.search, countCall),
    keywords: replaced.keywords ?? createKeywordSource(config.keywords, countCall),
    cards: replaced.cards === undefined ? createCards(config.cards, database) : replaced.cards,
    mail: replaced.mail === undefined ? createMail(config.mail) : replaced.mail,
    billingKeys: replaced.billingKeys ?? createBillingKeys(config.payments.billingKeySecret),
    runEvents: replaced.runEvents ?? createNotifications(config.databaseUrl, 'run_events'),
    runs: replaced.runs ?? new RunRegistry(database, config.runs.leaseSeconds),
    ...(replaced.runStepHook ? { runStepHook: replaced.runStepHook } : {}),
    ...(replaced.paymentStepHook ? { paymentStepHook: replaced.paymentStepHook } : {}),
  }
}

/**
 * SQL trusts our pages' statement of their visitor's address, also behind a hosted backend (private.caller_address).
 */
async function trustProxySecret({ config, database }: Dependencies): Promise<void> {
  if (config.proxySecret === null) return
  const hash = createHash('sha256').update(config.proxySecret).digest()
  await sql`select private.trust_proxy_secret(${hash})`.execute(database)
}

function createWebReader(config: Config, reader: DocumentReader): LinkReader {
  const policy = fetchPolicy(config)
  const robots = createRobots(createSafeFetch({ ...policy, limits: robotsLimits }), siteName.en)
  return createLinkReader(createSafeFetch(policy), reader, robots)
}

/** The user agent for reading links, and the hosts that are never read. */
function fetchPolicy({ publicOrigin, supabase }: Config) {
  const own = [publicOrigin, supabase.url, supabase.publicUrl].filter(Boolean)
  return {
    ownHosts: own.map((origin) => new URL(origin).hostname),
    userAgent: userAgentOf(publicOrigin),
  }
}

if (import.meta.main) {
  const config = readConfig(process.env)
  const product = await createProduct(config)
  const server = serve({ fetch: product.app.fetch, hostname: config.host, port: config.port }, ({ port }) => {
    console.log(logLine(`Munjang listens on http://${config.host}:${port}`))
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close()
      // A new version takes over: runs of this process end first.
      const drainMs = signal === 'SIGTERM' ? config.runs.drainSeconds * 1000 : 0
      void product.stop({ drainMs }).then(() => process.exit(0))
    })
  }
}
