// Routes of disabled methods. Each gives GoTrue's response for its disabled setting, so that clients behave the same.
import { Hono } from 'hono'
import { AuthError } from './auth-error.ts'

export const disabledErrors = {
  signUp: () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  emailSignUp: () => new AuthError(422, 'email_provider_disabled', 'Email signups are disabled'),
  phoneSignUp: () => new AuthError(422, 'phone_provider_disabled', 'Phone signups are disabled'),
  anonymousSignUp: () => new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  emailLogin: () => new AuthError(422, 'email_provider_disabled', 'Email logins are disabled'),
  phoneLogin: () => new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  web3: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  link: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  sso: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  totp: () => new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'),
  phoneFactor: () => new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'),
  webauthnFactor: () =>
    new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'),
  recoveryCodes: () =>
    new AuthError(422, 'mfa_recovery_codes_enroll_not_enabled', 'MFA recovery codes are disabled'),
  reauthenticate: () =>
    new AuthError(422, 'email_provider_disabled', 'Reauthentication requires email or phone logins'),
} as const

/** The endpoints that always refuse. */
export function disabledRoutes(): Hono {
  const routes = new Hono()
  routes.post('/sso', () => {
    throw disabledErrors.sso()
  })
  routes.on(['GET', 'POST'], '/saml/*', () => {
    throw disabledErrors.sso()
  })
  for (const path of ['/factors/recovery-codes', '/factors/recovery-codes/*']) {
    routes.on(['GET', 'POST', 'DELETE'], path, () => {
      throw disabledErrors.recoveryCodes()
    })
  }
  return routes
}
