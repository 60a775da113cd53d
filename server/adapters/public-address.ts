// Decides which addresses a member's URL may reach: public web servers, never our own network.
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { AppError } from '#shared/errors.ts'

export type Address = { address: string; family: 4 | 6 }
/** Every address of a host. */
export type Resolve = (host: string) => Promise<Address[]>

/** Uses the resolver of the system, so that the check sees the same addresses as any other program. */
export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }))

const ports: Record<string, number> = { 'http:': 80, 'https:': 443 }
/** Names that no public web server has; addresses are checked separately. */
const ownNames =
  /^(?:[^.]+|.+\.(?:localhost|local|internal|intranet|lan|corp|home\.arpa|onion|test|invalid))$/

/**
 * Parses a URL of the public web: http or https on its default port, without credentials, and not one of our own hosts.
 * @throws AppError link_refused
 */
export function requirePublicUrl(text: string, ownHosts: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const port = url && ports[url.protocol]
  if (!url || !port || (url.port !== '' && Number(url.port) !== port)) throw refuse('link_scheme_or_port')
  if (url.username || url.password) throw refuse('link_with_login')
  const host = hostOf(url)
  if (ownHosts.includes(host)) throw refuse('link_to_ourselves')
  if (!ipaddr.isValid(host) && ownNames.test(host)) throw refuse('link_to_own_name')
  return url
}

/** The host without the brackets of IPv6 and without a trailing dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/**
 * Every address of the URL's host, all of them public. One private address refuses the host, since a connection may
 * take any of them.
 * @throws AppError link_refused; errors of `resolve`
 */
export async function resolvePublic(url: URL, resolve: Resolve): Promise<Address[]> {
  const host = hostOf(url)
  const addresses: Address[] = ipaddr.isValid(host)
    ? [{ address: host, family: ipaddr.IPv6.isValid(host) ? 6 : 4 }]
    : await resolve(host)
  if (addresses.length === 0) throw new AppError('link_unreachable')
  if (!addresses.every(({ address }) => isPublic(address))) throw refuse('link_to_own_network')
  return addresses
}

/** The global unicast range of IPv6 (RFC 4291, 2.4). Addresses outside it can contain an IPv4 address. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/** Globally reachable unicast only, and no range that contains IPv4 addresses (mapped, NAT64, 6to4, Teredo). */
function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalIpv6))
}

const refuse = (message: string) => new AppError('link_refused', { message })
