// Stores a keyed hash of provider and subject of a deleted account. The hash prevents an immediate sign-up (B18) and a
// second gift (M14).
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Querier } from '#server/adapters/database.ts'

/** The hash of every identity of an account. A line break, which no provider's name contains, separates the name. */
export async function hashIdentities(db: Querier, userId: string, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('auth.identities')
    .select(['provider', 'provider_id'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ provider, provider_id: subject }) =>
    createHmac('sha256', key).update(`${provider}\n${subject}`).digest('hex'),
  )
}

/** Finds a deleted account with one of these identities. @returns when it may sign up again; null for a new person */
export async function findDeletion(
  db: Querier,
  hashes: readonly string[],
): Promise<{ until: string; isOver: boolean } | null> {
  if (hashes.length === 0) return null
  const row = await db
    .selectFrom('private.deleted_identity')
    .select('until')
    .where('identity_hash', 'in', hashes)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { until: row.until, isOver: Date.parse(row.until) <= Date.now() } : null
}

/** Stores for good the identities of an invited account: the same person brings no second reward (B28). */
export async function storeInvitedIdentities(
  db: Querier,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await sql`
    insert into private.invited_identity (identity_hash)
    select hash from unnest(${hashes}::text[]) as hash
    where exists (select from private.invite i where i.friend_id = ${userId}::uuid)
      or exists (select from private.invite_reward_exclusion b where b.user_id = ${userId}::uuid)
    on conflict do nothing`.execute(db)
}

/** A person who was invited under a deleted account cannot be invited again. */
export async function barInvitedBefore(
  db: Querier,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await sql`
    insert into private.invite_reward_exclusion (user_id)
    select ${userId}::uuid where exists (
      select from private.invited_identity i where i.identity_hash = any (${hashes}::text[]))`.execute(db)
}
