// Names the first owner of an installation on the database's machine: access to it already gives every right.
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'

export type OwnerCandidate = { id: string; nickname: string; provider: string; role: string }

/**
 * Active members with this e-mail address or id. One address can belong to several: it may come from two providers.
 * @throws AppError member_not_found
 */
export async function listOwnerCandidates(
  database: Database,
  wanted: string,
): Promise<[OwnerCandidate, ...OwnerCandidate[]]> {
  const { rows } = await sql<OwnerCandidate>`
    select u.id, u.nickname, u.provider, u.role from public."user" u
    where (lower(u.email) = lower(${wanted}) or u.id::text = lower(${wanted})) and u.is_active and not u.is_block
    order by u.created_at`.execute(database)
  const [first, ...others] = rows
  if (!first) throw new AppError('member_not_found')
  return [first, ...others]
}

/** Makes a member an owner, and logs that it was done at a terminal. */
export async function nameOwner(database: Database, id: string): Promise<void> {
  await sql`select private.name_owner(${id}::uuid)`.execute(database)
}
