// The second floor: the same content in a minimal React Router application, hydrated but without styles, session or
// messages. The difference between it and the first floor is the price of the router, not ours.
// node bench/router-floor.ts <file>: the file is JSON, { path: BareNode[] }
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRequestHandler, Link, Outlet, Scripts, ServerRouter, type ServerBuild } from 'react-router'
import { renderBare, type BareNode } from './bare-page.ts'

if (process.env.NODE_ENV !== 'production')
  throw new Error('NODE_ENV is not production: the floor would be measured at half its speed.')

const pages = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, BareNode[]>

function Root(): ReactNode {
  return createElement(
    'html',
    null,
    createElement('body', null, createElement(Outlet), createElement(Scripts)),
  )
}

/** Links within the site are the router's, as in an application that was written for it. */
const link = (href: string, key: number, children: ReactNode[]) =>
  href.startsWith('/')
    ? createElement(Link, { key, to: href }, ...children)
    : createElement('a', { key, href }, ...children)

const routes: ServerBuild['routes'] = {
  root: { id: 'root', path: '', module: { default: Root } },
  ...Object.fromEntries(
    Object.entries(pages).map(([path, nodes]) => [
      path,
      { id: path, parentId: 'root', path, module: { default: () => renderBare(nodes, link) } },
    ]),
  ),
}

const noBrowserPart = {
  module: '/assets/page.js',
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
} as const

const build: ServerBuild = {
  entry: {
    module: {
      default: (request, status, headers, context) => {
        headers.set('content-type', 'text/html; charset=utf-8')
        const page = renderToString(createElement(ServerRouter, { context, url: request.url }))
        return new Response(`<!doctype html>${page}`, { status, headers })
      },
    },
  },
  routes,
  assets: {
    entry: { imports: [], module: '/assets/entry.js' },
    routes: Object.fromEntries(
      Object.entries(routes).map(([id, route]) => [id, { ...noBrowserPart, ...pick(route), id }]),
    ),
    url: '/assets/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {} as ServerBuild['future'],
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
}

function pick(route: ServerBuild['routes'][string]) {
  return { path: route?.path, parentId: route?.parentId, index: route?.index }
}

const handle = createRequestHandler(build, 'production')
const app = new Hono().all('*', (c) => handle(c.req.raw))
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`The router's floor listens at http://127.0.0.1:${port}`),
)
process.once('SIGTERM', () => process.exit(0))
