// The parameters of redirect_to, in GoTrue's format.
import type { AuthError } from './auth-error.ts'
import type { TokenResponse } from './sessions.ts'

/** The implicit flow: a session in the fragment. */
export function withTokens(
  redirectTo: string,
  session: TokenResponse,
  extra: Record<string, string>,
): string {
  const fragment = new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...extra,
  })
  return `${redirectTo.split('#')[0]}#${fragment.toString()}`
}

/** PKCE: a code that only the browser with the verifier can exchange. */
export function withCode(redirectTo: string, code: string): string {
  const target = new URL(redirectTo)
  target.searchParams.set('code', code)
  return target.href
}

/** Errors are in the query and, for older clients, in the fragment, where an empty `sb` marks them as ours. */
export function withError(redirectTo: string, kind: string, error: AuthError): string {
  return withParameters(redirectTo, { error: kind, error_code: error.code, error_description: error.message })
}

/** A message for the user, without a session. */
export function withMessage(redirectTo: string, message: string): string {
  return withParameters(redirectTo, { message })
}

function withParameters(redirectTo: string, parameters: Record<string, string>): string {
  const target = new URL(redirectTo)
  for (const [key, value] of Object.entries(parameters)) target.searchParams.set(key, value)
  target.hash = new URLSearchParams({ ...parameters, sb: '' }).toString()
  return target.href
}
