import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { clearUnverified } from './account.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSettings } from './auth-settings.ts'
import { disabledErrors } from './disabled-routes.ts'
import type { ProviderName, ProviderPerson } from './provider.ts'

/**
 * The user of a provider's person, created or linked as needed; the identity is updated. Follows GoTrue's account
 * linking (models/linking.go): the key of an identity is (provider, subject), and only an e-mail that is verified on
 * both sides links two identities.
 * Two differences: an unverified address is stored in identity_data only (GoTrue would send a confirmation first), and
 * identities with an unverified address never count for linking.
 * Throws AuthError user_banned, signup_disabled, or unexpected_failure when the address belongs to several users.
 */
export async function findOrCreateUser(
  client: pg.PoolClient,
  provider: ProviderName,
  person: ProviderPerson,
  settings: AuthSettings,
): Promise<string> {
  const known = await findIdentityUser(client, provider, person.subject)
  if (known) return refreshIdentity(client, known, provider, person)
  // A lock serializes this decision: two concurrent first sign-ins must not both find no user.
  await client.query(`select pg_advisory_xact_lock(hashtext('auth.find_or_create_user'))`)
  const createdMeanwhile = await findIdentityUser(client, provider, person.subject)
  if (createdMeanwhile) return refreshIdentity(client, createdMeanwhile, provider, person)
  const verifiedEmail = person.isEmailVerified ? person.email : null
  const owner = verifiedEmail ? await findOwnerOfEmail(client, verifiedEmail) : null
  if (owner) {
    if (!owner.isConfirmed) await proveEmail(client, owner.id, verifiedEmail)
    await insertIdentity(client, owner.id, provider, person)
    return refreshIdentity(client, owner.id, provider, person)
  }
  if (!settings.signUp) throw disabledErrors.signUp()
  const id = await insertUser(client, verifiedEmail)
  await insertIdentity(client, id, provider, person)
  return refreshIdentity(client, id, provider, person)
}

/** The user of this identity, or null. */
export async function findIdentityUser(
  client: pg.PoolClient,
  provider: string,
  subject: string,
): Promise<string | null> {
  const { rows } = await client.query<{ user_id: string }>(
    `select user_id from auth.identities where provider = $1 and provider_id = $2`,
    [provider, subject],
  )
  return rows[0]?.user_id ?? null
}

async function findOwnerOfEmail(
  client: pg.PoolClient,
  email: string,
): Promise<{ id: string; isConfirmed: boolean } | null> {
  // The database folds the column email by its own lower case, so it only finds the row; identity_data decides.
  const { rows } = await client.query<{ id: string; is_confirmed: boolean }>(
    `select u.id, u.email_confirmed_at is not null as is_confirmed from auth.users u
     where u.is_sso_user = false and u.deleted_at is null and u.id in (
       select o.id from auth.users o where o.email = $1 and o.is_sso_user = false
       union all
       select i.user_id from auth.identities i
       where i.email = lower($1) and i.identity_data ->> 'email' = $1 and (i.identity_data ->> 'email_verified')::boolean)
     for update`,
    [email],
  )
  if (rows.length > 1) {
    throw new AuthError(
      500,
      'unexpected_failure',
      'Multiple accounts with the same email address in the same linking domain detected: default',
    )
  }
  const row = rows[0]
  return row ? { id: row.id, isConfirmed: row.is_confirmed } : null
}

/** Signs in the owner of an address that another person may have registered. */
async function proveEmail(client: pg.PoolClient, userId: string, email: string | null): Promise<void> {
  await clearUnverified(client, userId)
  await client.query('update auth.users set email = $2, email_confirmed_at = now() where id = $1', [
    userId,
    email,
  ])
}

async function insertUser(client: pg.PoolClient, verifiedEmail: string | null): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
       created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2::varchar,
       case when $2::varchar is null then null else now() end, '{}', '{}', now(), now())`,
    [id, verifiedEmail],
  )
  return id
}

export async function insertIdentity(
  client: pg.PoolClient,
  userId: string,
  provider: string,
  person: ProviderPerson,
): Promise<void> {
  await client.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [person.subject, userId, person.identityData, provider],
  )
}

/** On each sign-in the provider's data replaces the identity's and is merged into the user's metadata. */
export async function refreshIdentity(
  client: pg.PoolClient,
  userId: string,
  provider: string,
  person: ProviderPerson,
): Promise<string> {
  await client.query(
    `update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2`,
    [provider, person.subject, person.identityData],
  )
  const { rows } = await client.query<{ is_banned: boolean }>(
    `update auth.users u set
       raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || $2::jsonb,
       raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
         'provider', coalesce(u.raw_app_meta_data ->> 'provider', $3),
         'providers', (select jsonb_agg(p.provider order by p.since)
                       from (select i.provider, min(i.created_at) as since from auth.identities i
                             where i.user_id = u.id group by i.provider) p)),
       updated_at = now()
     where u.id = $1
     returning coalesce(u.banned_until > now(), false) or u.deleted_at is not null as is_banned`,
    [userId, JSON.stringify(person.identityData), provider],
  )
  if (rows[0]?.is_banned) throw new AuthError(403, 'user_banned', 'User is banned')
  return userId
}
