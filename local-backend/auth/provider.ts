export type ProviderName = 'google' | 'kakao'

export const providerNames: readonly ProviderName[] = ['google', 'kakao']

/** Whom a provider says it has signed in. */
export type ProviderPerson = {
  /** The provider's own id for the person: with the provider's name, the only key of an identity. */
  subject: string
  email: string | null
  isEmailVerified: boolean
  /** What goes into auth.identities.identity_data, keys as GoTrue writes them. */
  identityData: Record<string, unknown>
  accessToken: string
  refreshToken: string | null
}

/** What a client brings that has signed somebody in by itself (One Tap, an app). */
export type IdTokenInput = {
  idToken: string
  /** Checked against at_hash where both are there. */
  accessToken: string | null
  /** As the client chose it; the token carries its SHA-256 in hex. */
  nonce: string | null
}

/** One door to a provider of identities. */
export type Provider = {
  /** Where to send the browser, and the PKCE verifier to keep until it returns (null where the provider has none). */
  startSignIn(o: {
    state: string
    redirectUri: string
    scopes: string | undefined
    extra: Record<string, string>
  }): Promise<{ url: URL; codeVerifier: string | null }>
  /** Exchanges the code in `returnedTo` (our callback address with the provider's answer). Throws on any doubt. */
  finishSignIn(o: { returnedTo: URL; state: string; codeVerifier: string | null }): Promise<ProviderPerson>
  /** Whom an id_token names that is current and was made for us. Throws AuthError validation_failed on any doubt. */
  readIdToken(o: IdTokenInput): Promise<ProviderPerson>
}

/** The provider that a request names, or null when it is unknown or has no keys. */
export function findProvider(
  providers: Partial<Record<ProviderName, Provider>>,
  name: string,
): { name: ProviderName; provider: Provider } | null {
  const known = providerNames.find((candidate) => candidate === name)
  const provider = known && providers[known]
  return provider ? { name: known, provider } : null
}

/** Lower case for A-Z only: Unicode case folding would make two different addresses one (a Kelvin sign becomes k). */
export function normalizeEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Drops what GoTrue omits when empty, and keeps its two booleans that are always there. */
export function toIdentityData(
  claims: Record<string, unknown>,
  isEmailVerified: boolean,
): Record<string, unknown> {
  const filled = Object.entries(claims).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return { ...Object.fromEntries(filled), email_verified: isEmailVerified, phone_verified: false }
}

/** Scope parameter: what we need, and what the client asks for besides. */
export function joinScopes(needed: string[], asked: string | undefined): string {
  return [...new Set([...needed, ...(asked ?? '').split(/[\s,]+/).filter(Boolean)])].join(' ')
}
