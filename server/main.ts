// The product: pages and /v1 in one handler. Run directly it listens by itself (hosted Supabase or a proxy in front).
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
import { createTokenVerifier } from './outside/access-tokens.ts'
import { createAuthAdmin } from './outside/auth-admin.ts'
import { createBillingKeys } from './outside/billing-key.ts'
import { createCards } from './outside/cards.ts'
import { connectDatabase } from './outside/database.ts'
import { createFileReader } from './outside/file-reader.ts'
import { createFileStore } from './outside/file-store.ts'
import { createKeywordSource } from './outside/keyword-source.ts'
import { createPromptModels, createToolModel } from './outside/models.ts'
import { createNotifications } from './outside/notifications.ts'
import { createPictureModel } from './outside/pictures.ts'
import { createLinkReader } from './outside/link-reader.ts'
import { createMail } from './outside/mail.ts'
import { openQueue } from './outside/queue.ts'
import { createDocumentReader } from './outside/reading/document-reader.ts'
import { createSafeFetch, userAgentOf } from './outside/safe-fetch.ts'
import { createWebSearch } from './outside/web-search.ts'
import type { Parts } from './parts.ts'
import { recoverRuns } from './runs/recover-runs.ts'
import { RunRegistry } from './runs/run-registry.ts'
import { resumesOf, runKinds } from './run-map.ts'
import { createWeb, type LoadBuild } from './web.ts'

export type Product = {
  app: Hono
  /** @param options.drainMs so long runs may go on to their end; what still goes on then is left for another process, or ended and refunded */
  stop(options?: { drainMs?: number }): Promise<void>
}

export type ProductOptions = {
  /** The development server's build instead of the one in build/. */
  loadBuild?: LoadBuild
  /** Where build/client and build/server are. */
  buildFolder?: string
  /** Parts instead of the usual ones: files of this machine; for tests keys of their own, a scripted model. */
  parts?: Partial<Parts>
}

/** Nothing is listened to and no port is taken: the caller serves `app`. `stop` ends every run that is going and the connections. */
export async function createProduct(config: Config, options: ProductOptions = {}): Promise<Product> {
  const parts = await createParts(config, options.parts)
  await trustProxySecret(parts)
  await limitVideos(parts)
  const app = new Hono()
  app.route('/', createApi(parts))
  app.route('/', healthRoutes(parts))
  app.route('/', siteFileRoutes(parts))
  app.route(
    '/',
    createWeb(config, {
      buildFolder: options.buildFolder ?? fileURLToPath(new URL('../build', import.meta.url)),
      ...(options.loadBuild ? { loadBuild: options.loadBuild } : {}),
    }),
  )
  if (config.hasJobs) await parts.queue.work(jobHandlers(parts))
  const sweep = sweepLostRuns(parts)
  return {
    app,
    async stop({ drainMs = 0 } = {}) {
      // What is handed over is for others to take.
      await sweep.end()
      await parts.runs.drain(drainMs)
      await parts.reader.stop()
      await parts.runEvents.close()
      await parts.queue.close()
      await parts.database.destroy()
    },
  }
}

/** The bucket's own limit follows the setting (B01). On hosted Supabase the project's limit of uploads must allow it. */
async function limitVideos({ database, config }: Parts): Promise<void> {
  const { videoMaxBytes } = config
  await sql`update storage.buckets set file_size_limit = ${videoMaxBytes}::bigint
    where id = 'video' and file_size_limit is distinct from ${videoMaxBytes}::bigint`.execute(database)
}

/** At the start and every few seconds: what a crash of this process or of another left behind is refunded and closed, what another handed over goes on. */
function sweepLostRuns(parts: Parts) {
  const everyMs = Math.min(5_000, (parts.config.runs.leaseSeconds * 1000) / 2)
  const resume = { of: resumesOf(parts), leaseSeconds: parts.config.runs.leaseSeconds }
  let going: Promise<unknown> | null = null
  const sweep = () => {
    going ??= recoverRuns(parts.database, runKinds, resume)
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

async function createParts(config: Config, replaced: Partial<Parts> = {}): Promise<Parts> {
  const database =
    replaced.database ??
    connectDatabase(config.databaseUrl, { connectionsMax: config.databaseConnectionsMax })
  const reader = replaced.reader ?? createDocumentReader()
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
    links: replaced.links ?? createLinkReader(createSafeFetch(waysOut(config)), reader),
    search: replaced.search ?? createWebSearch(config.search),
    keywords: replaced.keywords ?? createKeywordSource(config.keywords),
    cards: replaced.cards === undefined ? createCards(config.cards, database) : replaced.cards,
    mail: replaced.mail === undefined ? createMail(config.mail) : replaced.mail,
    billingKeys: replaced.billingKeys ?? createBillingKeys(config.payments.billingKeySecret),
    runEvents: replaced.runEvents ?? createNotifications(config.databaseUrl, 'run_events'),
    runs: replaced.runs ?? new RunRegistry(database, config.runs.leaseSeconds),
    ...(replaced.atStep ? { atStep: replaced.atStep } : {}),
    ...(replaced.atPayment ? { atPayment: replaced.atPayment } : {}),
  }
}

/** SQL believes what pages of ours say of their visitor's address, also where a hosted backend stands between (private.caller_address). */
async function trustProxySecret({ config, database }: Parts): Promise<void> {
  if (config.proxySecret === null) return
  const hash = createHash('sha256').update(config.proxySecret).digest()
  await sql`select private.trust_proxy_secret(${hash})`.execute(database)
}

/** Whom we are when we read a link, and where we never go. */
function waysOut({ publicOrigin, supabase }: Config) {
  const own = [publicOrigin, supabase.url, supabase.publicUrl].filter(Boolean)
  return {
    ownHosts: own.map((origin) => new URL(origin).hostname),
    userAgent: userAgentOf(publicOrigin),
  }
}

if (import.meta.main) {
  const config = readConfig(process.env)
  const product = await createProduct(config)
  const server = serve({ fetch: product.app.fetch, hostname: config.host, port: config.port })
  console.log(logLine(`Munjang listens on http://${config.host}:${config.port}`))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close()
      // A new version takes over: what is being written here is written to its end first.
      const drainMs = signal === 'SIGTERM' ? config.runs.drainSeconds * 1000 : 0
      void product.stop({ drainMs }).then(() => process.exit(0))
    })
  }
}
