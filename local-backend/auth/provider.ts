export type ProviderName = 'google' | 'kakao'

export const providerNames: readonly ProviderName[] = ['google', 'kakao']

/** The person that a provider has signed in. */
export type ProviderPerson = {
  /** The provider's own id of the person: with the provider's name, the only key of an identity. */
  subject: string
  email: string | null
  isEmailVerified: boolean
  /** The content of auth.identities.identity_data, with GoTrue's keys. */
  identityData: Record<string, unknown>
  accessToken: string
  refreshToken: string | null
}

/** The data of a client that has signed in by itself (One Tap, an app). */
export type IdTokenInput = {
  idToken: string
  /** Checked against at_hash when both exist. */
  accessToken: string | null
  /** The client's value; the token has its SHA-256 in hex. */
  nonce: string | null
}

/** The client of one identity provider. */
export type Provider = {
  /**
   * The provider's URL for the browser, and the PKCE verifier to store until it returns (null for a provider without
   * PKCE).
   */
  startSignIn(o: {
    state: string
    redirectUri: string
    scopes: string | undefined
    extra: Record<string, string>
  }): Promise<{ url: URL; codeVerifier: string | null }>
  /** Exchanges the code in `returnedTo` (our callback URL with the provider's response). Throws on any doubt. */
  finishSignIn(o: { returnedTo: URL; state: string; codeVerifier: string | null }): Promise<ProviderPerson>
  /** The person of a current id_token that was made for us. Throws AuthError validation_failed on any doubt. */
  readIdToken(o: IdTokenInput): Promise<ProviderPerson>
}

/** The provider of a request, or null when it is unknown or has no keys. */
export function findProvider(
  providers: Partial<Record<ProviderName, Provider>>,
  name: string,
): { name: ProviderName; provider: Provider } | null {
  const known = providerNames.find((candidate) => candidate === name)
  const provider = known && providers[known]
  return provider ? { name: known, provider } : null
}

/** Lower case for A-Z only: Unicode case folding would make two different addresses equal (a Kelvin sign becomes k). */
export function normalizeEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Drops the fields that GoTrue omits when empty, and keeps its two booleans that always exist. */
export function toIdentityData(
  claims: Record<string, unknown>,
  isEmailVerified: boolean,
): Record<string, unknown> {
  const filled = Object.entries(claims).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return { ...Object.fromEntries(filled), email_verified: isEmailVerified, phone_verified: false }
}

/** Scope parameter: our own scopes and the client's additional ones. */
export function joinScopes(needed: string[], asked: string | undefined): string {
  return [...new Set([...needed, ...(asked ?? '').split(/[\s,]+/).filter(Boolean)])].join(' ')
}
