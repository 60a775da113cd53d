import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Config } from './config.ts'

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

/**
 * The key for counting calls of visitors: an IPv4 address, or the /64 of an IPv6 one, since one connection has all
 * addresses of a /64.
 * @returns as clientAddress
 */
export function clientNetwork(c: Context, config: Pick<Config, 'isProxyTrusted'>): string {
  const address = clientAddress(c, config)
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()
}

/**
 * The visitor's address. X-Forwarded-For counts only behind a proxy that the operator named. Only its last entry was
 * written by that proxy.
 * @returns an empty string when there is no connection (a request made inside the process)
 */
export function clientAddress(c: Context, config: Pick<Config, 'isProxyTrusted'>): string {
  const forwarded = config.isProxyTrusted
    ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined
  return forwarded || ((c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? '')
}
