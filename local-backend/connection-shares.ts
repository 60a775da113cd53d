// Who may use how many connections of the pool that rest and storage share.
import { networkOf } from '#backend/client-address.ts'
import type { Caller } from '#backend/gateway.ts'
import { createKeyedSemaphore } from '#backend/keyed-semaphore.ts'

export const sharedPoolMax = 10
const visitorsMax = 5
const membersMax = 7
/** Visitors and members together: one connection is always left to the secret key. */
const everybodyMax = 9
const callerMax = 3

/** The caller's share, or the one of all its like, had no room in time. */
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
   * Runs `work` when the caller's share has room. Throws NoConnection after five seconds in a queue, or at once when a hundred wait
   * already.
   */
  run<T>(caller: Caller, address: string, work: () => Promise<T>): Promise<T>
}

/** A visitor's share goes by address, a member's by account. The secret key has the whole pool. */
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

/** Whose calls count together: a member's, else those of one network. */
export const subjectOf = ({ claims }: Caller, address: string): string =>
  claims ? `member ${claims.sub}` : `visitor ${networkOf(address)}`
