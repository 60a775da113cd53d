// Public hosts that are one server on 127.0.0.1, behind the whole check of safe-fetch.ts. For tests only.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address } from '#server/adapters/public-address.ts'
import { siteName } from '#shared/site.ts'
import { createRobots, type Robots } from '#server/adapters/robots.ts'
import { createSafeFetch, userAgentOf, type SafeFetchLimits } from '#server/adapters/safe-fetch.ts'

export type FakeWeb = {
  /** Received requests, as `host path`. */
  asked: { host: string; path: string; headers: IncomingMessage['headers'] }[]
  /** Opened connections, including those without a request. */
  connections: () => number
  /** The server's responses, by `host/path` or by host. */
  pages: Record<string, (response: ServerResponse, request: IncomingMessage) => void>
  /** The addresses that hosts resolve to, one after the other; 8.8.4.4 for the others. */
  names: Record<string, string[][]>
  fetch: ReturnType<typeof createSafeFetch>
  /** The robots rules of these hosts: their pages at `/robots.txt`. */
  robots: Robots
  close(): Promise<void>
}

export const html = (body: string) => (response: ServerResponse) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(body)
}
export const article = (title: string, text: string) =>
  html(
    `<!doctype html><title>${title}</title><body><nav>menu</nav><article><h1>${title}</h1><p>${text}</p></article>`,
  )
export const redirect =
  (location: string, status = 302) =>
  (response: ServerResponse) => {
    response.writeHead(status, { location })
    response.end()
  }

export async function startFakeWeb(limits: Partial<SafeFetchLimits> = {}): Promise<FakeWeb> {
  const asked: FakeWeb['asked'] = []
  const pages: FakeWeb['pages'] = {}
  const names: FakeWeb['names'] = {}
  let connections = 0
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    const path = request.url ?? ''
    asked.push({ host, path, headers: request.headers })
    const page = pages[host + path] ?? pages[host]
    if (page) page(response, request)
    else response.writeHead(404).end()
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const policy = {
    ownHosts: ['munjang.example.com'],
    userAgent: userAgentOf('https://munjang.example.com'),
    limits,
    resolve: (host: string) => Promise.resolve(addressesOf(names, host)),
    dial: () => ({ addresses: [{ address: '127.0.0.1', family: 4 as const }], port }),
  }
  return {
    asked,
    connections: () => connections,
    pages,
    names,
    fetch: createSafeFetch(policy),
    robots: createRobots(createSafeFetch(policy), siteName.en),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function addressesOf(names: FakeWeb['names'], host: string): Address[] {
  const answers = names[host]
  const addresses = (answers && answers.length > 1 ? answers.shift() : answers?.[0]) ?? ['8.8.4.4']
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
