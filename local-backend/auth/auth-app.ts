import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { codeOf } from '#backend/database.ts'
import { describeFailure, describeRequest } from '#backend/describe-failure.ts'
import { networkOf } from '#backend/client-address.ts'
import { checkApiKey, identifyCaller } from '#backend/gateway.ts'
import { limitBody } from '#backend/limit-body.ts'
import { adminRoutes } from './admin-routes.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { disabledRoutes } from './disabled-routes.ts'
import { factorRoutes } from './factor-routes.ts'
import { identityRoutes } from './identity-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { providerNames } from './provider.ts'
import type { RateLimits } from './rate-limit.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { signUpRoutes } from './sign-up-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { userRoutes } from './user-routes.ts'
import { verifyLinkRoutes, verifyRoutes } from './verify-routes.ts'

const bodyMaxBytes = 1_048_576

/** Everything below /auth/v1. */
export function createAuthApp(auth: AuthContext): Hono {
  const app = new Hono()
  app.onError((error, c) => answerError(auth, error, c))
  app.use(
    limitBody({
      maxSize: bodyMaxBytes,
      onError: (c) =>
        c.json({ code: 413, error_code: 'validation_failed', msg: 'Request body is too large' }, 413),
    }),
  )

  app.use(async (c, next) => {
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    return next()
  })
  // The browser navigates here, without our headers.
  app.use('/authorize', limit(auth, 'signIn'))
  app.use('/callback', limit(auth, 'signIn'))
  app.use('/verify', limit(auth, 'attempt'))
  app.route('/', signInRoutes(auth))
  app.route('/', verifyLinkRoutes(auth))
  app.get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=600')
    return c.json(auth.tokens.jwks)
  })

  app.use(requireApiKey(auth))
  app.get('/health', (c) =>
    c.json({ version: 'local', name: 'GoTrue', description: 'GoTrue-compatible local backend' }),
  )
  app.get('/settings', (c) => c.json(settings(auth)))
  app.use('/token', (c, next) =>
    limit(auth, c.req.query('grant_type') === 'password' ? 'attempt' : 'token')(c, next),
  )
  app.route('/', tokenRoutes(auth))
  for (const path of ['/admin/*', '/invite']) app.use(path, requireServiceRole(auth))
  app.route('/admin', adminRoutes(auth))
  app.route('/', invitationRoutes(auth))
  for (const path of ['/signup', '/otp', '/magiclink', '/recover', '/resend'])
    app.use(path, limit(auth, 'send'))
  app.route('/', signUpRoutes(auth))
  app.route('/', verifyRoutes(auth))
  app.use('*', (c, next) => (c.req.method === 'GET' ? next() : limit(auth, 'account')(c, next)))
  app.route('/', userRoutes(auth))
  app.route('/', identityRoutes(auth))
  app.route('/', disabledRoutes())
  app.route('/', factorRoutes(auth))
  app.all('*', () => {
    throw new AuthError(404, 'not_found', '404: Not Found')
  })
  return app
}

function requireApiKey(auth: AuthContext): MiddlewareHandler {
  return async (c, next) => {
    const check = checkApiKey(c.req.raw.headers, auth.keys)
    if (check.refusal) return c.json(check.refusal, 401)
    return next()
  }
}

function requireServiceRole(auth: AuthContext): MiddlewareHandler {
  return async (c, next) => {
    const check = checkApiKey(c.req.raw.headers, auth.keys)
    if (check.refusal) return c.json(check.refusal, 401)
    const identified = await identifyCaller(c.req.raw.headers, check.kind, auth.tokens)
    if (identified.refusal) throw new AuthError(401, 'bad_jwt', 'invalid JWT')
    if (identified.caller.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
    return next()
  }
}

function limit(auth: AuthContext, bucket: keyof RateLimits): MiddlewareHandler {
  return async (c, next) => {
    const waitSeconds = await auth.limiter.count(bucket, networkOf(c.get('clientAddress')))
    if (waitSeconds === null) return next()
    c.header('retry-after', String(waitSeconds))
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
}

function settings(auth: AuthContext): object {
  const { settings: open } = auth
  const external = Object.fromEntries(providerNames.map((name) => [name, auth.providers[name] !== undefined]))
  return {
    external: { ...external, email: open.email, phone: open.phone, anonymous_users: open.anonymousUsers },
    disable_signup: !open.signUp,
    mailer_autoconfirm: open.emailAutoconfirm,
    phone_autoconfirm: open.phoneAutoconfirm,
    sms_provider: '',
    saml_enabled: false,
    mfa_enabled: open.totp || open.phoneFactor,
  }
}

function answerError(auth: AuthContext, error: Error, c: Context): Response {
  if (error instanceof AuthError) return c.json(error.toJSON(), error.status)
  // On 503 the official client retries; any other unexpected error is a 500 without details.
  const isDatabaseAway = /^(08|57P|53)|^ECONN/.test(codeOf(error) ?? '')
  const status = isDatabaseAway ? 503 : 500
  auth.log({
    level: 'error',
    event: 'auth_failed',
    ...describeRequest(c, routePath(c, -1)),
    ...describeFailure(error),
  })
  return c.json(
    {
      code: status,
      error_code: 'unexpected_failure',
      msg: 'Unexpected failure, please check server logs for more information',
    },
    status,
  )
}
