// Who may use how many connections of the pool at once.
import { networkOf } from '#backend/client-address.ts'
import type { Caller } from '#backend/gateway.ts'
import { createKeyedSemaphore } from '#backend/keyed-semaphore.ts'
import { RestError } from './rest-error.ts'

/** Of a pool of ten. What visitors leave over is for members and the secret key. */
const visitorsMax = 5
const callerMax = 3

const waiting = { waitingMax: 100, waitMilliseconds: 5_000, refuse: noConnection }

export type ConnectionShares = {
  /**
   * Runs `work` when the caller's share has room. Throws RestError PGRST003 after five seconds in the queue, or at once when a hundred
   * wait already.
   */
  run<T>(caller: Caller, address: string, work: () => Promise<T>): Promise<T>
}

/** A visitor's share goes by address, a member's by account. The secret key has the whole pool. */
export function createConnectionShares(): ConnectionShares {
  const visitors = createKeyedSemaphore({ max: visitorsMax, ...waiting })
  const callers = createKeyedSemaphore({ max: callerMax, ...waiting })
  return {
    run({ role, claims }, address, work) {
      if (role === 'service_role') return work()
      if (claims) return callers.run(`member ${claims.sub}`, work)
      return callers.run(`visitor ${networkOf(address)}`, () => visitors.run('visitors', work))
    },
  }
}

function noConnection(): RestError {
  return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.', null, null, {
    'retry-after': '2',
  })
}
