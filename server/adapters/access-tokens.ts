// Verifies access tokens that the auth service signed. The keys come from its published key set, so no secret is
// shared.
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { AppError } from '#shared/errors.ts'

/**
 * The subject of a token. The caller checks `sessionId` against auth.sessions: a token stays well signed after a
 * sign-out.
 */
export type Subject = {
  id: string
  sessionId: string
  assurance: string
  /**
   * The last time that the person authenticated: a sign-in, a factor. Seconds since 1970; 0 when the token has no such
   * claim.
   */
  provenAtSeconds: number
}
export type VerifyAccessToken = (token: string) => Promise<Subject>

const claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  aal: z.string().default('aal1'),
  // GoTrue puts the time of the sign-in here and leaves it unchanged when it renews the token.
  amr: z.array(z.object({ timestamp: z.number() })).catch([]),
})
const tokenMaxLength = 16_384
const clockToleranceSeconds = 5

/**
 * @param keys replaces the published key set in tests
 * @returns a function that gives the token's subject
 * @throws (the function) AppError sign_in_required for an invalid token, unavailable when the keys cannot be read
 */
export function createTokenVerifier(config: Config['supabase'], keys?: JWTVerifyGetKey): VerifyAccessToken {
  const published = keys ?? createRemoteJWKSet(new URL(`${config.url}/auth/v1/.well-known/jwks.json`))
  const secret = config.jwtSecret ? new TextEncoder().encode(config.jwtSecret) : null

  return async (token) => {
    if (token.length > tokenMaxLength) throw new AppError('sign_in_required')
    const expected = {
      issuer: config.issuer,
      audience: 'authenticated',
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub'],
    }
    let payload: JWTPayload
    try {
      const isShared = secret !== null && algorithmOf(token) === 'HS256'
      payload = isShared
        ? (await jwtVerify(token, secret, { ...expected, algorithms: ['HS256'] })).payload
        : (await jwtVerify(token, published, { ...expected, algorithms: ['ES256', 'RS256'] })).payload
    } catch (cause) {
      throw new AppError(isKeySetFailure(cause) ? 'unavailable' : 'sign_in_required', { cause })
    }
    const result = claims.safeParse(payload)
    if (!result.success) throw new AppError('sign_in_required')
    const { sub, session_id, aal, amr } = result.data
    const provenAtSeconds = Math.max(0, ...amr.map(({ timestamp }) => timestamp))
    return { id: sub, sessionId: session_id, assurance: aal, provenAtSeconds }
  }
}

function algorithmOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString('utf8')).alg
  } catch {
    return undefined
  }
}

/** A fault of the token is a JOSEError with its own code. Any other error comes from fetching the keys. */
function isKeySetFailure(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout) return true
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC'
}
