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

/** What every socket shares. */
export type RealtimeContext = Identify & {
  /** Logs in as authenticator, with the text settings of the log. Changes are judged through another one. */
  pool: pg.Pool
  /** Lets each caller hold one connection of the pool at most. */
  turns: KeyedSemaphore
  feed: ChangeFeed
  topics: Topics
  broadcasts: Broadcasts
  presence: Presence
  publicChannels: PublicChannels
  limits: RealtimeLimits
  /** What members do at the moment, by their ids. */
  members: Map<string, SocketUse>
  /** Why the log is not being read, or null; waits a moment while that is about to begin. */
  findObstacle(): Promise<RealtimeError | null>
  /** Another number means that the log was lost in the meantime, and with it what was committed or ended then. */
  logEpoch(): number
  log: (line: object) => void
}

/** What a question about a caller's rights needs. */
export type Questions = Pick<RealtimeContext, 'pool' | 'turns'>

/** A member asks one thing at a time, and so do all visitors together. */
export function askInTurn<T>({ turns }: Questions, userId: string | null, ask: () => Promise<T>): Promise<T> {
  return turns.run(userId ?? 'visitors', ask)
}
