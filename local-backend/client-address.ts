// The address of the caller in every deployment: direct, behind a proxy, or by our own server for a visitor.
import type { IncomingHttpHeaders } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import { isSame } from '#backend/gateway.ts'
import type { BackendKeys } from '#backend/keys.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The visitor's address; 'unknown' for a request made inside the process. */
    clientAddress: string
  }
}

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

/**
 * Sets `clientAddress` of each request. X-Forwarded-For counts from our own server, which sends the proxy secret, and
 * from a proxy that the operator trusts. Any other caller's header is ignored. Its last entry is the one that our
 * direct caller wrote.
 */
export function readClientAddress(options: {
  keys: BackendKeys
  isProxyTrusted: boolean
}): MiddlewareHandler {
  return async (c: Context, next) => {
    const secret = c.req.header('x-proxy-secret')
    const isBelieved =
      options.isProxyTrusted || (secret !== undefined && isSame(secret, options.keys.proxySecret))
    const remote = (c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress
    c.set(
      'clientAddress',
      (isBelieved && lastForwarded(c.req.header('x-forwarded-for'))) || (remote ?? 'unknown'),
    )
    await next()
  }
}

/** The last entry of X-Forwarded-For; null when there is none. */
export function lastForwarded(header: IncomingHttpHeaders['x-forwarded-for']): string | null {
  return (
    String(header ?? '')
      .split(',')
      .at(-1)
      ?.trim() || null
  )
}

/**
 * The key for counting calls: an IPv4 address, or the /64 of an IPv6 one, since one connection has the whole /64
 * (https://www.rfc-editor.org/rfc/rfc6177). Any other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()
}
