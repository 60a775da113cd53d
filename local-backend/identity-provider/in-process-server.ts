import http from 'node:http'
import { duplexPair } from 'node:stream'

export type NodeHandler = (request: http.IncomingMessage, response: http.ServerResponse) => void

const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'upgrade',
  'expect',
])

/**
 * Serves a Node-style request handler to web-style requests inside this process: HTTP over a pair of streams. No port
 * is opened, and the handler gets ordinary Node objects. Bodies are buffered whole, so it is for small pages only.
 */
export function createInProcessServer(handler: NodeHandler): (request: Request) => Promise<Response> {
  const server = http.createServer(handler)
  return async (request) => {
    const url = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    const headers: Record<string, string> = {
      host: url.host,
      connection: 'close',
      'content-length': String(body.length),
    }
    request.headers.forEach((value, name) => {
      if (!hopHeaders.has(name)) headers[name] = value
    })
    const [ours, theirs] = duplexPair()
    server.emit('connection', theirs)
    return new Promise((resolve, reject) => {
      const outgoing = http.request(
        {
          createConnection: () => ours as never,
          method: request.method,
          path: url.pathname + url.search,
          headers,
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => resolve(toResponse(incoming, Buffer.concat(chunks))))
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
}

function toResponse(incoming: http.IncomingMessage, body: Buffer): Response {
  const headers = new Headers()
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
    const name = incoming.rawHeaders[i] ?? ''
    if (!hopHeaders.has(name.toLowerCase())) headers.append(name, incoming.rawHeaders[i + 1] ?? '')
  }
  const status = incoming.statusCode ?? 500
  const isBodyless = status === 204 || status === 304 || body.length === 0
  return new Response(isBodyless ? null : new Uint8Array(body), { status, headers })
}
