import type pg from 'pg'
import type { AccessTokens } from '#backend/access-token.ts'
import type { RateLimiter } from '#backend/auth/rate-limit.ts'
import type { CallCounter } from '#backend/call-counter.ts'
import type { ConnectionShares } from '#backend/connection-shares.ts'
import type { Caller } from '#backend/gateway.ts'
import type { BackendKeys } from '#backend/keys.ts'
import type { LiveSessions } from '#backend/live-sessions.ts'
import type { BytesInFlight } from './bytes-in-flight.ts'
import type { FileStore } from './file-store.ts'
import type { UrlTokens } from './url-token.ts'

/** The shared context of all handlers of the service. */
export type StorageContext = {
  pool: pg.Pool
  files: FileStore
  keys: BackendKeys
  tokens: AccessTokens
  sessions: LiveSessions
  urlTokens: UrlTokens
  /** The maximum of every file, whatever its bucket allows. */
  fileSizeLimitBytes: number
  /** All files of one member together; null for no limit. */
  ownerQuotaBytes: number | null
  inFlight: BytesInFlight
  limiter: RateLimiter
  counter: CallCounter
  shares: ConnectionShares
  log: (line: object) => void
}

export type StorageEnv = { Variables: { caller: Caller } }
