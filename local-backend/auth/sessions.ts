import { randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type pg from 'pg'
import type { AccessTokens } from '#backend/access-token.ts'
import { accessTokenSeconds } from '#backend/access-token.ts'
import { inTransaction } from '#backend/database.ts'
import { AuthError } from './auth-error.ts'
import { findUser, type AuthUser } from './auth-user.ts'

/** GoTrue's response to every successful token call. expires_at in seconds since 1970. */
export type TokenResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: AuthUser
}

export type Device = { userAgent: string | null; address: string }

/** A used refresh token is accepted again for this long, so that two tabs that wake together both stay signed in. */
const reuseSeconds = 10

/** Opens a session for a user who has just authenticated by `method` (e.g. `oauth`). */
export async function openSession(
  client: pg.PoolClient,
  tokens: AccessTokens,
  input: { userId: string; method: string; device: Device },
): Promise<TokenResponse> {
  const sessionId = randomUUID()
  const refreshToken = newRefreshToken()
  await client.query(
    `with session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
       values ($1, $2, now(), now(), 'aal1', $3, $4) returning id
     ), signed_in as (
       update auth.users set last_sign_in_at = now(), updated_at = now() where id = $2
     ), method as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, now(), now(), $6 from session
     )
     insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
     select '00000000-0000-0000-0000-000000000000', $5, $2::text, false, now(), now(), id from session`,
    [
      sessionId,
      input.userId,
      input.device.userAgent,
      toInet(input.device.address),
      refreshToken,
      input.method,
    ],
  )
  return respond(client, tokens, { userId: input.userId, sessionId, refreshToken })
}

type RefreshRow = {
  revoked: boolean
  is_late: boolean
  session_id: string
  user_id: string
  is_over: boolean
  is_banned: boolean
}

/**
 * Rotates a refresh token. A client that lost the response may retry at any time while the new token is unused (as at
 * GoTrue). A later reuse after the window ends the whole session, because either caller may have stolen the token.
 * Throws AuthError with GoTrue's refresh codes.
 */
export async function refreshSession(
  pool: pg.Pool,
  tokens: AccessTokens,
  input: { refreshToken: string; device: Device },
): Promise<TokenResponse> {
  const outcome = await inTransaction(pool, async (client): Promise<TokenResponse | AuthError> => {
    const { rows } = await client.query<RefreshRow>({
      name: 'lock-refresh-token',
      text: `select r.revoked, r.updated_at < clock_timestamp() - make_interval(secs => $2) as is_late, r.session_id, s.user_id,
               coalesce(s.not_after < now(), false) as is_over,
               coalesce(u.banned_until > now(), false) or u.deleted_at is not null as is_banned
             from auth.refresh_tokens r
             join auth.sessions s on s.id = r.session_id
             join auth.users u on u.id = s.user_id
             where r.token = $1 for update of r`,
      values: [input.refreshToken, reuseSeconds],
    })
    const row = rows[0]
    if (!row)
      return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
    if (row.is_banned) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
    if (row.is_over) return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
    const active = row.revoked
      ? await findReusableToken(client, row, input.refreshToken)
      : await rotate(client, row, input)
    // Returned, not thrown, because the end of the session must be committed.
    if (!active)
      return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    return respond(client, tokens, { userId: row.user_id, sessionId: row.session_id, refreshToken: active })
  })
  if (outcome instanceof AuthError) throw outcome
  return outcome
}

/** Raises a session to aal2 after a verified factor, with new tokens: a copy of the old refresh token is useless. */
export async function elevateAal(
  client: pg.PoolClient,
  tokens: AccessTokens,
  input: {
    sessionId: string
    userId: string
    factorId: string
    method: 'totp' | 'mfa/phone'
    device: Device
  },
): Promise<TokenResponse> {
  const { sessionId, userId, factorId, method, device } = input
  await client.query(
    `with lifted as (update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1)
     insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), $3)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [sessionId, factorId, method],
  )
  const { rows } = await client.query<{ token: string }>(
    `select token from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1 for update`,
    [sessionId],
  )
  if (!rows[0])
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  const current = { refreshToken: rows[0].token, device }
  const refreshToken = await rotate(client, { session_id: sessionId, user_id: userId }, current)
  // Without a parent: a copy of the previous token must not be exchangeable for the raised session later.
  await client.query('update auth.refresh_tokens set parent = null where token = $1', [refreshToken])
  return respond(client, tokens, { userId, sessionId, refreshToken })
}

async function findReusableToken(
  client: pg.PoolClient,
  row: RefreshRow,
  refreshToken: string,
): Promise<string | null> {
  const { rows } = await client.query<{ token: string }>(
    `select token from auth.refresh_tokens where session_id = $1 and not revoked and ($2 or parent = $3)
     order by id desc limit 1`,
    [row.session_id, !row.is_late, refreshToken],
  )
  if (!rows[0] && row.is_late) await client.query('delete from auth.sessions where id = $1', [row.session_id])
  return rows[0]?.token ?? null
}

async function rotate(
  client: pg.PoolClient,
  row: Pick<RefreshRow, 'session_id' | 'user_id'>,
  input: { refreshToken: string; device: Device },
): Promise<string> {
  const next = newRefreshToken()
  await client.query({
    name: 'rotate-refresh-token',
    text: `with used as (
             update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = $1
           ), session as (
             update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $4, ip = $5
             where id = $3
           )
           insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
           values ('00000000-0000-0000-0000-000000000000', $2, $6, false, now(), now(), $1, $3)`,
    values: [
      input.refreshToken,
      next,
      row.session_id,
      input.device.userAgent,
      toInet(input.device.address),
      row.user_id,
    ],
  })
  return next
}

async function respond(
  client: pg.PoolClient,
  tokens: AccessTokens,
  input: { userId: string; sessionId: string; refreshToken: string },
): Promise<TokenResponse> {
  const [user, session] = await Promise.all([
    findUser(client, input.userId),
    findSession(client, input.sessionId),
  ])
  if (!user || !session) throw new AuthError(404, 'user_not_found', 'User not found')
  const { token, expiresAt } = await tokens.sign({
    aud: user.aud,
    sub: user.id,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: input.sessionId,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: input.refreshToken,
    user,
  }
}

type SessionFacts = { aal: string; amr: { method: string; timestamp: number }[] }

async function findSession(client: pg.PoolClient, id: string): Promise<SessionFacts | null> {
  const { rows } = await client.query<SessionFacts>({
    name: 'find-session',
    text: `select coalesce(s.aal::text, 'aal1') as aal, coalesce(
             (select json_agg(json_build_object('method', a.authentication_method,
                                                'timestamp', floor(extract(epoch from a.updated_at))::bigint)
                              order by a.updated_at desc)
              from auth.mfa_amr_claims a where a.session_id = s.id), '[]') as amr
           from auth.sessions s where s.id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** At least 128 random bits; GoTrue's are opaque strings too. */
function newRefreshToken(): string {
  return randomBytes(18).toString('base64url')
}

function toInet(address: string): string | null {
  return isIP(address) ? address : null
}
