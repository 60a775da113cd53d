/**
 * A counting semaphore of this process. Waiting callers get a slot in order of arrival.
 * A holder has one slot at a time, however many it asks for.
 */
export type Semaphore = {
  /** @throws the signal's reason when it aborts the wait; the error of `onFull` when the queue is full */
  acquire(signal?: AbortSignal, holder?: string): Promise<void>
  /** @param holder the one that acquired the slot */
  release(holder?: string): void
}

type Line = {
  /** The maximum queue, in total and of one holder. */
  waitingMax: number
  waitingMaxOfHolder?: number
  /** The error for a caller above the maximum. */
  onFull: () => Error
}

/** @param line without it the queue is unlimited */
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
