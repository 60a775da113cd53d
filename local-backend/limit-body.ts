import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses bodies of more than `maxSize` bytes with the response of `onError`. Unlike Hono's own bodyLimit, it reads the
 * body only when no header declares its length: reading makes a stream of it, which costs more than a short statement.
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
