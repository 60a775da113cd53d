import { decodeJwt } from 'jose'
import type pg from 'pg'
import type { AccessTokens } from '#backend/access-token.ts'
import { checkApiKey, type DatabaseRole } from '#backend/gateway.ts'
import type { BackendKeys } from '#backend/keys.ts'
import { findLiveSessions } from '#backend/live-sessions.ts'
import { RealtimeError } from './realtime-error.ts'

/** The listener: the role and claims for policies. */
export type Identity = {
  role: DatabaseRole
  /** JSON, as in `request.jwt.claims`. */
  claimsText: string
  userId: string | null
  sessionId: string | null
  /** Seconds since 1970; null for API keys, which do not expire. */
  expiresAt: number | null
}

export type Identify = {
  /**
   * The identity of a key or an access token. `browser` is the caller's user-agent header. Throws RealtimeError for
   * tokens that are not ours, expired or malformed.
   */
  identify(token: string, browser: string | undefined): Promise<Identity>
  /** Whether the session of a token exists and its user is not banned. True for API keys. */
  isLive(identity: Identity): Promise<boolean>
  /** The identities whose session has ended or whose user is banned. */
  findEnded(identities: Identity[]): Promise<Set<Identity>>
}

const anon = identityOfKey('anon')
const service = identityOfKey('service_role')

export function createIdentify(options: {
  keys: BackendKeys
  tokens: AccessTokens
  authPool: pg.Pool
}): Identify {
  const { keys, tokens, authPool } = options
  return {
    async identify(token, browser) {
      const headers = new Headers({ apikey: token.slice(0, 16_384).replace(/[^\x21-\x7e]/g, '?') })
      if (browser) headers.set('user-agent', browser.replace(/[^\x20-\x7e]/g, '?'))
      const key = checkApiKey(headers, keys)
      if (!key.refusal) return key.kind === 'secret' ? service : anon
      const verified = await tokens.verify(token)
      if (verified.refusal) throw explainRefusal(token, verified.refusal)
      const { claims } = verified
      return {
        role: claims.role as DatabaseRole,
        claimsText: JSON.stringify(claims),
        userId: claims.sub,
        sessionId: claims.session_id ?? null,
        expiresAt: claims.exp,
      }
    },
    isLive: async (identity) => (await findEnded([identity])).size === 0,
    findEnded,
  }

  async function findEnded(identities: Identity[]): Promise<Set<Identity>> {
    const members = identities.filter(({ userId }) => userId !== null)
    if (members.length === 0) return new Set()
    const users = await findLiveSessions(
      authPool,
      members.flatMap(({ sessionId }) => sessionId ?? []),
    )
    return new Set(
      members.filter(({ sessionId, userId }) => sessionId === null || users.get(sessionId) !== userId),
    )
  }
}

function identityOfKey(role: DatabaseRole): Identity {
  return { role, claimsText: JSON.stringify({ role }), userId: null, sessionId: null, expiresAt: null }
}

function explainRefusal(token: string, refusal: 'expired' | 'invalid'): RealtimeError {
  if (refusal === 'expired') return expiredToken(decodeJwt(token).exp ?? 0)
  return token.split('.').length === 3
    ? new RealtimeError('JwtSignatureError', 'Failed to validate JWT signature')
    : new RealtimeError('MalformedJWT', 'The token provided is not a valid JWT')
}

/** `expiresAt` in seconds since 1970. */
export function expiredToken(expiresAt: number): RealtimeError {
  const seconds = Math.max(0, Math.floor(Date.now() / 1000 - expiresAt))
  return new RealtimeError('InvalidJWTToken', `Token has expired ${seconds} seconds ago`)
}
