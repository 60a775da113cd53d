// Who may use how many connections of the pool at once.
import type { Caller } from '#backend/gateway.ts'
import { RestError } from './rest-error.ts'

/** Of a pool of ten. What visitors leave over is for members and the secret key. */
const visitorsMax = 5
const callerMax = 3

const waitingMax = 100
const waitMilliseconds = 5_000

export type ConnectionShares = {
  /**
   * Runs `work` when the caller's share has room. Throws RestError PGRST003 after five seconds in the queue, or at once when a hundred
   * wait already.
   */
  run<T>(caller: Caller, address: string, work: () => Promise<T>): Promise<T>
}

/** A visitor's share goes by address, a member's by account. The secret key has the whole pool. */
export function createConnectionShares(): ConnectionShares {
  const visitors = createKeyedSemaphore(visitorsMax)
  const callers = createKeyedSemaphore(callerMax)
  return {
    run({ role, claims }, address, work) {
      if (role === 'service_role') return work()
      if (claims) return callers.run(`member ${claims.sub}`, work)
      return callers.run(`visitor ${address}`, () => visitors.run('visitors', work))
    },
  }
}

type Queue = { active: number; waiting: (() => void)[] }

/** Lets `max` work at once for each key; others wait in their order. */
function createKeyedSemaphore(max: number) {
  const queues = new Map<string, Queue>()

  async function acquire(key: string): Promise<Queue> {
    const queue = queues.get(key) ?? { active: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.active < max) queue.active++
    else await waitIn(queue)
    return queue
  }

  function release(key: string, queue: Queue): void {
    const next = queue.waiting.shift()
    // The next one takes over the place, so the number stays.
    if (next) next()
    else if (--queue.active === 0) queues.delete(key)
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const queue = await acquire(key)
      try {
        return await work()
      } finally {
        release(key, queue)
      }
    },
  }
}

function waitIn(queue: Queue): Promise<void> {
  if (queue.waiting.length >= waitingMax) throw noConnection()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      queue.waiting.splice(queue.waiting.indexOf(proceed), 1)
      reject(noConnection())
    }, waitMilliseconds)
    const proceed = () => {
      clearTimeout(timer)
      resolve()
    }
    queue.waiting.push(proceed)
  })
}

function noConnection(): RestError {
  return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.', null, null, {
    'retry-after': '2',
  })
}
