import { importJWK, SignJWT } from 'jose'
import type { BackendKeys } from 'local-backend'

/**
 * A signed-in member's access token of a backend at this origin: valid for an hour, and aal1 unless another level is
 * given.
 */
export async function signMemberToken(
  keys: BackendKeys,
  origin: string,
  member: { id: string; sessionId: string },
  assurance = 'aal1',
): Promise<string> {
  return new SignJWT({ role: 'authenticated', session_id: member.sessionId, aal: assurance })
    .setProtectedHeader({ alg: 'ES256', kid: keys.jwk.kid ?? '' })
    .setIssuer(`${origin}/auth/v1`)
    .setAudience('authenticated')
    .setSubject(member.id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importJWK(keys.jwk, 'ES256'))
}
