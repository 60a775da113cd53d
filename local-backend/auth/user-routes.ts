// What somebody who is signed in may do: read and change the own user, sign out.
import { Hono, type Context } from 'hono'
import type { AccessClaims } from '#backend/access-token.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { findUser } from './auth-user.ts'
import { closedDoors } from './closed-doors.ts'
import { metadataMaxLength, readBody, readMetadata } from './request-body.ts'

export function userRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.get('/user', async (c) => {
    const claims = await requireSession(auth, c)
    return c.json(await requireUser(auth, claims.sub))
  })
  routes.put('/user', async (c) => {
    const claims = await requireSession(auth, c)
    const body = await readBody(c)
    if (body.email || body.password) throw closedDoors.emailLogin()
    if (body.phone) throw closedDoors.phoneLogin()
    const data = readMetadata(body, 'data')
    if (data) await mergeUserMetadata(auth, claims.sub, data)
    return c.json(await requireUser(auth, claims.sub))
  })
  routes.post('/logout', async (c) => {
    const claims = await requireSession(auth, c)
    await endSessions(auth, claims, c.req.query('scope') ?? 'global')
    return c.body(null, 204)
  })
  return routes
}

/**
 * The claims of the caller's access token, whose session must still exist. Throws AuthError no_authorization (401),
 * bad_jwt (403) or session_not_found (403).
 */
async function requireSession(auth: AuthContext, c: Context): Promise<AccessClaims> {
  const bearer = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!bearer) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const verified = await auth.tokens.verify(bearer)
  if (verified.refusal === 'expired') throw new AuthError(403, 'bad_jwt', 'invalid JWT: token is expired')
  if (verified.refusal) {
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
  }
  const { claims } = verified
  const isPossible = [claims.session_id, claims.sub].every((id) => /^[0-9a-f-]{36}$/i.test(id ?? ''))
  const session =
    isPossible &&
    (await auth.pool.query({
      name: 'require-session',
      text: `select from auth.sessions where id = $1 and user_id = $2 and coalesce(not_after > now(), true)`,
      values: [claims.session_id, claims.sub],
    }))
  if (!session || !session.rowCount) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return claims
}

async function requireUser(auth: AuthContext, id: string): Promise<object> {
  const user = await findUser(auth.pool, id)
  if (!user || user.deleted_at)
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return user
}

/** As in GoTrue, a key set to null is removed. Nothing here decides rights: people write their own user_metadata. */
async function mergeUserMetadata(
  auth: AuthContext,
  userId: string,
  data: Record<string, unknown>,
): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null)
  const merged = `(coalesce(raw_user_meta_data, '{}') || $2::jsonb) - $3::text[]`
  const { rowCount } = await auth.pool.query(
    `update auth.users set raw_user_meta_data = ${merged}, updated_at = now()
     where id = $1 and length((${merged})::text) <= $4`,
    [userId, JSON.stringify(data), removed, metadataMaxLength],
  )
  if (!rowCount) throw new AuthError(422, 'validation_failed', 'user_metadata has to stay below 8 kB')
}

async function endSessions(auth: AuthContext, claims: AccessClaims, scope: string): Promise<void> {
  switch (scope) {
    case 'global':
      await auth.pool.query('delete from auth.sessions where user_id = $1', [claims.sub])
      return
    case 'local':
      await auth.pool.query('delete from auth.sessions where id = $1', [claims.session_id])
      return
    case 'others':
      await auth.pool.query('delete from auth.sessions where user_id = $1 and id <> $2', [
        claims.sub,
        claims.session_id,
      ])
      return
    default:
      throw new AuthError(400, 'validation_failed', 'Unsupported logout scope: use global, local or others')
  }
}
