import * as oidc from 'openid-client'
import type { JWTPayload } from 'jose'
import { createIdTokenCheck } from './id-token.ts'
import { createOidcClient, type OidcClientOptions } from './oidc-client.ts'
import { joinScopes, normalizeEmail, toIdentityData, type Provider, type ProviderPerson } from './provider.ts'

export const googleIssuer = 'https://accounts.google.com'

/**
 * Google by OpenID Connect, with PKCE; the claims of the id_token become identity_data as in GoTrue's google provider.
 */
export function createGoogle(options: OidcClientOptions): Provider {
  const configuration = createOidcClient(options)
  const checkIdToken = createIdTokenCheck(options, configuration)
  return {
    async startSignIn({ state, redirectUri, scopes, extra }) {
      const codeVerifier = oidc.randomPKCECodeVerifier()
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        ...extra,
        redirect_uri: redirectUri,
        scope: joinScopes(['openid', 'email', 'profile'], scopes),
        state,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url, codeVerifier }
    },
    async finishSignIn({ returnedTo, state, codeVerifier }) {
      const tokens = await oidc.authorizationCodeGrant(await configuration(), returnedTo, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier ?? undefined,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('Google answered without an id_token.')
      return toPerson(claims, tokens.access_token, tokens.refresh_token ?? null)
    },
    async readIdToken(input) {
      return toPerson(await checkIdToken(input), input.accessToken ?? '', null)
    },
  }
}

function toPerson(
  claims: JWTPayload & { sub: string },
  accessToken: string,
  refreshToken: string | null,
): ProviderPerson {
  const email = typeof claims.email === 'string' && claims.email ? normalizeEmail(claims.email) : null
  const isEmailVerified = email !== null && claims.email_verified === true
  const identityData = toIdentityData(
    {
      iss: claims.iss,
      sub: claims.sub,
      name: claims.name,
      full_name: claims.name,
      picture: claims.picture,
      avatar_url: claims.picture,
      provider_id: claims.sub,
      email,
      custom_claims: claims.hd ? { hd: claims.hd } : undefined,
    },
    isEmailVerified,
  )
  return { subject: claims.sub, email, isEmailVerified, identityData, accessToken, refreshToken }
}
