// Moves balances through the functions of the database, which are the only way. Refusals become catalogue errors.
import { sql } from 'kysely'
import type { Querier } from '#server/adapters/database.ts'
import { AppError } from '#shared/errors.ts'
import { dailyCaps } from '#shared/usage.ts'
import { callDatabase } from './call-database.ts'

type DayCap = { runs: number; tokens: number; images: number }
export type DailyCaps = { member: DayCap; site: DayCap }

export type GrantKind = 'sign_up' | 'invite' | 'review' | 'payment' | 'operator' | 'refund'

/** Grants tokens once per key. @returns false when the key was used before */
export async function grantTokens(
  db: Querier,
  grant: { member: string; amount: number; kind: GrantKind; idempotencyKey: string },
): Promise<boolean> {
  const row = await callDatabase<{ granted: boolean }>(
    db,
    sql`select private.grant_tokens(${grant.member}::uuid, ${grant.amount}::bigint, ${grant.kind}, ${grant.idempotencyKey}) as granted`,
  )
  return row?.granted ?? false
}

/**
 * Counts the start of a run for the day of its member and of the site. Call it in the transaction that starts the run;
 * it rolls back when this throws.
 * @throws AppError daily_limit, site_limit
 */
export async function countRunOfDay(
  db: Querier,
  { spender, ceiling, images }: { spender: string; ceiling: number; images: number },
  caps: DailyCaps = dailyCaps,
): Promise<void> {
  const { member, site } = caps
  const row = await callDatabase<{ passed: 'member' | 'site' | null }>(
    db,
    sql`select private.count_run_of_day(${spender}::uuid, ${ceiling}::bigint, ${images}::integer,
      ${member.runs}::integer, ${member.tokens}::bigint, ${member.images}::integer,
      ${site.runs}::bigint, ${site.tokens}::bigint, ${site.images}::bigint) as passed`,
  )
  if (row?.passed) throw new AppError(row.passed === 'member' ? 'daily_limit' : 'site_limit')
}

/** The spendable balance without holds: the member's own, or the team's while a seat has effect. */
export async function availableBalance(
  db: Querier,
  member: string,
): Promise<{ tokens: number; images: number }> {
  const row = await db
    .selectFrom('user_usage as u')
    .leftJoin('private.run as r', (join) =>
      join.onRef('r.payer_id', '=', 'u.id').on('r.ended_at', 'is', null),
    )
    .select([
      sql<number>`(u.token + u.payment_token - coalesce(sum(r.held_token), 0))::bigint`.as('tokens'),
      sql<number>`(u.image + u.payment_image - coalesce(sum(r.held_image), 0))::bigint`.as('images'),
    ])
    .where('u.id', '=', sql<string>`private.payer_of(${member}::uuid)`)
    .groupBy('u.id')
    .executeTakeFirst()
  return { tokens: row?.tokens ?? 0, images: row?.images ?? 0 }
}
