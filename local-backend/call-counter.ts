const windowMilliseconds = 300_000
const subjectsMax = 100_000

export type CallCounter = {
  /** Counts one call; the seconds to wait above the window's limit, else null. */
  count(subject: string): number | null
}

/**
 * Fixed windows of five minutes in the memory of this process: a count in the database would cost as much as a short
 * request. Above the maximum of subjects, those with the oldest window are dropped.
 */
export function createCallCounter(max: number, now: () => number): CallCounter {
  const windows = new Map<string, { startedAt: number; count: number }>()
  return {
    count(subject) {
      const time = now()
      let window = windows.get(subject)
      if (!window || time - window.startedAt >= windowMilliseconds) {
        windows.delete(subject)
        window = { startedAt: time, count: 0 }
        windows.set(subject, window)
        const [oldest] = windows.keys()
        if (windows.size > subjectsMax && oldest !== undefined) windows.delete(oldest)
      }
      window.count++
      return window.count > max
        ? Math.max(1, Math.ceil((window.startedAt + windowMilliseconds - time) / 1_000))
        : null
    },
  }
}
