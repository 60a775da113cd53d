// Routes of a signed-in user: read and change the own user, sign out.
import { Hono } from 'hono'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { findUser, findUserOfSession, type AuthUser } from './auth-user.ts'
import { readBody } from './request-body.ts'
import { readClaims, requireSession, sessionNotFound, type LiveSession } from './session-guard.ts'
import { reauthenticate, updateUser } from './update-user.ts'

export function userRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.get('/user', async (c) => {
    const claims = await readClaims(auth, c)
    const user = await findUserOfSession(auth.pool, { userId: claims.sub, sessionId: claims.session_id })
    if (!user) throw sessionNotFound()
    return c.json(requirePresent(user))
  })
  routes.put('/user', async (c) => {
    const session = await requireSession(auth, c)
    await updateUser(auth, session, await readBody(c), auth.checkRedirect(c.req.query('redirect_to')))
    return c.json(requirePresent(await findUser(auth.pool, session.userId)))
  })
  routes.get('/reauthenticate', async (c) => {
    await reauthenticate(auth, await requireSession(auth, c))
    return c.json({})
  })
  routes.post('/logout', async (c) => {
    const session = await requireSession(auth, c)
    await endSessions(auth, session, c.req.query('scope') ?? 'global')
    return c.body(null, 204)
  })
  return routes
}

function requirePresent(user: AuthUser | null): AuthUser {
  if (!user || user.deleted_at)
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return user
}

async function endSessions(auth: AuthContext, session: LiveSession, scope: string): Promise<void> {
  switch (scope) {
    case 'global':
      await auth.pool.query('delete from auth.sessions where user_id = $1', [session.userId])
      return
    case 'local':
      await auth.pool.query('delete from auth.sessions where id = $1', [session.sessionId])
      return
    case 'others':
      await auth.pool.query('delete from auth.sessions where user_id = $1 and id <> $2', [
        session.userId,
        session.sessionId,
      ])
      return
    default:
      throw new AuthError(400, 'validation_failed', 'Unsupported logout scope: use global, local or others')
  }
}
