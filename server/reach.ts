// Who can reach the site: decided here alone, for cards, mail, sign-in and everything else that stands in for a real service.

type Settings = { PUBLIC_ORIGIN?: string | undefined; HOST?: string | undefined }

const loopbackNames = ['localhost', '127.0.0.1', '[::1]', '::1']

/** Whether an address can be reached from this machine alone. */
export const isLoopback = (origin: string): boolean => loopbackNames.includes(new URL(origin).hostname)

/** Whether people come from elsewhere: a site with an address of its own. What stands in for paid or personal services is closed there. */
export const isPublicSite = ({ PUBLIC_ORIGIN: origin }: Settings): boolean =>
  Boolean(origin) && !isLoopback(origin!)

/**
 * Refuses to listen beyond this machine without an address: the development sign-in lets anybody be anybody.
 * @throws Error that says what to set
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

/** What proxies add. No browser sends any of them. */
const proxyHeaders = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/

/**
 * Whether a browser on this machine sent a request itself. A proxy on this machine connects from here too, and nginx asks for our loopback
 * name unless told otherwise. It shows by what it adds, and an older nginx by HTTP/1.0, which no browser speaks.
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
