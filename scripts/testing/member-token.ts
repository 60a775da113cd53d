import { importJWK, SignJWT } from 'jose'
import type { BackendKeys } from 'local-backend'

/** What a backend at this origin gives a member who has signed in: an access token for an hour; at the first assurance level unless another is named. */
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
