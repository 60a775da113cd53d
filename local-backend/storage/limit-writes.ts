import type { MiddlewareHandler } from 'hono'
import { networkOf } from '#backend/client-address.ts'
import type { Caller } from '#backend/gateway.ts'
import type { StorageContext } from './storage-context.ts'
import { slowDown } from './storage-error.ts'

/** Requests by POST that change nothing. */
const readingPosts = /^\/storage\/v1\/object\/(list|list-v2|sign)(\/|$)/

/**
 * Counts uploads and changes: per member, for other callers per address. The secret key is not counted. All processes
 * on one database share the count.
 */
export function limitWrites(storage: StorageContext): MiddlewareHandler {
  return async (c, next) => {
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD' || (method === 'POST' && readingPosts.test(path))) return next()
    const caller = c.get('caller') as Caller | undefined
    if (caller?.role === 'service_role') return next()
    const subject = caller?.claims?.sub ?? networkOf(c.get('clientAddress'))
    const waitSeconds = await storage.limiter.count('fileWrite', subject)
    if (waitSeconds === null) return next()
    c.header('retry-after', String(waitSeconds))
    throw slowDown()
  }
}
