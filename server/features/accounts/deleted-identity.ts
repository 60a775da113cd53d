// What remains of a deleted account: a keyed hash of provider and subject, so that it cannot sign up again at once (B18), nor for a second gift (M14).
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Querier } from '#server/adapters/database.ts'

/** The hash of every way in of an account. The provider's name ends with a line, which no name holds. */
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

/** Whether one of these belonged to an account that is deleted, and from when on it may sign up again; null for somebody new. */
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

/** Remembers for good the ways in of an account that came by an invitation: the same person brings no second reward (B28). */
export async function keepInvitedIdentities(
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

/** Whoever came by an invitation before, under an account that is deleted, cannot do so again. */
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
