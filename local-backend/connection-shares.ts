// Limits each caller's connections of the pool that rest and storage share.
import { networkOf } from '#backend/client-address.ts'
import type { Caller } from '#backend/gateway.ts'
import { createKeyedSemaphore } from '#backend/keyed-semaphore.ts'

export const sharedPoolMax = 10
const visitorsMax = 5
const membersMax = 7
/** Visitors and members together: one connection is always reserved for the secret key. */
const everybodyMax = 9
const callerMax = 3

/** The caller's share, or the one of its whole class, had no free connection in time. */
export class NoConnection extends Error {
  override name = 'NoConnection'
}

const waiting = {
  waitingMax: 100,
  waitMilliseconds: 5_000,
  refuse: () => new NoConnection('No connection was free in time.'),
}

export type ConnectionShares = {
  /**
   * Runs `work` when the caller's share has room. Throws NoConnection after five seconds in a queue, or at once when a
   * hundred already wait.
   */
  run<T>(caller: Caller, address: string, work: () => Promise<T>): Promise<T>
}

/** A visitor's share is per address, a member's per account. The secret key has the whole pool. */
export function createConnectionShares(): ConnectionShares {
  const everybody = createKeyedSemaphore({ max: everybodyMax, ...waiting })
  const visitors = createKeyedSemaphore({ max: visitorsMax, ...waiting })
  const members = createKeyedSemaphore({ max: membersMax, ...waiting })
  const callers = createKeyedSemaphore({ max: callerMax, ...waiting })
  return {
    run(caller, address, work) {
      if (caller.role === 'service_role') return work()
      const likes = caller.claims ? members : visitors
      return callers.run(subjectOf(caller, address), () => likes.run('all', () => everybody.run('all', work)))
    },
  }
}

/** The key for counting a caller: a member's account, else the network. */
export const subjectOf = ({ claims }: Caller, address: string): string =>
  claims ? `member ${claims.sub}` : `visitor ${networkOf(address)}`
