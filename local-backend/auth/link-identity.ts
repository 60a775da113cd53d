// Links further identities to a signed-in user, and unlinks them.
import type pg from 'pg'
import { codeOf, inTransaction } from '#backend/database.ts'
import { asConflict, refreshProviders } from './account.ts'
import type { AuthContext } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { findIdentityUser, insertIdentity, refreshIdentity } from './find-or-create-user.ts'
import type { ProviderName, ProviderPerson } from './provider.ts'

/**
 * Links a provider's person to the user as another identity; resolves to the user's id. Its address is stored only when
 * the provider has verified it and the user has none. Throws AuthError identity_already_exists or email_exists.
 */
export async function linkIdentity(
  client: pg.PoolClient,
  userId: string,
  provider: ProviderName,
  person: ProviderPerson,
): Promise<string> {
  const owner = await findIdentityUser(client, provider, person.subject)
  if (owner) {
    const whose = owner === userId ? '' : ' to another user'
    throw new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`)
  }
  await insertIdentity(client, userId, provider, person)
  if (person.email && person.isEmailVerified) {
    await asConflict(() =>
      client.query(
        `update auth.users set email = $2, email_confirmed_at = now() where id = $1 and coalesce(email, '') = ''`,
        [userId, person.email],
      ),
    )
  }
  await client.query('update auth.users set is_anonymous = false where id = $1', [userId])
  return refreshIdentity(client, userId, provider, person)
}

/**
 * Removes one identity of the user, with its address or number. Throws AuthError single_identity_not_deletable,
 * identity_not_found or email_conflict_identity_not_deletable.
 */
export async function unlinkIdentity(auth: AuthContext, userId: string, identityId: string): Promise<void> {
  await inTransaction(auth.pool, async (client) => {
    const { rows } = await client.query<{ id: string; provider: string }>(
      `select i.id, i.provider from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1 for update`,
      [userId],
    )
    if (rows.length <= 1) {
      throw new AuthError(
        422,
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      )
    }
    const identity = rows.find(({ id }) => id === identityId)
    if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
    await client.query('delete from auth.identities where id = $1', [identityId])
    if (identity.provider === 'phone') {
      await client.query('update auth.users set phone = null, phone_confirmed_at = null where id = $1', [
        userId,
      ])
    } else {
      // A password belongs to the identity of its address.
      if (identity.provider === 'email')
        await client.query('update auth.users set encrypted_password = null where id = $1', [userId])
      await takeEmailFromIdentities(client, userId)
    }
    await refreshProviders(client, userId)
  })
}

/** Replaces the address of a removed identity by one that another identity has verified, or by none. */
async function takeEmailFromIdentities(client: pg.PoolClient, userId: string): Promise<void> {
  try {
    await client.query(
      `update auth.users u set email = v.email, email_confirmed_at = case when v.email is null then null else u.email_confirmed_at end
       from (select (select i.identity_data ->> 'email' from auth.identities i
                     where i.user_id = $1 and (i.identity_data ->> 'email_verified')::boolean
                     order by i.identity_data ->> 'email' = (select email from auth.users where id = $1) desc, i.created_at
                     limit 1) as email) v
       where u.id = $1`,
      [userId],
    )
  } catch (error) {
    if (codeOf(error) !== '23505') throw error
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
}
