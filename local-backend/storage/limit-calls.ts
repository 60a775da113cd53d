import type { Context, MiddlewareHandler } from 'hono'
import { subjectOf } from '#backend/connection-shares.ts'
import type { Caller } from '#backend/gateway.ts'
import { requestShare } from './as-caller.ts'
import type { StorageContext } from './storage-context.ts'
import { slowDown } from './storage-error.ts'

const visitor: Caller = { role: 'anon', claims: null }

/**
 * Counts the call and limits it to its sender's share of the connections: a member's, without a session the network's.
 */
export function limitCalls({ counter, shares }: StorageContext): MiddlewareHandler {
  return async (c: Context, next) => {
    const caller = (c.get('caller') as Caller | undefined) ?? visitor
    const address = c.get('clientAddress')
    const waitSeconds = caller.role === 'service_role' ? null : counter.count(subjectOf(caller, address))
    if (waitSeconds !== null) {
      c.header('retry-after', String(waitSeconds))
      throw slowDown()
    }
    return requestShare.run((work) => shares.run(caller, address, work), next)
  }
}
