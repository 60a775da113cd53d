import type { Context } from 'hono'
import type { AccessClaims } from '#backend/access-token.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import type { Device } from './sessions.ts'

export type LiveSession = {
  userId: string
  sessionId: string
  /** The current level of the session, which may be lower than an older token's. */
  isAal2: boolean
  isYoungerThanADay: boolean
  /** Since the last sign-in or factor of this session; renewals do not count. */
  secondsSinceProof: number
  hasVerifiedFactor: boolean
}

type SessionRow = { is_aal2: boolean; is_young: boolean; proof_age: number; has_factor: boolean }

/** The claims of the caller's access token. Throws AuthError no_authorization (401), bad_jwt or session_not_found (403). */
export async function readClaims(auth: AuthContext, c: Context): Promise<AccessClaims> {
  const bearer = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!bearer) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const verified = await auth.tokens.verify(bearer)
  if (verified.refusal === 'expired') throw new AuthError(403, 'bad_jwt', 'invalid JWT: token is expired')
  if (verified.refusal) {
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
  }
  const { claims } = verified
  const isPossible = [claims.session_id, claims.sub].every((id) => /^[0-9a-f-]{36}$/i.test(id ?? ''))
  if (!isPossible) throw sessionNotFound()
  return claims
}

/** The session of the access token has ended; the official client then drops it. */
export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/** The caller's session, which must still exist. Throws as readClaims does. */
export async function requireSession(auth: AuthContext, c: Context): Promise<LiveSession> {
  const claims = await readClaims(auth, c)
  const { rows } = await auth.pool.query<SessionRow>({
    name: 'require-session',
    text: `select coalesce(s.aal <> 'aal1', false) as is_aal2, s.created_at > now() - interval '1 day' as is_young,
             extract(epoch from now() - coalesce((select max(a.updated_at) from auth.mfa_amr_claims a where a.session_id = s.id), s.created_at))::float8 as proof_age,
             exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified') as has_factor
           from auth.sessions s where s.id = $1 and s.user_id = $2 and coalesce(s.not_after > now(), true)`,
    values: [claims.session_id, claims.sub],
  })
  const row = rows[0]
  if (!row) throw sessionNotFound()
  return {
    userId: claims.sub,
    sessionId: claims.session_id,
    isAal2: row.is_aal2,
    isYoungerThanADay: row.is_young,
    secondsSinceProof: row.proof_age,
    hasVerifiedFactor: row.has_factor,
  }
}

/** The data of the device that opened the session. */
export function readDevice(auth: AuthContext, c: Context): Device {
  return {
    userAgent: c.req.header('user-agent')?.slice(0, 500) ?? null,
    address: c.get('clientAddress'),
  }
}
