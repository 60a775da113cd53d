// /admin/users: routes that require the secret key.
import { createHash, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { inTransaction } from '#backend/database.ts'
import { asConflict, createAccount } from './account.ts'
import { readEmail, readPhone } from './address.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { findUser, selectUserJson, type AuthUser } from './auth-user.ts'
import { deleteFactor, listFactors } from './factors.ts'
import { hashPassword, isPasswordHash, requireStrongPassword } from './password.ts'
import { readBody, readMetadata, readString } from './request-body.ts'

const usersPerPageMax = 1_000

export function adminRoutes(auth: AuthContext): Hono {
  const routes = new Hono()
  routes.get('/users', async (c) => {
    const perPage = readCount(c.req.query('per_page'), 50, usersPerPageMax)
    const page = readCount(c.req.query('page'), 1, 1_000_000)
    const { users, total } = await listUsers(auth, page, perPage)
    c.header('x-total-count', String(total))
    c.header('link', linkHeader(auth.publicUrl, page, perPage, total))
    return c.json({ users, aud: 'authenticated' })
  })
  routes.post('/users', async (c) => c.json(await createUser(auth, await readBody(c))))
  routes.get('/users/:id', async (c) => c.json(await getUser(auth, c.req.param('id'))))
  routes.put('/users/:id', async (c) => c.json(await updateUser(auth, c.req.param('id'), await readBody(c))))
  routes.delete('/users/:id', async (c) => {
    const body = await readBody(c)
    await deleteUser(auth, c.req.param('id'), body.should_soft_delete === true)
    return c.json({})
  })
  routes.get('/users/:id/factors', async (c) => {
    const { id } = await getUser(auth, c.req.param('id'))
    return c.json(await listFactors(auth.pool, id))
  })
  routes.delete('/users/:id/factors/:factor', async (c) => {
    const { id } = await getUser(auth, c.req.param('id'))
    const factorId = c.req.param('factor')
    await inTransaction(auth.pool, (client) => deleteFactor(client, id, factorId))
    return c.json({ id: factorId })
  })
  return routes
}

async function listUsers(
  auth: AuthContext,
  page: number,
  perPage: number,
): Promise<{ users: AuthUser[]; total: number }> {
  const [list, count] = await Promise.all([
    auth.pool.query<{ user: AuthUser }>(
      `${selectUserJson} from auth.users u order by u.created_at desc, u.id limit $1 offset $2`,
      [perPage, (page - 1) * perPage],
    ),
    auth.pool.query<{ total: number }>('select count(*)::int as total from auth.users'),
  ])
  return { users: list.rows.map((row) => row.user), total: count.rows[0]?.total ?? 0 }
}

function linkHeader(publicUrl: string, page: number, perPage: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) =>
    `<${publicUrl}/auth/v1/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}

async function getUser(auth: AuthContext, id: string): Promise<AuthUser> {
  requireUuid(id)
  const user = await findUser(auth.pool, id)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

async function createUser(auth: AuthContext, body: Record<string, unknown>): Promise<AuthUser> {
  const id = readString(body, 'id') || randomUUID()
  requireUuid(id)
  const email = readEmail(body)
  const phone = readPhone(body)
  if (!email && !phone)
    throw new AuthError(400, 'validation_failed', 'Cannot create a user without either an email or phone')
  const account = {
    id,
    email,
    phone,
    passwordHash: await readPasswordHash(auth, body),
    isEmailConfirmed: body.email_confirm === true,
    isPhoneConfirmed: body.phone_confirm === true,
    appMetadata: readMetadata(body, 'app_metadata') ?? {},
    userMetadata: readMetadata(body, 'user_metadata') ?? {},
    role: readRole(body),
    bannedUntil: readBan(body) ?? null,
  }
  await inTransaction(auth.pool, (client) => createAccount(client, account))
  return getUser(auth, id)
}

/** The hash of `password`, or the given `password_hash`; null without both. */
async function readPasswordHash(auth: AuthContext, body: Record<string, unknown>): Promise<string | null> {
  const password = readString(body, 'password')
  const given = readString(body, 'password_hash')
  if (password && given)
    throw new AuthError(400, 'validation_failed', 'Only a password or a password hash should be provided')
  if (password) {
    requireStrongPassword(password, auth.settings)
    return hashPassword(password)
  }
  if (given && !isPasswordHash(given))
    throw new AuthError(400, 'validation_failed', 'password_hash has to be a bcrypt hash')
  return given || null
}

/** The database has only these roles; a token with another one would have no rights. */
function readRole(body: Record<string, unknown>): string {
  const role = readString(body, 'role')
  if (!role || role === 'authenticated' || role === 'service_role') return role
  throw new AuthError(400, 'validation_failed', 'role has to be authenticated or service_role')
}

async function updateUser(auth: AuthContext, id: string, body: Record<string, unknown>): Promise<AuthUser> {
  requireUuid(id)
  const passwordHash = await readPasswordHash(auth, body)
  const userMetadata = readMetadata(body, 'user_metadata')
  const appMetadata = readMetadata(body, 'app_metadata')
  const ban = readBan(body)
  const { rowCount } = await asConflict(() =>
    auth.pool.query(
      `update auth.users set
         email = coalesce($2, email), phone = coalesce($3, phone),
         email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
         phone_confirmed_at = case when $5 then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
         raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $6::jsonb) - $7::text[],
         raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || $8::jsonb) - $9::text[],
         banned_until = case when $10 then $11::timestamptz else banned_until end,
         encrypted_password = coalesce($12, encrypted_password), role = coalesce($13, role), updated_at = now()
       where id = $1`,
      [
        id,
        readEmail(body),
        readPhone(body),
        body.email_confirm === true,
        body.phone_confirm === true,
        userMetadata ?? {},
        nullKeys(userMetadata),
        appMetadata ?? {},
        nullKeys(appMetadata),
        ban !== undefined,
        ban ?? null,
        passwordHash,
        readRole(body) || null,
      ],
    ),
  )
  if (!rowCount) throw new AuthError(404, 'user_not_found', 'User not found')
  // As in GoTrue: a session that began with the old password ends at once.
  if (passwordHash) await auth.pool.query('delete from auth.sessions where user_id = $1', [id])
  return getUser(auth, id)
}

/**
 * A soft deletion leaves the row for foreign keys. Everything that identifies the person is hashed or deleted, and no
 * sign-in is possible.
 */
async function deleteUser(auth: AuthContext, id: string, isSoft: boolean): Promise<void> {
  const user = await getUser(auth, id)
  if (!isSoft) {
    await auth.pool.query('delete from auth.users where id = $1', [id])
    return
  }
  const hash = (value: string) =>
    value
      ? createHash('sha256')
          .update(id + value)
          .digest('base64url')
      : null
  await inTransaction(auth.pool, async (client) => {
    await client.query('delete from auth.sessions where user_id = $1', [id])
    await client.query('delete from auth.identities where user_id = $1', [id])
    await client.query(
      `update auth.users set email = $2, phone = $3, encrypted_password = null, raw_user_meta_data = '{}',
         raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
       where id = $1`,
      [id, hash(user.email), hash(user.phone)],
    )
  })
}

/**
 * ban_duration in Go's notation ("24h", "1h30m") or "none": the end of the ban, null to lift it, undefined when absent.
 */
function readBan(body: Record<string, unknown>): Date | null | undefined {
  const text = readString(body, 'ban_duration')
  if (!text) return undefined
  if (text === 'none') return null
  const milliseconds = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as Record<string, number>
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) {
    throw new AuthError(400, 'validation_failed', 'invalid format for ban duration: use e.g. 24h or none')
  }
  let total = 0
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)) {
    total += Number(count) * (milliseconds[unit as string] ?? 0)
  }
  const until = new Date(Date.now() + total)
  if (Number.isNaN(until.getTime())) throw new AuthError(400, 'validation_failed', 'ban duration is too long')
  return until
}

function readCount(text: string | undefined, fallback: number, max: number): number {
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) {
    throw new AuthError(400, 'validation_failed', 'Bad Pagination Parameters')
  }
  return Math.min(value, max)
}

function requireUuid(id: string): void {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return
  throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
}

function nullKeys(data: Record<string, unknown> | null): string[] {
  return Object.keys(data ?? {}).filter((key) => data?.[key] === null)
}
