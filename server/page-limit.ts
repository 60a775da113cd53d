// Limits the rendered pages of one visitor or member, because rendering is the one action here that costs only us.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Cached pages, files and /v1 do not count. An office behind one address reads at most some five pages a second. */
export const renderedPages = { max: 600, windowSeconds: 60 }

export type PageLimit = {
  /** Counts one rendering for a network or a member. @returns the seconds to wait above the limit, else null */
  count(subject: string): Promise<number | null>
}

/**
 * Each process counts for itself. Calls from this machine are not counted: behind an untrusted proxy they come from all
 * visitors.
 */
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
