// How many pages one visitor or member may have rendered: rendering is the one thing here that costs us and nobody else.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Kept pages, files and /v1 do not count. An office behind one address reads some five pages a second at most. */
export const renderedPages = { max: 600, windowSeconds: 60 }

export type PageLimit = {
  /** Counts one rendering for a network or a member. @returns the seconds to wait when there were too many, else null */
  count(subject: string): Promise<number | null>
}

/** Each process counts for itself. Calls of this machine are not counted: behind a proxy that is not trusted they are everybody's. */
export function createPageLimit({ max, windowSeconds } = renderedPages): PageLimit {
  const limiter = new RateLimiterMemory({ points: max, duration: windowSeconds })
  return {
    async count(subject) {
      if (subject === '' || subject === '::' || subject.startsWith('127.')) return null
      try {
        await limiter.consume(subject)
        return null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      }
    },
  }
}
