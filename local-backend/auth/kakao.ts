import * as oidc from 'openid-client'
import { createIdTokenCheck } from './id-token.ts'
import { createOidcClient, type OidcClientOptions } from './oidc-client.ts'
import { joinScopes, normalizeEmail, toIdentityData, type Provider, type ProviderPerson } from './provider.ts'

export const kakaoIssuer = 'https://kauth.kakao.com'
export const kakaoApiUrl = 'https://kapi.kakao.com'

type KakaoUser = {
  id?: number | string
  kakao_account?: {
    profile?: { nickname?: string; profile_image_url?: string }
    email?: string
    is_email_valid?: boolean
    is_email_verified?: boolean
  }
}

/**
 * Kakao by the authorization code flow and /v2/user/me, as in GoTrue's kakao provider: no PKCE, no nonce, the id_token
 * unused. A missing e-mail is valid (GoTrue: "email optional"), because users may withhold it.
 */
export function createKakao(options: OidcClientOptions & { apiUrl: string }): Provider {
  const configuration = createOidcClient(options)
  const checkIdToken = createIdTokenCheck(options, configuration)
  const send = options.fetch ?? fetch
  return {
    async startSignIn({ state, redirectUri, scopes, extra }) {
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        ...extra,
        redirect_uri: redirectUri,
        scope: joinScopes(['account_email', 'profile_image', 'profile_nickname'], scopes),
        state,
      })
      return { url, codeVerifier: null }
    },
    async finishSignIn({ returnedTo, state }) {
      const tokens = await oidc.authorizationCodeGrant(await configuration(), returnedTo, {
        expectedState: state,
      })
      const response = await send(`${options.apiUrl}/v2/user/me?secure_resource=true`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) throw new Error(`Kakao's /v2/user/me answered ${response.status}.`)
      const user = (await response.json()) as KakaoUser
      return toPerson(user, options.apiUrl, tokens.access_token, tokens.refresh_token ?? null)
    },
    // Kakao's id_token does not state whether the address is verified, so it counts as unverified (GoTrue treats it as
    // verified).
    async readIdToken(input) {
      const claims = await checkIdToken(input)
      const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined)
      const user: KakaoUser = {
        id: claims.sub,
        kakao_account: {
          email: text(claims.email),
          profile: { nickname: text(claims.nickname), profile_image_url: text(claims.picture) },
        },
      }
      return toPerson(user, options.apiUrl, input.accessToken ?? '', null)
    },
  }
}

function toPerson(
  user: KakaoUser,
  apiUrl: string,
  accessToken: string,
  refreshToken: string | null,
): ProviderPerson {
  const subject = String(user.id ?? '')
  if (!/^\d+$/.test(subject)) throw new Error('Kakao answered without a user id.')
  const account = user.kakao_account ?? {}
  const email = account.email ? normalizeEmail(account.email) : null
  const isEmailVerified =
    email !== null && account.is_email_valid === true && account.is_email_verified === true
  const nickname = account.profile?.nickname
  const identityData = toIdentityData(
    {
      iss: apiUrl,
      sub: subject,
      name: nickname,
      preferred_username: nickname,
      full_name: nickname,
      user_name: nickname,
      avatar_url: account.profile?.profile_image_url,
      provider_id: subject,
      email,
    },
    isEmailVerified,
  )
  return { subject, email, isEmailVerified, identityData, accessToken, refreshToken }
}
