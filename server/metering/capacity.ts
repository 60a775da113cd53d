// How much is generated at once in this process; who comes later waits in line.
export type Capacity = { run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> }

/** @param max runs at a time */
export function createCapacity(max: number): Capacity {
  let going = 0
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else going--
  }
  const enter = (signal: AbortSignal) => {
    if (going < max) {
      going++
      return Promise.resolve()
    }
    return new Promise<void>((resolve, reject) => {
      const admit = () => resolve()
      waiting.push(admit)
      signal.addEventListener(
        'abort',
        () => {
          const place = waiting.indexOf(admit)
          if (place < 0) return
          waiting.splice(place, 1)
          reject(signal.reason)
        },
        { once: true },
      )
    })
  }
  return {
    async run(signal, work) {
      signal.throwIfAborted()
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
