// The pages: built files as they are, everything else rendered by the React Router build.
import { logFailure } from './log-failure.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Hono } from 'hono'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import type { ServerFacts } from '#shared/server-facts.ts'
import { clientAddress } from './client-address.ts'
import type { Config } from './config.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { serveStaticFiles } from './static-files.ts'

/** `app/entry.server.tsx` exports the key under which its loaders find what the server tells them. */
type EntryModule = { serverFacts?: RouterContext<ServerFacts> }
export type LoadBuild = () => Promise<ServerBuild>

export type WebOptions = {
  /** Holds `client/` and `server/index.js`. */
  buildFolder: string
  /** The development server's own build, made anew after a change. */
  loadBuild?: LoadBuild
}

export function createWeb(config: Config, options: WebOptions): Hono {
  const isDevelopment = options.loadBuild !== undefined
  const securityHeaders = createSecurityHeaders(config, { isDevelopment })
  const staticFiles = serveStaticFiles(join(options.buildFolder, 'client'))
  const loadBuild = options.loadBuild ?? loadOnce(join(options.buildFolder, 'server', 'index.js'))
  const handle = createRequestHandler(loadBuild, isDevelopment ? 'development' : 'production')
  const web = new Hono()

  web.all('*', async (c) => {
    const path = decodePath(c.req.raw.url)
    if (path === null) return new Response('Bad Request', { status: 400, headers: securityHeaders.other() })
    const file = await staticFiles(c.req.raw, path)
    if (file) return withHeaders(file, securityHeaders.other())

    const nonce = randomBytes(16).toString('base64')
    const context = await makeContext(loadBuild, {
      ...serverFacts(config),
      nonce,
      clientAddress: clientAddress(c, config),
    })
    const page = await handle(c.req.raw, context)
    return withHeaders(page, securityHeaders.page(nonce, path))
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

function loadOnce(file: string): LoadBuild {
  let build: Promise<ServerBuild> | undefined
  return () => (build ??= import(pathToFileURL(file).href) as Promise<ServerBuild>)
}

async function makeContext(loadBuild: LoadBuild, facts: ServerFacts): Promise<RouterContextProvider> {
  const entry = (await loadBuild()).entry.module as EntryModule
  if (!entry.serverFacts) throw new Error('app/entry.server.tsx exports no serverFacts')
  const context = new RouterContextProvider()
  context.set(entry.serverFacts, facts)
  return context
}

function serverFacts(config: Config): Omit<ServerFacts, 'nonce' | 'clientAddress'> {
  return {
    supabaseUrl: config.supabase.url,
    supabasePublicUrl: config.supabase.publicUrl,
    supabasePublishableKey: config.supabase.publishableKey,
    apiBase: '/v1',
    siteOrigin: config.publicOrigin,
    proxySecret: config.proxySecret,
    toolModel: config.models.tool,
    isDemoModel: config.isDemoModel,
    isDevelopmentSignIn: config.isDevelopmentSignIn,
    redirectRules: config.redirectRules,
  }
}

/** Null for a path that is no valid percent-encoding of UTF-8. */
function decodePath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
}

/** A page that does not say how it may be stored is personal. */
function withHeaders(response: Response, headers: Record<string, string>): Response {
  const answer = new Response(response.body, response)
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'private, no-store')
  return answer
}
