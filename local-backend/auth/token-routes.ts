import { Hono, type Context } from 'hono'
import { inTransaction } from '#backend/database.ts'
import { findAccount } from './account.ts'
import { requireAddress } from './address.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { disabledErrors } from './disabled-routes.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import { exchangeAuthCode } from './flow-state.ts'
import { linkIdentity } from './link-identity.ts'
import { findWeakness, isPasswordRight } from './password.ts'
import { findProvider } from './provider.ts'
import { readBody, readString } from './request-body.ts'
import { forgiveGuesses, requireFewGuesses } from './send-code.ts'
import { readDevice, requireSession } from './session-guard.ts'
import { openSession, refreshSession, type Device } from './sessions.ts'

/** POST /token: the grants pkce, refresh_token, password and id_token. */
export function tokenRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.post('/token', async (c) => {
    const body = await readBody(c)
    switch (c.req.query('grant_type')) {
      case 'pkce':
        return c.json(await grantByCode(auth, body, readDevice(auth, c)))
      case 'refresh_token':
        return c.json(await grantByRefresh(auth, body, readDevice(auth, c)))
      case 'password':
        return c.json(await grantByPassword(auth, body, readDevice(auth, c)))
      case 'id_token':
        return c.json(await grantByIdToken(auth, c, body))
      case 'web3':
        throw disabledErrors.web3()
      default:
        throw new AuthError(400, 'validation_failed', 'unsupported_grant_type')
    }
  })
  return routes
}

async function grantByCode(
  auth: AuthContext,
  body: Record<string, unknown>,
  device: Device,
): Promise<object> {
  const code = readString(body, 'auth_code')
  const verifier = readString(body, 'code_verifier')
  if (!code || !verifier) {
    throw new AuthError(
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    )
  }
  const exchanged = await exchangeAuthCode(auth.pool, code, verifier)
  const session = await inTransaction(auth.pool, (client) =>
    openSession(client, auth.tokens, { userId: exchanged.userId, method: exchanged.method, device }),
  )
  return {
    ...session,
    ...(exchanged.providerAccessToken ? { provider_token: exchanged.providerAccessToken } : {}),
    ...(exchanged.providerRefreshToken ? { provider_refresh_token: exchanged.providerRefreshToken } : {}),
  }
}

function grantByRefresh(auth: AuthContext, body: Record<string, unknown>, device: Device): Promise<object> {
  const refreshToken = readString(body, 'refresh_token')
  if (!refreshToken) throw new AuthError(400, 'validation_failed', 'refresh_token required')
  return refreshSession(auth.pool, auth.tokens, { refreshToken, device })
}

/** Gives the same response, after the same time, for an unknown address, a wrong password and a banned account. */
async function grantByPassword(
  auth: AuthContext,
  body: Record<string, unknown>,
  device: Device,
): Promise<object> {
  if (body.phone ? !auth.settings.phone : !auth.settings.email) {
    throw body.phone ? disabledErrors.phoneLogin() : disabledErrors.emailLogin()
  }
  const { email, phone, address } = requireAddress(body, 'login')
  const password = readString(body, 'password')
  await requireFewGuesses(auth, address)
  const account = await findAccount(auth.pool, { email, phone })
  const isRight = await isPasswordRight(password, account?.encrypted_password ?? null)
  if (!account || !isRight) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  await forgiveGuesses(auth, address)
  if (account.is_banned) throw new AuthError(400, 'user_banned', 'User is banned')
  if (email && !account.is_email_confirmed)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  if (phone && !account.is_phone_confirmed)
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  const session = await inTransaction(auth.pool, (client) =>
    openSession(client, auth.tokens, { userId: account.id, method: 'password', device }),
  )
  const weakness = findWeakness(password, auth.settings)
  return weakness
    ? { ...session, weak_password: { message: weakness.message, reasons: weakness.reasons } }
    : session
}

/** A token from the provider's own button. With link_identity it becomes another identity of the caller. */
async function grantByIdToken(auth: AuthContext, c: Context, body: Record<string, unknown>): Promise<object> {
  const asked = readString(body, 'provider')
  const idToken = readString(body, 'id_token')
  if (!idToken) throw new AuthError(400, 'validation_failed', 'id_token required')
  const found = findProvider(auth.providers, asked)
  if (!found) throw new AuthError(400, 'provider_disabled', `Provider (issuer "${asked}") is not enabled`)
  const isLinking = body.link_identity === true
  if (isLinking && !auth.settings.manualLinking) throw disabledErrors.link()
  const linkingUserId = isLinking ? (await requireSession(auth, c)).userId : null
  const person = await found.provider.readIdToken({
    idToken,
    accessToken: readString(body, 'access_token') || null,
    nonce: readString(body, 'nonce') || null,
  })
  return inTransaction(auth.pool, async (client) => {
    const userId = linkingUserId
      ? await linkIdentity(client, linkingUserId, found.name, person)
      : await findOrCreateUser(client, found.name, person, auth.settings)
    return openSession(client, auth.tokens, { userId, method: 'oauth', device: readDevice(auth, c) })
  })
}
