import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { StorageError } from './storage-error.ts'

/** The rights of a signed URL, besides its expiry. `url` is bucket/key. */
type UrlGrant = { url: string; purpose: 'download' } | UploadGrant
type UploadGrant = { url: string; purpose: 'upload'; owner: string | null; upsert: boolean }

export type UrlTokens = {
  sign(grant: UrlGrant, seconds: number): Promise<string>
  /**
   * The token's rights and its remaining seconds. Throws InvalidJWT when it is expired, forged or made for another URL
   * or purpose.
   */
  verify(
    token: string,
    purpose: 'download',
    url: string,
  ): Promise<{ grant: { url: string }; secondsLeft: number }>
  verify(token: string, purpose: 'upload', url: string): Promise<{ grant: UploadGrant; secondsLeft: number }>
}

/**
 * Tokens in signed URLs: HS256 as storage-api's. Their key is derived from the secret key, so that no such token can
 * pass for a session. A new secret key invalidates all signed URLs. `now` in milliseconds.
 */
export function createUrlTokens(secretKey: string, now: () => number = Date.now): UrlTokens {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'storage signed addresses', 32))

  async function verify(token: string, purpose: UrlGrant['purpose'], url: string) {
    let payload: Record<string, unknown>
    try {
      const options = { algorithms: ['HS256'], currentDate: new Date(now()), requiredClaims: ['exp', 'url'] }
      payload = (await jwtVerify(token, key, options)).payload
    } catch (error) {
      const isExpired = error instanceof errors.JWTExpired
      throw invalidToken(isExpired ? '"exp" claim timestamp check failed' : 'signature verification failed')
    }
    if (payload.purpose !== purpose || payload.url !== url)
      throw new StorageError(400, 'InvalidSignature', 'Invalid signature')
    const secondsLeft = Math.max(0, (payload.exp as number) - Math.floor(now() / 1000))
    return { grant: payload as UploadGrant, secondsLeft }
  }

  return {
    sign(grant, seconds) {
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({ ...grant, iat: issuedAt, exp: issuedAt + seconds })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(key)
    },
    verify: verify as UrlTokens['verify'],
  }
}

export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
