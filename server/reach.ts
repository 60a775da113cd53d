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

/**
 * Whether a request comes from this very machine: its connection and the name that it asks for. A proxy in front of the site is on this
 * machine too, but asks for the site's own name.
 * @param peer the address at the other end of the connection; undefined when it is gone
 * @param host the Host header
 */
export function isFromThisMachine(peer: string | undefined, host: string | undefined): boolean {
  const isOwnPeer = peer !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(peer)
  if (!isOwnPeer || !host || !URL.canParse(`http://${host}`)) return false
  return loopbackNames.includes(new URL(`http://${host}`).hostname)
}
