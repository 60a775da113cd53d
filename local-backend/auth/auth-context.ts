import type pg from 'pg'
import type { AccessTokens } from '#backend/access-token.ts'
import type { BackendKeys } from '#backend/keys.ts'
import type { AuthSettings } from './auth-settings.ts'
import type { Mailer, TextMessenger } from './outbox.ts'
import type { Provider, ProviderName } from './provider.ts'
import type { RateLimiter } from './rate-limit.ts'

/** The shared context of all auth endpoints. */
export type AuthContext = {
  pool: pg.Pool
  keys: BackendKeys
  tokens: AccessTokens
  settings: AuthSettings
  /** Milliseconds since 1970. */
  now: () => number
  /** Null on a machine without e-mail. */
  sendMail: Mailer | null
  sendTextMessage: TextMessenger | null
  /** Without a trailing slash. */
  publicUrl: string
  checkRedirect: (requested: string | undefined) => string
  providers: Partial<Record<ProviderName, Provider>>
  limiter: RateLimiter
  log: (line: object) => void
}
