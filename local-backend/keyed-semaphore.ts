export type KeyedSemaphore = {
  /**
   * Runs `work` as soon as its key has a free slot; others of the key wait in order. Throws the error of `refuse` when
   * that takes too long.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

type Options = {
  /** Concurrent calls per key. */
  max: number
  /** Queued calls per key. */
  waitingMax: number
  waitMilliseconds: number
  refuse: () => Error
}

type Queue = { active: number; waiting: (() => void)[] }

export function createKeyedSemaphore({ max, waitingMax, waitMilliseconds, refuse }: Options): KeyedSemaphore {
  const queues = new Map<string, Queue>()

  async function acquire(key: string): Promise<Queue> {
    const queue = queues.get(key) ?? { active: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.active < max) queue.active++
    else await waitIn(queue)
    return queue
  }

  function waitIn(queue: Queue): Promise<void> {
    if (queue.waiting.length >= waitingMax) throw refuse()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(proceed), 1)
        reject(refuse())
      }, waitMilliseconds)
      const proceed = () => {
        clearTimeout(timer)
        resolve()
      }
      queue.waiting.push(proceed)
    })
  }

  function release(key: string, queue: Queue): void {
    const next = queue.waiting.shift()
    // The next one gets the slot, so the count stays.
    if (next) next()
    else if (--queue.active === 0) queues.delete(key)
  }

  return {
    async run(key, work) {
      const queue = await acquire(key)
      try {
        return await work()
      } finally {
        release(key, queue)
      }
    },
  }
}
