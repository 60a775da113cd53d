import type pg from 'pg'

/** GoTrue's user as JSON. Dates are ISO strings in UTC. */
export type AuthUser = {
  id: string
  aud: string
  role: string
  email: string
  email_confirmed_at?: string
  invited_at?: string
  phone: string
  phone_confirmed_at?: string
  confirmed_at?: string
  last_sign_in_at?: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  identities: AuthIdentity[]
  created_at: string
  updated_at: string
  banned_until?: string
  deleted_at?: string
  is_anonymous: boolean
  confirmation_sent_at?: string
  recovery_sent_at?: string
  email_change_sent_at?: string
  phone_change_sent_at?: string
  reauthentication_sent_at?: string
  new_email?: string
  new_phone?: string
  factors?: AuthFactor[]
}

export type AuthFactor = {
  id: string
  created_at: string
  updated_at: string
  status: 'verified' | 'unverified'
  friendly_name?: string
  factor_type: 'totp' | 'phone'
  phone?: string
  last_challenged_at?: string
}

type AuthIdentity = {
  identity_id: string
  id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string
  created_at: string
  updated_at: string
  email?: string
}

const identityJson = `json_strip_nulls(json_build_object(
  'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'provider', i.provider,
  'last_sign_in_at', ${isoDate('i.last_sign_in_at')}, 'created_at', ${isoDate('i.created_at')},
  'updated_at', ${isoDate('i.updated_at')}, 'email', i.email))::jsonb || jsonb_build_object('identity_data', i.identity_data)`

const factorJson = `json_strip_nulls(json_build_object(
  'id', f.id, 'created_at', ${isoDate('f.created_at')}, 'updated_at', ${isoDate('f.updated_at')}, 'status', f.status,
  'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', f.phone,
  'last_challenged_at', ${isoDate('f.last_challenged_at')}))`

/** The JSON of factors `f`, oldest first; null for none. */
export const factorsJson = `json_agg(${factorJson} order by f.created_at, f.id)`

/** Selects the JSON of auth.users `u`; a whole query needs `from auth.users u` after it. */
export const selectUserJson = `select json_strip_nulls(json_build_object(
  'id', u.id, 'aud', coalesce(u.aud, ''), 'role', coalesce(u.role, ''), 'email', coalesce(u.email, ''),
  'email_confirmed_at', ${isoDate('u.email_confirmed_at')}, 'invited_at', ${isoDate('u.invited_at')},
  'phone', coalesce(u.phone, ''), 'phone_confirmed_at', ${isoDate('u.phone_confirmed_at')},
  'confirmed_at', ${isoDate('u.confirmed_at')}, 'last_sign_in_at', ${isoDate('u.last_sign_in_at')},
  'created_at', ${isoDate('u.created_at')}, 'updated_at', ${isoDate('u.updated_at')},
  'banned_until', ${isoDate('u.banned_until')}, 'deleted_at', ${isoDate('u.deleted_at')},
  'confirmation_sent_at', ${isoDate('u.confirmation_sent_at')}, 'recovery_sent_at', ${isoDate('u.recovery_sent_at')},
  'email_change_sent_at', ${isoDate('u.email_change_sent_at')}, 'phone_change_sent_at', ${isoDate('u.phone_change_sent_at')},
  'reauthentication_sent_at', ${isoDate('u.reauthentication_sent_at')},
  'new_email', nullif(u.email_change, ''), 'new_phone', nullif(u.phone_change, ''),
  'factors', (select ${factorsJson} from auth.mfa_factors f where f.user_id = u.id),
  'is_anonymous', u.is_anonymous))::jsonb || jsonb_build_object(
  'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
  'identities', coalesce((select jsonb_agg(${identityJson} order by i.created_at, i.id)
                          from auth.identities i where i.user_id = u.id), '[]')) as user`

/** The user with this id, or null. */
export async function findUser(client: pg.Pool | pg.PoolClient, id: string): Promise<AuthUser | null> {
  const { rows } = await client.query<{ user: AuthUser }>({
    name: 'find-user',
    text: `${selectUserJson} from auth.users u where u.id = $1`,
    values: [id],
  })
  return rows[0]?.user ?? null
}

/** The user of an active session, or null: the most frequent lookup, in one query. */
export async function findUserOfSession(
  pool: pg.Pool,
  session: { userId: string; sessionId: string },
): Promise<AuthUser | null> {
  const { rows } = await pool.query<{ user: AuthUser }>({
    name: 'find-user-of-session',
    text: `${selectUserJson} from auth.sessions s join auth.users u on u.id = s.user_id
           where s.id = $1 and s.user_id = $2 and coalesce(s.not_after > now(), true)`,
    values: [session.sessionId, session.userId],
  })
  return rows[0]?.user ?? null
}

function isoDate(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
