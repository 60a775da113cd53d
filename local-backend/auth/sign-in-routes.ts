// The redirect to a provider and the return: GET /authorize and GET /callback.
import { createHmac, randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { AuthorizationResponseError } from 'openid-client'
import { codeOf, inTransaction } from '#backend/database.ts'
import { isSame } from '#backend/gateway.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { readChallenge } from './code-challenge.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import { createFlowState, issueAuthCode, takeFlowState, type FlowState } from './flow-state.ts'
import { linkIdentity } from './link-identity.ts'
import { findProvider } from './provider.ts'
import { withCode, withError, withTokens } from './redirect-answer.ts'
import { readDevice } from './session-guard.ts'
import { openSession } from './sessions.ts'

/** Parameters of /authorize that are ours or OAuth's own; all others are passed on to the provider. */
const ownParameters = new Set(
  `provider redirect_to scopes code_challenge code_challenge_method skip_http_redirect flow_type invite_token apikey
   client_id client_secret redirect_uri response_type response_mode state scope code code_verifier request request_uri nonce`.split(
    /\s+/,
  ),
)
const flowCookieSeconds = 600

export function signInRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.get('/authorize', async (c) => c.redirect(await startSignIn(auth, c, null), 302))
  routes.get('/callback', (c) => finishSignIn(auth, c))
  return routes
}

/**
 * Starts a flow from the query of `c` and binds it to this browser by a cookie; resolves to the provider's URL.
 * `linkingUserId` is the user who links another identity, null for a sign-in.
 */
export async function startSignIn(
  auth: AuthContext,
  c: Context,
  linkingUserId: string | null,
): Promise<string> {
  const found = findProvider(auth.providers, (c.req.query('provider') ?? '').toLowerCase())
  if (!found) {
    throw new AuthError(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
  }
  const challenge = readChallenge(c.req.query())
  const state = randomUUID()
  const extra = Object.entries(c.req.query()).filter(([key]) => !ownParameters.has(key))
  const { url, codeVerifier } = await found.provider.startSignIn({
    state,
    redirectUri: `${auth.publicUrl}/auth/v1/callback`,
    scopes: c.req.query('scopes'),
    extra: Object.fromEntries(extra),
  })
  await createFlowState(auth.pool, {
    id: state,
    provider: found.name,
    redirectTo: auth.checkRedirect(c.req.query('redirect_to')),
    providerCodeVerifier: codeVerifier,
    challenge,
    linkingUserId,
  })
  setCookie(c, flowCookieName(state), flowCookieValue(auth, state), {
    path: '/auth/v1',
    httpOnly: true,
    sameSite: 'Lax',
    secure: auth.publicUrl.startsWith('https:'),
    maxAge: flowCookieSeconds,
  })
  return url.href
}

/**
 * Only the browser that started the flow has this cookie, so a callback URL in another browser (login CSRF) cannot sign
 * in. There is one per flow, so that two tabs do not interfere.
 */
function flowCookieName(state: string): string {
  return `auth-flow-${state.slice(0, 8)}`
}

function flowCookieValue(auth: AuthContext, state: string): string {
  return createHmac('sha256', auth.keys.proxySecret).update(`auth-flow:${state}`).digest('base64url')
}

async function finishSignIn(auth: AuthContext, c: Context): Promise<Response> {
  const state = c.req.query('state') ?? ''
  const isSameBrowser = isSame(getCookie(c, flowCookieName(state)) ?? '', flowCookieValue(auth, state))
  const flow = isSameBrowser ? await takeFlowState(auth.pool, state) : null
  if (!flow) {
    const error = new AuthError(
      400,
      'bad_oauth_state',
      'OAuth state is missing, unknown, used or from another browser',
    )
    return c.redirect(withError(auth.publicUrl, 'invalid_request', error), 302)
  }
  setCookie(c, flowCookieName(state), '', { path: '/auth/v1', maxAge: 0 })
  try {
    return c.redirect(await completeFlow(auth, c, flow), 302)
  } catch (error) {
    const { kind, reason } = describeFailure(auth, error)
    return c.redirect(withError(flow.redirectTo, kind, reason), 302)
  }
}

/** The final URL of the browser, with the result of the flow. */
async function completeFlow(auth: AuthContext, c: Context, flow: FlowState): Promise<string> {
  const provider = auth.providers[flow.provider]
  if (!provider) throw new AuthError(400, 'provider_disabled', 'Provider is not enabled')
  // Built from the configured URL, because the Host header of a request is untrusted.
  const returnedTo = new URL(`${auth.publicUrl}/auth/v1/callback${new URL(c.req.url).search}`)
  const person = await provider.finishSignIn({
    returnedTo,
    state: flow.id,
    codeVerifier: flow.providerCodeVerifier,
  })
  return inTransaction(auth.pool, async (client) => {
    const userId = flow.linkingUserId
      ? await linkIdentity(client, flow.linkingUserId, flow.provider, person)
      : await findOrCreateUser(client, flow.provider, person, auth.settings)
    if (flow.codeChallenge !== null) {
      const code = await issueAuthCode(client, {
        flowId: flow.id,
        userId,
        providerAccessToken: person.accessToken,
        providerRefreshToken: person.refreshToken,
      })
      return withCode(flow.redirectTo, code)
    }
    const session = await openSession(client, auth.tokens, {
      userId,
      method: 'oauth',
      device: readDevice(auth, c),
    })
    return withTokens(flow.redirectTo, session, {
      provider_token: person.accessToken,
      ...(person.refreshToken ? { provider_refresh_token: person.refreshToken } : {}),
    })
  })
}

function describeFailure(auth: AuthContext, error: unknown): { kind: string; reason: AuthError } {
  if (error instanceof AuthError) {
    const isRefusal = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'].includes(
      error.code,
    )
    return { kind: isRefusal ? 'access_denied' : 'server_error', reason: error }
  }
  // The provider's own error, e.g. access_denied when the user refused.
  if (error instanceof AuthorizationResponseError) {
    const reason = new AuthError(
      400,
      'bad_oauth_callback',
      error.error_description ?? 'The provider refused the sign-in',
    )
    return { kind: error.error, reason }
  }
  auth.log({
    level: 'error',
    event: 'sign_in_failed',
    error: error instanceof Error ? error.name : 'unknown',
    code: codeOf(error),
  })
  return {
    kind: 'server_error',
    reason: new AuthError(500, 'unexpected_failure', 'Unable to exchange external code'),
  }
}
