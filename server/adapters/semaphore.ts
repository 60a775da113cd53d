/**
 * A few places for many: who finds none waits, and the place goes to whoever waits longest. Of this process alone.
 * A holder has one place at a time, however many it asks for.
 */
export type Semaphore = {
  /** @throws the signal's reason, when it comes while waiting; what `onFull` makes, when too many wait already */
  acquire(signal?: AbortSignal, holder?: string): Promise<void>
  /** @param holder the one that took the place */
  release(holder?: string): void
}

type Line = {
  /** How many may wait in all, and of one holder. */
  waitingMax: number
  waitingMaxOfHolder?: number
  /** The error for one more. */
  onFull: () => Error
}

/** @param line without it any number may wait */
export function createSemaphore(count: number, line?: Line): Semaphore {
  let taken = 0
  const holders = new Set<string>()
  const waiting: { holder: string | undefined; enter: () => void }[] = []
  const isFree = (holder: string | undefined) => taken < count && !(holder && holders.has(holder))
  const occupy = (holder: string | undefined) => {
    taken++
    if (holder) holders.add(holder)
  }
  const isFull = (holder: string | undefined) =>
    line !== undefined &&
    (waiting.length >= line.waitingMax ||
      (holder !== undefined &&
        waiting.filter((other) => other.holder === holder).length >= (line.waitingMaxOfHolder ?? Infinity)))
  const wait = (signal: AbortSignal | undefined, holder: string | undefined) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(signal?.reason as Error)
      }
      const entry = {
        holder,
        enter: () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      waiting.push(entry)
    })
  return {
    async acquire(signal, holder) {
      signal?.throwIfAborted()
      if (isFree(holder)) occupy(holder)
      else if (line && isFull(holder)) throw line.onFull()
      else await wait(signal, holder)
    },
    release(holder) {
      taken--
      if (holder) holders.delete(holder)
      const next = waiting.findIndex((entry) => isFree(entry.holder))
      const [entry] = next < 0 ? [] : waiting.splice(next, 1)
      if (!entry) return
      occupy(entry.holder)
      entry.enter()
    },
  }
}
