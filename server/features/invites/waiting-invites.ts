// Operators' review of invitations: rewards above an inviter's daily limit wait for it.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'

export type WaitingInvite = {
  id: number
  createdAt: string
  inviter: string
  /** All accepted invitations by this inviter's code. */
  inviterTotal: number
  friend: string
  /** False when the friend's account is deleted. */
  isFriendHere: boolean
}

/** The oldest first, at most two hundred. */
export async function listWaitingInvites(database: Database): Promise<WaitingInvite[]> {
  const { rows } = await sql<WaitingInvite>`
    select i.id, i.created_at as "createdAt", inviter.nickname as inviter, friend.nickname as friend, friend.is_active as "isFriendHere",
      (select count(*) from private.invite other where other.inviter_id = i.inviter_id) as "inviterTotal"
    from private.invite i
    join public."user" inviter on inviter.id = i.inviter_id join public."user" friend on friend.id = i.friend_id
    where i.rewarded_at is null and i.refused_at is null order by i.id limit 200`.execute(database)
  return rows
}

/** Grants the reward of a waiting invitation. @throws AppError not_found when it does not wait (any more) */
export async function releaseInvite(database: Database, id: number): Promise<void> {
  const { rows } = await sql<{ is_given: boolean }>`
    select private.reward_invite(${id}::bigint) as is_given`.execute(database)
  if (!rows[0]?.is_given) throw new AppError('not_found')
}

/** The number of friends a day for which one inviter is rewarded at once. */
export async function limitInvites(database: Database, dailyMax: number): Promise<void> {
  await sql`update private.invite_rule set daily_max = ${dailyMax}::integer`.execute(database)
}
