import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { codeOf } from '#backend/database.ts'
import { AuthError } from './auth-error.ts'

/** The fields of a user that decide whether a sign-in is allowed. */
export type Account = {
  id: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  is_email_confirmed: boolean
  is_phone_confirmed: boolean
  is_banned: boolean
  is_anonymous: boolean
  /** The person has signed in before: the account is theirs, confirmed or not. */
  has_signed_in: boolean
  email_change: string | null
  phone_change: string | null
}

const selectAccount = `select id, email, phone, encrypted_password, email_confirmed_at is not null as is_email_confirmed,
    phone_confirmed_at is not null as is_phone_confirmed, coalesce(banned_until > now(), false) as is_banned, is_anonymous,
    last_sign_in_at is not null as has_signed_in,
    nullif(email_change, '') as email_change, nullif(phone_change, '') as phone_change
  from auth.users where deleted_at is null and not is_sso_user`

type Client = pg.Pool | pg.PoolClient

/** The account of an address or a number, or null. */
export async function findAccount(
  client: Client,
  by: { email?: string | null; phone?: string | null },
): Promise<Account | null> {
  const [column, value] = by.email ? ['email', by.email] : ['phone', by.phone]
  const { rows } = await client.query<Account>(`${selectAccount} and ${column} = $1`, [value])
  return rows[0] ?? null
}

/** The account with this id. Throws AuthError user_not_found. */
export async function getAccount(client: Client, id: string): Promise<Account> {
  const { rows } = await client.query<Account>(`${selectAccount} and id = $1`, [id])
  if (!rows[0]) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  return rows[0]
}

export type NewAccount = {
  id?: string
  email: string | null
  phone: string | null
  passwordHash?: string | null
  userMetadata: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  isEmailConfirmed?: boolean
  isPhoneConfirmed?: boolean
  isAnonymous?: boolean
  isInvited?: boolean
  role?: string
  bannedUntil?: Date | null
}

/**
 * Creates a user and the identity of its address or number (none for a guest); resolves to the id. Throws AuthError
 * email_exists or phone_exists.
 */
export async function createAccount(client: pg.PoolClient, input: NewAccount): Promise<string> {
  const id = input.id ?? randomUUID()
  const provider = input.email ? 'email' : input.phone ? 'phone' : null
  const appMetadata = provider ? { provider, providers: [provider] } : {}
  await asConflict(() =>
    client.query(
      `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
         phone_confirmed_at, raw_app_meta_data, raw_user_meta_data, is_anonymous, invited_at, banned_until, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5,
         case when $6 then now() end, case when $7 then now() end, $8::jsonb, $9::jsonb, $10,
         case when $11 then now() end, $12, now(), now())`,
      [
        id,
        input.role || 'authenticated',
        input.email,
        input.phone,
        input.passwordHash ?? null,
        input.isEmailConfirmed === true,
        input.isPhoneConfirmed === true,
        { ...appMetadata, ...input.appMetadata },
        input.userMetadata,
        input.isAnonymous === true,
        input.isInvited === true,
        input.bannedUntil ?? null,
      ],
    ),
  )
  if (provider) await upsertOwnIdentity(client, id, provider)
  return id
}

/** Updates the identity of provider email or phone from auth.users, or creates a missing one. */
export async function upsertOwnIdentity(
  client: pg.PoolClient,
  userId: string,
  provider: 'email' | 'phone',
): Promise<void> {
  await client.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select u.id::text, u.id, jsonb_build_object('sub', u.id::text, $2::text, case $2 when 'email' then u.email else u.phone end,
       'email_verified', u.email_confirmed_at is not null and $2 = 'email',
       'phone_verified', u.phone_confirmed_at is not null and $2 = 'phone'), $2, now(), now(), now()
     from auth.users u where u.id = $1
     on conflict (provider_id, provider) do update set identity_data = excluded.identity_data, updated_at = now()`,
    [userId, provider],
  )
  await refreshProviders(client, userId)
}

/** Updates app_metadata.provider (the first) and providers (all) from the identities. */
export async function refreshProviders(client: pg.PoolClient, userId: string): Promise<void> {
  await client.query(
    `update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
         'provider', case when u.raw_app_meta_data ->> 'provider' = any(p.names) then u.raw_app_meta_data ->> 'provider' else p.names[1] end,
         'providers', to_jsonb(p.names)), updated_at = now()
     from (select coalesce(array_agg(x.provider order by x.since), '{}') as names
           from (select i.provider, min(i.created_at) as since from auth.identities i where i.user_id = $1 group by 1) x) p
     where u.id = $1`,
    [userId],
  )
}

/**
 * Another person may have registered an unverified address and waited for its owner. Their data (password, name,
 * identities, factors, codes, sessions) is deleted before the owner signs in.
 */
export async function clearUnverified(client: pg.PoolClient, userId: string): Promise<void> {
  for (const table of ['sessions', 'identities', 'mfa_factors', 'one_time_tokens', 'flow_state']) {
    await client.query(`delete from auth.${table} where user_id = $1`, [userId])
  }
  await client.query(
    `update auth.users set encrypted_password = null, raw_user_meta_data = '{}', email_change = '', phone = null,
       phone_confirmed_at = null, phone_change = ''
     where id = $1`,
    [userId],
  )
}

/** The data of a sign-up besides its address. */
export type AccountStart = { passwordHash: string | null; userMetadata: Record<string, unknown> }

/** Starts over at an unverified address: deletes all data of earlier attempts. */
export async function restartAccount(
  client: pg.PoolClient,
  account: Account,
  start: AccountStart,
): Promise<void> {
  await clearUnverified(client, account.id)
  await client.query(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = $3, phone = $4, updated_at = now() where id = $1`,
    [account.id, start.passwordHash, start.userMetadata, account.email ? null : account.phone],
  )
  await upsertOwnIdentity(client, account.id, account.email ? 'email' : 'phone')
}

/** Turns Postgres' unique violation into GoTrue's error. */
export async function asConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) !== '23505') throw error
    const isPhone = (error as { constraint?: string }).constraint?.includes('phone')
    throw isPhone
      ? new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
      : new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }
}
