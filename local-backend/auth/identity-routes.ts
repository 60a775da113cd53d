// Manual linking and unlinking for signed-in users. Disabled unless manualLinking is set.
import { Hono, type MiddlewareHandler } from 'hono'
import type { AuthContext } from './auth-context.ts'
import { disabledErrors } from './disabled-routes.ts'
import { unlinkIdentity } from './link-identity.ts'
import { AuthError } from './auth-error.ts'
import { requireSession } from './session-guard.ts'
import { startSignIn } from './sign-in-routes.ts'

export function identityRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.use('/user/identities/*', requireOpen(auth))
  routes.get('/user/identities/authorize', async (c) => {
    const session = await requireSession(auth, c)
    const url = await startSignIn(auth, c, session.userId)
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
  })
  routes.delete('/user/identities/:id', async (c) => {
    const session = await requireSession(auth, c)
    const id = c.req.param('id')
    if (!/^[0-9a-f-]{36}$/i.test(id)) {
      throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
    }
    await unlinkIdentity(auth, session.userId, id)
    return c.json({})
  })
  return routes
}

function requireOpen(auth: AuthContext): MiddlewareHandler {
  return (_c, next) => {
    if (!auth.settings.manualLinking) throw disabledErrors.link()
    return next()
  }
}
