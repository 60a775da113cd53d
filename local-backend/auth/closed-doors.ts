// Ways in that are not open here. Each answers what GoTrue answers when its setting is off, so clients behave the same.
import { Hono } from 'hono'
import { AuthError } from './auth-error.ts'
import { readBody } from './request-body.ts'

export const closedDoors = {
  emailSignUp: () => new AuthError(422, 'email_provider_disabled', 'Email signups are disabled'),
  phoneSignUp: () => new AuthError(422, 'phone_provider_disabled', 'Phone signups are disabled'),
  anonymousSignUp: () => new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  emailLogin: () => new AuthError(422, 'email_provider_disabled', 'Email logins are disabled'),
  phoneLogin: () => new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  idToken: () => new AuthError(400, 'provider_disabled', 'Provider is not enabled for sign-in by id_token'),
  web3: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  link: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  sso: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  totp: () => new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'),
  phoneFactor: () => new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  factor: () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found'),
  reauthenticate: () =>
    new AuthError(422, 'email_provider_disabled', 'Reauthentication requires email or phone logins'),
} as const

/** The endpoints that only say no. */
export function closedDoorRoutes(): Hono {
  const routes = new Hono()
  routes.post('/signup', async (c) => {
    const body = await readBody(c)
    if (body.email) throw closedDoors.emailSignUp()
    throw body.phone ? closedDoors.phoneSignUp() : closedDoors.anonymousSignUp()
  })
  for (const path of ['/otp', '/magiclink', '/recover', '/resend'] as const) {
    routes.post(path, async (c) => {
      const body = await readBody(c)
      throw body.phone && !body.email ? closedDoors.phoneLogin() : closedDoors.emailLogin()
    })
  }
  // No one-time token was ever sent, so every one is invalid.
  routes.on(['GET', 'POST'], '/verify', () => {
    throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  })
  routes.post('/sso', () => {
    throw closedDoors.sso()
  })
  routes.on(['GET', 'POST'], '/saml/*', () => {
    throw closedDoors.sso()
  })
  routes.post('/factors', async (c) => {
    const body = await readBody(c)
    throw body.factor_type === 'phone' ? closedDoors.phoneFactor() : closedDoors.totp()
  })
  routes.on(['POST', 'DELETE'], '/factors/*', () => {
    throw closedDoors.factor()
  })
  routes.get('/reauthenticate', () => {
    throw closedDoors.reauthenticate()
  })
  routes.get('/user/identities/authorize', () => {
    throw closedDoors.link()
  })
  routes.delete('/user/identities/:id', () => {
    throw closedDoors.link()
  })
  return routes
}
