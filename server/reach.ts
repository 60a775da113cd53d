// Decides whether the site is public: the one place, for cards, e-mail, sign-in and every other development fallback.

type Settings = { PUBLIC_ORIGIN?: string | undefined; HOST?: string | undefined }

const loopbackNames = ['localhost', '127.0.0.1', '[::1]', '::1']

/** Whether an origin is reachable from this machine only. */
export const isLoopback = (origin: string): boolean => loopbackNames.includes(new URL(origin).hostname)

/**
 * Whether the site is public: it has an origin of its own. Fallbacks for paid or personal services are disabled there.
 */
export const isPublicSite = ({ PUBLIC_ORIGIN: origin }: Settings): boolean =>
  Boolean(origin) && !isLoopback(origin!)

/**
 * Refuses to listen beyond this machine without an origin, because the development sign-in needs no proof of identity.
 * @throws Error that names the variable
 */
export function requireKnownReach({ PUBLIC_ORIGIN: origin, HOST: host = '' }: Settings): void {
  if (origin || host === '' || loopbackNames.includes(host)) return
  throw new Error(
    `HOST=${host} lets other machines reach this site. Set PUBLIC_ORIGIN to the address that people use (https://…), or leave HOST out.`,
  )
}

/** A request as Node's server has it. */
export type Incoming = {
  httpVersion?: string | undefined
  socket: { remoteAddress?: string | undefined }
  headers: { host?: string | undefined; [name: string]: string | string[] | undefined }
}

/** Headers that proxies add. No browser sends any of them. */
const proxyHeaders = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/

/**
 * Whether a browser on this machine sent a request itself. A proxy on this machine also connects from loopback, and
 * nginx uses our loopback name by default. A proxy is detected by its headers, and an older nginx by HTTP/1.0, which no
 * browser uses.
 */
export function isFromThisMachine({ httpVersion, socket, headers }: Incoming): boolean {
  const { remoteAddress } = socket
  const isOwnPeer = remoteAddress !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress)
  if (!isOwnPeer || httpVersion === '1.0') return false
  if (Object.keys(headers).some((name) => proxyHeaders.test(name))) return false
  const { host } = headers
  return (
    host !== undefined &&
    URL.canParse(`http://${host}`) &&
    loopbackNames.includes(new URL(`http://${host}`).hostname)
  )
}
