// The pages: built files unchanged, everything else rendered by the React Router build.
import { logFailure } from './log-failure.ts'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import { unstable_preloadRoutePattern } from 'react-router/route-pattern'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import type { PartFiles, RequestConfig } from '#shared/request-config.ts'
import { workerPath } from '#shared/offline.ts'
import { picturePath, videoPath } from '#shared/uploads.ts'
import { clientAddress, clientNetwork } from './client-address.ts'
import { createPageLimit } from './page-limit.ts'
import type { Config } from './config.ts'
import { errorMessage, requestLanguage } from './error-words.ts'
import { listProcessors } from './list-processors.ts'
import { promptModelOf } from './models-config.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { createPageCache, pageEncodings, pageKey, type CachedPage } from './page-cache.ts'
import { acceptsEncoding, serveStaticFiles } from './static-files.ts'

/** What `app/entry.server.tsx` exports: the context key of the request configuration, and the language of a page. */
type EntryModule = {
  requestConfig?: RouterContext<RequestConfig>
  requestLanguage?: (pathname: string, headers: Headers) => Language
}
export type LoadBuild = () => Promise<ServerBuild>

export type WebOptions = {
  /** The folder of `client/` and `server/index.js`. */
  buildFolder: string
  /** The development server's own build, made again after a change. */
  loadBuild?: LoadBuild
}

export function createWeb(config: Config, options: WebOptions): Hono {
  const isDevelopment = options.loadBuild !== undefined
  const securityHeaders = createSecurityHeaders(config, { isDevelopment })
  const staticFiles = serveStaticFiles(join(options.buildFolder, 'client'))
  const build = options.loadBuild
    ? loadAlways(options.loadBuild)
    : loadOnce(join(options.buildFolder, 'server'))
  const snapshots = createPageCache()
  const pageLimit = createPageLimit()
  const web = new Hono()

  web.all('*', async (c) => {
    const request = c.req.raw
    const path = decodePath(request.url)
    if (path === null) return new Response('Bad Request', { status: 400, headers: securityHeaders.other() })
    // Texts name pictures and videos without a host, so these paths redirect to a backend on another host.
    if (config.supabase.publicUrl && (picturePath.test(path) || videoPath.test(path)))
      return new Response(null, {
        status: 302,
        headers: { ...securityHeaders.other(), location: config.supabase.publicUrl + path },
      })
    if (path === workerPath && !config.hasServiceWorker)
      return withHeaders(endingWorker(), securityHeaders.worker())
    const file = await staticFiles(request, path)
    if (file)
      return withHeaders(file, path === workerPath ? securityHeaders.worker() : securityHeaders.other())

    const nonce = randomBytes(16).toString('base64')
    const render = async () => {
      const waitSeconds = await pageLimit.count(clientNetwork(c, config))
      if (waitSeconds !== null) return tooManyPages(request, waitSeconds)
      const { handle, partFiles } = await build.handler(request)
      const countPage = (memberId: string) => pageLimit.count(`member ${memberId}`)
      let body: Uint8Array | null = null
      const facts = {
        ...requestConfig(config),
        nonce,
        partFiles,
        countPage,
        clientAddress: clientAddress(c, config),
        setPage: (page: Uint8Array) => void (body = page),
      }
      const response = await handle(request, await makeContext(build.load, facts))
      return body ? new Response(body, response) : response
    }
    const key = isDevelopment ? null : pageKey(request)
    const page = key === null ? await render() : await snapshots.get(key, render)
    if (page instanceof Response) return withHeaders(page, securityHeaders.page(`'nonce-${nonce}'`, path))
    const scripts = page.scriptHashes.map((hash) => `'${hash}'`).join(' ')
    return answerWith(page, request, securityHeaders.page(scripts, path))
  })

  web.onError((error) => {
    logFailure('web: a page could not be made', error)
    const headers = {
      ...securityHeaders.other(),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    }
    return new Response('Internal Server Error', { status: 500, headers })
  })
  return web
}

/** The kill switch: browsers that have the worker replace it with this one, which removes itself and its files. */
function endingWorker(): Response {
  const script = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => registration.unregister()),
))
`
  return new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
}

function tooManyPages(request: Request, waitSeconds: number): Response {
  return new Response(errorMessage(new AppError('too_many_requests'), requestLanguage(request)), {
    status: 429,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(waitSeconds) },
  })
}

type Handler = { handle: ReturnType<typeof createRequestHandler>; partFiles: PartFiles }
type Build = { load: LoadBuild; handler: (request: Request) => Promise<Handler> }

/**
 * The router ranks its routes once for a build object, and at every request for a function. Each language has a handler
 * of its own, because the browser's files are made per language (decision 054).
 */
function loadOnce(folder: string): Build {
  let build: Promise<ServerBuild> | undefined
  const load = () => (build ??= import(pathToFileURL(join(folder, 'index.js')).href) as Promise<ServerBuild>)
  const handlers = new Map<Language, Promise<Handler>>()
  const makeHandler = async (language: Language) => {
    const read = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(folder, `${name}.${language}.json`), 'utf8'))
    const assets = (await read('assets')) as ServerBuild['assets']
    // Asked under the language of the page, the router's list of routes names the files of that language.
    const routeDiscovery = { mode: 'lazy', manifestPath: `/${language}/__manifest` } as const
    const loaded = await load()
    const own = { ...loaded, assets, routeDiscovery, future: withPatterns(loaded.future) }
    return {
      handle: createRequestHandler(own, 'production'),
      partFiles: (await read('parts')) as PartFiles,
    }
  }
  return {
    load,
    handler: async (request) => {
      const entry = (await load()).entry.module as EntryModule
      if (!entry.requestLanguage) throw new Error('app/entry.server.tsx exports no requestLanguage')
      const language = entry.requestLanguage(new URL(request.url).pathname, request.headers)
      const handler = handlers.get(language) ?? makeHandler(language)
      handlers.set(language, handler)
      return handler
    },
  }
}

/**
 * The router's matcher with an index of all routes. The usual one tries route after route, five times for a page: an
 * eighth of the time of a page. The browser matches rarely and keeps the smaller one, so the flag is not sent to it.
 */
function withPatterns(future: ServerBuild['future']): ServerBuild['future'] {
  unstable_preloadRoutePattern()
  return Object.assign({ toJSON: () => future }, future, { unstable_routePatternMatching: true })
}

function loadAlways(load: LoadBuild): Build {
  const handler = { handle: createRequestHandler(load, 'development'), partFiles: {} }
  return { load, handler: () => Promise.resolve(handler) }
}

async function answerWith(
  page: CachedPage,
  request: Request,
  headers: Record<string, string>,
): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding = pageEncodings.find((name) => acceptsEncoding(accepted, name))
  const body = new Uint8Array(encoding ? await page.encode(encoding) : page.body)
  const answer = withHeaders(new Response(body, { headers: page.headers }), headers)
  if (encoding) answer.headers.set('content-encoding', encoding)
  answer.headers.append('vary', 'Accept-Encoding')
  return answer
}

async function makeContext(loadBuild: LoadBuild, facts: RequestConfig): Promise<RouterContextProvider> {
  const entry = (await loadBuild()).entry.module as EntryModule
  if (!entry.requestConfig) throw new Error('app/entry.server.tsx exports no requestConfig')
  const context = new RouterContextProvider()
  context.set(entry.requestConfig, facts)
  return context
}

function requestConfig(
  config: Config,
): Omit<RequestConfig, 'nonce' | 'partFiles' | 'setPage' | 'countPage' | 'clientAddress'> {
  return {
    supabaseUrl: config.supabase.url,
    supabasePublicUrl: config.supabase.publicUrl,
    supabasePublishableKey: config.supabase.publishableKey,
    apiBase: config.apiBase,
    siteOrigin: config.publicOrigin,
    proxySecret: config.proxySecret,
    toolModel: config.models.tool,
    promptModels: {
      gpt: promptModelOf(config.models, 'gpt'),
      gemini: promptModelOf(config.models, 'gemini'),
      claude: promptModelOf(config.models, 'claude'),
    },
    isDemoModel: config.isDemoModel,
    search: config.search.kind,
    isDevelopmentSignIn: config.isDevelopmentSignIn,
    cardMode: config.cards.kind,
    mailMode: config.mail.kind,
    business: config.business,
    processors: listProcessors(config),
    videoMaxBytes: config.videoMaxBytes,
    deletedAccountDays: config.deletedAccounts.days,
    redirectRules: config.redirectRules,
  }
}

/** Null for a path with invalid percent-encoding of UTF-8. */
function decodePath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
}

/** A page without a cache header is personal. */
function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store')
  return response
}
