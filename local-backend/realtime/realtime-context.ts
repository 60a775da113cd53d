import type pg from 'pg'
import type { KeyedSemaphore } from '#backend/keyed-semaphore.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Identify } from './identify.ts'
import type { RealtimeLimits, SocketUse } from './limits.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Presence } from './presence.ts'
import type { RealtimeError } from './realtime-error.ts'
import type { PublicChannels } from './topic-rights.ts'
import type { Topics } from './topics.ts'

/** The shared state of all sockets. */
export type RealtimeContext = Identify & {
  /** Logs in as authenticator, with the text settings of the WAL. Another pool authorizes changes. */
  pool: pg.Pool
  /** Lets each caller hold one connection of the pool at most. */
  callerQueue: KeyedSemaphore
  feed: ChangeFeed
  topics: Topics
  broadcasts: Broadcasts
  presence: Presence
  publicChannels: PublicChannels
  limits: RealtimeLimits
  /** The current usage of members, by their ids. */
  members: Map<string, SocketUse>
  /** The reason why the WAL is not being read, or null; waits a moment while that is about to start. */
  findObstacle(): Promise<RealtimeError | null>
  /** A different number means that the WAL was lost in the meantime, with its commits and ended sessions. */
  logEpoch(): number
  log: (line: object) => void
}

/** The dependencies of a check of a caller's rights. */
export type Questions = Pick<RealtimeContext, 'pool' | 'callerQueue'>

/** A member runs one check at a time, and so do all visitors together. */
export function runInQueue<T>(
  { callerQueue }: Questions,
  userId: string | null,
  ask: () => Promise<T>,
): Promise<T> {
  return callerQueue.run(userId ?? 'visitors', ask)
}
