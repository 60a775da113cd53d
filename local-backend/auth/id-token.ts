import { createHash } from 'node:crypto'
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import type * as oidc from 'openid-client'
import { isSame } from '#backend/gateway.ts'
import { AuthError } from './auth-error.ts'
import type { OidcClientOptions } from './oidc-client.ts'
import type { IdTokenInput } from './provider.ts'

/**
 * OpenID Connect Core 2 and 3.1.3.7: the signature algorithms of providers; never HMAC, whose secret a client would
 * share.
 */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA']
const clockToleranceSeconds = 10

/**
 * A function that verifies an id_token against the provider's published keys, our client id, its times, the nonce and
 * at_hash (GoTrue: token_oidc.go).
 * Throws AuthError validation_failed for an invalid token, and fetch's error when the provider is unreachable.
 */
export function createIdTokenCheck(
  options: OidcClientOptions,
  configuration: () => Promise<oidc.Configuration>,
): (input: IdTokenInput) => Promise<JWTPayload & { sub: string }> {
  let keys: JWTVerifyGetKey | undefined
  return async (input) => {
    const metadata = (await configuration()).serverMetadata()
    const jwksUrl = new URL(metadata.jwks_uri ?? '')
    keys ??= createRemoteJWKSet(jwksUrl, options.fetch ? { [customFetch]: options.fetch } : {})
    const claims = await readClaims(input.idToken, keys, {
      issuer: metadata.issuer,
      audience: options.clientId,
    })
    requireNonce(claims, input.nonce)
    requireAccessToken(claims, input.accessToken)
    return claims
  }
}

async function readClaims(
  idToken: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; audience: string },
): Promise<JWTPayload & { sub: string }> {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      ...expected,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    // A token for several clients names its authorized party.
    const isForUs =
      !Array.isArray(payload.aud) || payload.aud.length === 1 || payload.azp === expected.audience
    if (payload.sub && isForUs) return { ...payload, sub: payload.sub }
  } catch (error) {
    const isTokenWrong = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
    if (!isTokenWrong) throw error
  }
  throw new AuthError(400, 'validation_failed', 'Bad ID token')
}

function requireNonce(claims: JWTPayload, nonce: string | null): void {
  const expected = typeof claims.nonce === 'string' && claims.nonce !== '' ? claims.nonce : null
  if ((expected === null) !== (nonce === null)) {
    throw new AuthError(
      400,
      'validation_failed',
      'Passed nonce and nonce in id_token should either both exist or not.',
    )
  }
  if (expected === null || nonce === null) return
  if (!isSame(createHash('sha256').update(nonce).digest('hex'), expected)) {
    throw new AuthError(400, 'validation_failed', 'Nonces mismatch')
  }
}

/** OpenID Connect Core 3.1.3.8: the left half of the access token's hash, for the SHA-256 family. */
function requireAccessToken(claims: JWTPayload, accessToken: string | null): void {
  if (!accessToken || typeof claims.at_hash !== 'string') return
  const hash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
  if (!isSame(hash, claims.at_hash)) throw new AuthError(400, 'validation_failed', 'Bad ID token')
}
