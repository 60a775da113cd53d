import { importJWK, SignJWT } from 'jose'
import type { BackendKeys } from 'local-backend'

/** What a backend at this origin gives a member who has signed in: an access token at the first assurance level, for an hour. */
export async function signMemberToken(
  keys: BackendKeys,
  origin: string,
  member: { id: string; sessionId: string },
): Promise<string> {
  return new SignJWT({ role: 'authenticated', session_id: member.sessionId, aal: 'aal1' })
    .setProtectedHeader({ alg: 'ES256', kid: keys.jwk.kid ?? '' })
    .setIssuer(`${origin}/auth/v1`)
    .setAudience('authenticated')
    .setSubject(member.id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importJWK(keys.jwk, 'ES256'))
}
