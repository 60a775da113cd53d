import { Hono, type Context } from 'hono'
import { inTransaction } from '#backend/database.ts'
import { clientAddress } from '#backend/gateway.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { closedDoors } from './closed-doors.ts'
import { exchangeAuthCode } from './flow-state.ts'
import { readBody, readString } from './request-body.ts'
import { openSession, refreshSession, type Device } from './sessions.ts'

/** POST /token: the grants pkce and refresh_token; the others are shut doors with GoTrue's words. */
export function tokenRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.post('/token', async (c) => {
    const body = await readBody(c)
    c.header('cache-control', 'no-store')
    switch (c.req.query('grant_type')) {
      case 'pkce':
        return c.json(await grantByCode(auth, body, readDevice(auth, c)))
      case 'refresh_token':
        return c.json(await grantByRefresh(auth, body, readDevice(auth, c)))
      case 'password':
        throw 'phone' in body && !('email' in body) ? closedDoors.phoneLogin() : closedDoors.emailLogin()
      case 'id_token':
        throw closedDoors.idToken()
      case 'web3':
        throw closedDoors.web3()
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
    openSession(client, auth.tokens, { userId: exchanged.userId, method: 'oauth', device }),
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

function readDevice(auth: AuthContext, c: Context): Device {
  return {
    userAgent: c.req.header('user-agent')?.slice(0, 500) ?? null,
    address: clientAddress(c, auth.keys),
  }
}
