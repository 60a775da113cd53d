import type { Context } from 'hono'
import type { Config } from './config.ts'

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

/**
 * The visitor's address. X-Forwarded-For counts only behind a proxy that the operator named; of its entries only the last was written by that proxy.
 * @returns an empty string when there is no connection (a request made inside the process)
 */
export function clientAddress(c: Context, config: Pick<Config, 'isProxyTrusted'>): string {
  const forwarded = config.isProxyTrusted
    ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined
  return forwarded || ((c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? '')
}
