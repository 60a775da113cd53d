import type { RouterContextProvider } from 'react-router'
import type { Provider } from '#shared/accounts.ts'
import { requestConfig } from './request-config.ts'
import { createRequestSupabase } from './session.server.ts'
import { requestSession } from './session.ts'
import { logAction } from './statistics.ts'

/** The scopes to request from each provider, with the provider's names. */
const scopes: Record<Provider, string> = {
  kakao: 'account_email profile_nickname profile_image',
  google: 'openid email profile',
}

/**
 * Begins a sign-in with PKCE (A02): the verifier stays in a cookie.
 * The provider returns to `/{lang}/sign/confirm` with the query of the sign-in page.
 * It runs on the server, so that the page needs no supabase-js and works without JavaScript.
 * @returns the backend's address to visit and the cookies to set, or null when the backend refuses
 */
export async function startSignIn(input: {
  request: Request
  context: Readonly<RouterContextProvider>
  provider: Provider
  query: URLSearchParams
}): Promise<{ address: string; headers: Headers } | null> {
  const facts = input.context.get(requestConfig)
  const { language } = input.context.get(requestSession)
  const origin = pageOrigin(input.request, facts.siteOrigin)
  const headers = new Headers()
  const supabase = createRequestSupabase(input.request, facts, headers, facts.supabasePublicUrl || origin)
  const query = input.query.size > 0 ? `?${input.query}` : ''
  const { data, error } = await supabase.auth.signInWithOAuth({
    provider: input.provider,
    options: {
      redirectTo: `${origin}/${language}/sign/confirm${query}`,
      scopes: scopes[input.provider],
      queryParams: { ui_locales: language },
      skipBrowserRedirect: true,
    },
  })
  return error ? null : { address: data.url, headers }
}

/** Where the visitor's browser is: the verifier's cookie belongs to that host. Browsers send Origin with every POST. */
function pageOrigin(request: Request, siteOrigin: string): string {
  const origin = request.headers.get('Origin')
  return origin && URL.canParse(origin) ? origin : siteOrigin
}

/**
 * Exchanges the provider's code for a session and logs the sign-in (A11).
 * @returns the session's cookies as headers, or null when the code is old, used or not ours
 */
export async function finishSignIn(input: {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
  code: string
}): Promise<Headers | null> {
  const headers = new Headers()
  const supabase = createRequestSupabase(input.request, input.context.get(requestConfig), headers)
  const { data, error } = await supabase.auth.exchangeCodeForSession(input.code)
  if (error) return null
  const noted = await supabase.rpc('record_sign_in')
  if (noted.error) console.error('accounts: a sign-in was not written down', noted.error)
  await logAction(supabase, { detail: 'SIGN_IN', url: input.url.pathname, uuid: data.user.id })
  return headers
}
