import {
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTVerifyOptions,
} from 'jose'

export const accessTokenSeconds = 3600

export type AccessClaims = {
  iss: string
  sub: string
  aud: string
  exp: number
  iat: number
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  role: string
  aal: string
  amr: { method: string; timestamp: number }[]
  session_id: string
  is_anonymous: boolean
}

type Verified = { claims: AccessClaims; refusal?: undefined } | { refusal: 'expired' | 'invalid' }

export type AccessTokens = {
  /** Signs claims, and adds iss, iat and exp (one hour). */
  sign(claims: Omit<AccessClaims, 'iss' | 'iat' | 'exp'>): Promise<{ token: string; expiresAt: number }>
  /** The claims of a token that is ours, current and names a known role; otherwise the reason of the refusal. */
  verify(token: string): Promise<Verified>
  /** RFC 7517 key set with the public key. */
  jwks: { keys: JWK[] }
}

const rolesInTokens = new Set(['anon', 'authenticated', 'service_role'])
const tokenMaxLength = 16_384
const rememberedTokensMax = 1_000

export type AccessTokenAlgorithm = 'ES256' | 'HS256'

export type AccessTokenOptions = {
  /** Private ES256 key; its public half is published. */
  jwk: JWK
  /** The HS256 secret, for services that verify tokens without the key set. */
  jwtSecret: string
  /** publicUrl + '/auth/v1' */
  issuer: string
  /** The algorithm of new tokens; both are accepted, as on a hosted project that keeps its legacy secret. */
  algorithm: AccessTokenAlgorithm
}

/** Signs and verifies access tokens with one ES256 key and one HS256 secret. */
export async function createAccessTokens(options: AccessTokenOptions): Promise<AccessTokens> {
  const { jwk, issuer, algorithm } = options
  const { d: _private, ...publicJwk } = jwk
  const secret = new TextEncoder().encode(options.jwtSecret)
  const signer =
    algorithm === 'ES256'
      ? { key: await importKey(jwk), header: { alg: 'ES256', kid: jwk.kid, typ: 'JWT' } }
      : { key: secret, header: { alg: 'HS256', typ: 'JWT' } }
  const publicKey = await importKey(publicJwk)
  // A browser sends the same token with every request, so it is verified once. Expiry is checked every time.
  const remembered = new Map<string, AccessClaims>()

  async function verifySignature(token: string): Promise<Verified> {
    if (token.length > tokenMaxLength) return { refusal: 'invalid' }
    try {
      const rules: JWTVerifyOptions = {
        issuer,
        audience: 'authenticated',
        requiredClaims: ['exp', 'sub', 'role'],
      }
      // Each key accepts only its own algorithm, or a public key could pass for an HMAC secret.
      const { payload } = isHs256(token)
        ? await jwtVerify<AccessClaims>(token, secret, { ...rules, algorithms: ['HS256'] })
        : await jwtVerify<AccessClaims>(token, publicKey, { ...rules, algorithms: ['ES256'] })
      return rolesInTokens.has(payload.role) ? { claims: payload } : { refusal: 'invalid' }
    } catch (error) {
      // Only expiry is a separate refusal, because clients refresh on it; other reasons would help a forger.
      return { refusal: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
    }
  }

  return {
    jwks: { keys: [{ ...publicJwk, key_ops: ['verify'] }] },
    async sign(claims) {
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + accessTokenSeconds
      const token = await new SignJWT({ ...claims, iss: issuer, iat: issuedAt, exp: expiresAt })
        .setProtectedHeader(signer.header)
        .sign(signer.key)
      return { token, expiresAt }
    },
    async verify(token) {
      const known = remembered.get(token)
      if (known) return known.exp > Date.now() / 1000 ? { claims: known } : { refusal: 'expired' }
      const verified = await verifySignature(token)
      if (verified.refusal) return verified
      const oldest = remembered.keys().next().value
      if (remembered.size >= rememberedTokensMax && oldest !== undefined) remembered.delete(oldest)
      remembered.set(token, verified.claims)
      return verified
    },
  }
}

function isHs256(token: string): boolean {
  return decodeProtectedHeader(token).alg === 'HS256'
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('The signing key must be an ES256 key pair.')
  return key
}
