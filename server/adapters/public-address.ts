// What an address that somebody named may lead to: public web servers, never our own network.
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { AppError } from '#shared/errors.ts'

export type Address = { address: string; family: 4 | 6 }
/** Every address of a host. */
export type Resolve = (host: string) => Promise<Address[]>

/** As the system resolves names, so that what is checked is what any other program would reach. */
export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }))

const ports: Record<string, number> = { 'http:': 80, 'https:': 443 }
/** Names that no public web server has; addresses are looked at besides. */
const ownNames =
  /^(?:[^.]+|.+\.(?:localhost|local|internal|intranet|lan|corp|home\.arpa|onion|test|invalid))$/

/**
 * An address on the public web: http or https on its own port, without a login in it, and no host of our own.
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

/** The host without the brackets of IPv6 and without a last dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/**
 * Every address of the URL's host, all of them public. One that is not refuses the others too: which one a connection takes is chance.
 * @throws AppError link_refused; what `resolve` throws
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

/** All that is given out for the public in IPv6 (RFC 4291, 2.4): what lies outside may carry an IPv4 address inside. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/** Globally reachable unicast only; of ranges that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo) none. */
function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalIpv6))
}

const refuse = (message: string) => new AppError('link_refused', { message })
