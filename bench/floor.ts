// The floor: the content of our pages rendered by Hono and renderToString alone. No router, no styles, no session.
// node bench/floor.ts <file>: the file is JSON, { path: BareNode[] }
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { renderBare, type BareNode } from './bare-page.ts'

if (process.env.NODE_ENV !== 'production')
  throw new Error('NODE_ENV is not production: the floor would be measured at half its speed.')

const pages = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, BareNode[]>
const app = new Hono()
for (const [path, nodes] of Object.entries(pages)) {
  app.get(path, (c) => {
    const page = createElement('html', null, createElement('body', null, ...renderBare(nodes)))
    return c.html(`<!doctype html>${renderToString(page)}`)
  })
}
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`The floor listens at http://127.0.0.1:${port}`),
)
process.once('SIGTERM', () => process.exit(0))
