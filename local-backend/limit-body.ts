import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses bodies of more than `maxSize` bytes with what `onError` answers. As Hono's own bodyLimit, but it looks at the body
 * only if no header tells its length: looking makes a stream of it, which costs more than a short statement.
 */
export function limitBody(options: {
  maxSize: number
  onError: (c: Context) => Response
}): MiddlewareHandler {
  const count = bodyLimit(options)
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return count(c, next)
    return Number(length) > options.maxSize ? options.onError(c) : next()
  }
}
