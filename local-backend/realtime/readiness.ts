import { initializing, RealtimeError } from './realtime-error.ts'

const readyWaitMs = 5_000

/** Whether the WAL is read. While that is about to start, callers wait a moment. */
export function createReadiness() {
  let isReady = false
  let epoch = 0
  let impossible: string | null = null
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const go of waiting) go()
    waiting.clear()
  }
  return {
    set() {
      isReady = true
      impossible = null
      wake()
    },
    reset() {
      isReady = false
      epoch++
    },
    epoch: () => epoch,
    setImpossible(why: string) {
      impossible = why
      wake()
    },
    isReady: () => isReady,
    async findObstacle(): Promise<RealtimeError | null> {
      if (!isReady && impossible === null) await new Promise<void>((resolve) => wait(resolve))
      if (isReady) return null
      return impossible === null
        ? initializing()
        : new RealtimeError('RealtimeDisabledForConfiguration', impossible)
    },
  }

  function wait(resolve: () => void): void {
    const timer = setTimeout(() => {
      waiting.delete(go)
      resolve()
    }, readyWaitMs)
    const go = () => {
      clearTimeout(timer)
      resolve()
    }
    waiting.add(go)
  }
}
