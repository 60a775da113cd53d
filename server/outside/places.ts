/** A few places for many: who finds none waits, and the place goes to whoever waits longest. Of this process alone. */
export type Places = {
  /** @throws the signal's reason, when it comes while waiting; what `onFull` makes, when too many wait already */
  take(signal?: AbortSignal): Promise<void>
  leave(): void
}

/** @param line how many may wait, and the error for one more; without it, any number */
export function createPlaces(count: number, line?: { waitingMax: number; onFull: () => Error }): Places {
  let taken = 0
  const waiting: (() => void)[] = []
  const wait = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => {
        waiting.splice(waiting.indexOf(enter), 1)
        reject(signal?.reason as Error)
      }
      const enter = () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      signal?.addEventListener('abort', abort, { once: true })
      waiting.push(enter)
    })
  return {
    async take(signal) {
      signal?.throwIfAborted()
      if (taken < count) taken++
      else if (line && waiting.length >= line.waitingMax) throw line.onFull()
      else await wait(signal)
    },
    leave() {
      const next = waiting.shift()
      if (next) next()
      else taken--
    },
  }
}
