// Accepts sockets: it authenticates them, limits their number, and closes all of them at the end.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { lastForwarded, networkOf } from '#backend/client-address.ts'
import { checkApiKey } from '#backend/gateway.ts'
import type { BackendKeys } from '#backend/keys.ts'
import { SocketUse } from './limits.ts'
import type { RealtimeContext } from './realtime-context.ts'
import { Socket } from './socket.ts'
import type { WireVersion } from './wire-format.ts'

const checkMs = 1_000
const farewellMs = 1_000
const versions = new Map<string, WireVersion>([
  ['1.0.0', 1],
  ['2.0.0', 2],
])

type UpgradeHandler = {
  /** Accepts an HTTP upgrade, or refuses it with an HTTP response. */
  upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void
  /** Refuses new sockets, and resolves when all have closed. */
  close(): Promise<void>
}

/** @param sockets holds all open sockets */
export function createUpgradeHandler(
  sockets: Set<Socket>,
  context: RealtimeContext,
  options: { keys: BackendKeys; isProxyTrusted: boolean },
): UpgradeHandler {
  const { limits } = context
  const addresses = new Map<string, SocketUse>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameMaxBytes,
  })
  const checking = setInterval(() => {
    const now = Date.now()
    for (const socket of sockets) socket.check(now)
  }, checkMs)
  checking.unref()
  let isClosing = false
  let onAllClosed = () => {}

  return {
    upgrade(request, connection, head) {
      connection.on('error', () => connection.destroy())
      const refuse = (status: string, message: string) => refuseUpgrade(connection, status, message)
      if (isClosing) return refuse('503 Service Unavailable', 'Realtime is restarting, please standby')
      const caller = readCaller(request)
      const key = checkApiKey(caller.headers, options.keys)
      if (key.refusal) return refuse('401 Unauthorized', key.refusal.message)
      if (caller.version === null) return refuse('400 Bad Request', 'Unsupported serializer version')
      const { version, apiKey, browser } = caller
      const address = countedAddress(request, options.isProxyTrusted)
      const use = (address === null ? null : addresses.get(address)) ?? new SocketUse()
      if (sockets.size >= limits.socketsMax || use.sockets >= limits.socketsPerAddressMax)
        return refuse('429 Too Many Requests', 'Too many connected users')
      server.handleUpgrade(request, connection, head, (ws) => {
        const socket = new Socket(ws, context, { version, apiKey, browser, address: use })
        sockets.add(socket)
        use.sockets++
        if (address !== null) addresses.set(address, use)
        ws.once('close', () => {
          sockets.delete(socket)
          if (--use.sockets === 0 && address !== null) addresses.delete(address)
          if (sockets.size === 0) onAllClosed()
        })
      })
    },
    async close() {
      isClosing = true
      clearInterval(checking)
      for (const socket of sockets) socket.endForRestart()
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.terminate()
      }, farewellMs)
      await new Promise<void>((resolve) => {
        onAllClosed = resolve
        if (sockets.size === 0) resolve()
      })
      clearTimeout(deadline)
    },
  }
}

/** The client's data in an upgrade; the version is null for an unsupported one. */
function readCaller(request: IncomingMessage) {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const apiKey = searchParams.get('apikey') ?? ''
  const browser = request.headers['user-agent']
  const headers = new Headers({ apikey: apiKey.replace(/[^\x21-\x7e]/g, '?') })
  if (browser) headers.set('user-agent', browser.replace(/[^\x20-\x7e]/g, '?'))
  const version = versions.get(searchParams.get('vsn') ?? '1.0.0') ?? null
  return { apiKey, browser, headers, version }
}

/** Null for connections of this machine: a proxy in front of us would share one count with all its visitors. */
function countedAddress(request: IncomingMessage, isProxyTrusted: boolean): string | null {
  const visitor = isProxyTrusted && lastForwarded(request.headers['x-forwarded-for'])
  if (visitor) return networkOf(visitor)
  const address = request.socket.remoteAddress ?? 'unknown'
  return /^(::ffff:)?127\.|^::1$/.test(address) ? null : networkOf(address)
}

function refuseUpgrade(connection: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ message })
  connection.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
