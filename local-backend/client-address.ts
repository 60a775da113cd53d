// The address of whoever calls, in every deployment: straight, behind a proxy, or by our own server on behalf of a visitor.
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
 * Sets `clientAddress` of each request. X-Forwarded-For counts from our own server, which proves itself with the proxy secret, and from a
 * proxy that the operator trusts; anybody else's is ignored. Its last entry is the one that whoever called us wrote.
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
 * What calls are counted by: an IPv4 address, or the /64 of an IPv6 one, since one connection has all addresses of a /64
 * (https://www.rfc-editor.org/rfc/rfc6177). Anything else comes back as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()
}
