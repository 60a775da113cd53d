// Balances, through the functions of the database that are the only way to move them. Refusals come back as the catalogue's errors.
import { sql } from 'kysely'
import type { Querier } from '#server/outside/database.ts'
import { AppError } from '#shared/errors.ts'
import { dailyCaps } from '#shared/usage.ts'
import { callDatabase } from './call-database.ts'

type DayCap = { runs: number; tokens: number; images: number }
export type DailyCaps = { member: DayCap; site: DayCap }

export type GrantKind = 'sign_up' | 'invite' | 'review' | 'payment' | 'operator' | 'refund'

/** Gives tokens once per key. @returns false when the key was used before */
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
 * Sets aside the most that a run may spend, and with it the right to be the spender's only run.
 * @throws AppError request_in_progress, no_tokens, no_image_credits, user_or_usage_failed
 */
export async function holdUsage(
  db: Querier,
  hold: { spender: string; tokens: number; images: number; idempotencyKey: string; leaseSeconds: number },
): Promise<void> {
  await callDatabase(
    db,
    sql`select private.hold_usage(${hold.spender}::uuid, ${hold.tokens}::bigint, ${hold.images}::bigint, ${hold.idempotencyKey}, ${hold.leaseSeconds}::integer)`,
  )
}

/**
 * Counts the beginning of a run in the day of its member and of the site. Call it in the transaction that begins the run, which goes back when
 * this throws.
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

/** Asks the spender's run to end with what it has. @returns false when no such run is going */
export async function requestStop(db: Querier, hold: { run: string; spender: string }): Promise<boolean> {
  const asked = await db
    .updateTable('private.usage_hold')
    .set({ stop_requested_at: sql<string>`now()` })
    .where('run', '=', hold.run)
    .where('spender_id', '=', hold.spender)
    .executeTakeFirst()
  return asked.numUpdatedRows > 0n
}

/**
 * Ends a hold and charges what was used, never more than was held. Settling twice charges once.
 * @returns what was charged, or null when the hold was gone already
 */
export async function settleUsage(
  db: Querier,
  use: { idempotencyKey: string; tokens: number; images: number; toolUseId?: number; promptUseId?: number },
): Promise<{ token: number; image: number } | null> {
  const held = await db
    .selectFrom('private.usage_hold')
    .select('idempotency_key')
    .where('idempotency_key', '=', use.idempotencyKey)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return null
  const row = await callDatabase<{ token: number; image: number }>(
    db,
    sql`select token, image from private.settle_usage(${use.idempotencyKey}, ${use.tokens}::bigint, ${use.images}::bigint, ${use.toolUseId ?? null}::bigint, ${use.promptUseId ?? null}::bigint)`,
  )
  return row ?? null
}

/** Ends a hold and charges nothing. @returns false when it was gone already */
export async function releaseHold(db: Querier, idempotencyKey: string): Promise<boolean> {
  return (await settleUsage(db, { idempotencyKey, tokens: 0, images: 0 })) !== null
}

/** The idempotency key of the spender's current run, or null. */
export async function findHold(db: Querier, spender: string): Promise<string | null> {
  const row = await db
    .selectFrom('private.usage_hold')
    .select('idempotency_key')
    .where('spender_id', '=', spender)
    .executeTakeFirst()
  return row?.idempotency_key ?? null
}

/** What a settled hold was charged. */
export async function chargeOf(
  db: Querier,
  idempotencyKey: string,
): Promise<{ token: number; image: number }> {
  const { rows } = await sql<{ token: number; image: number }>`select
    (select coalesce(-sum(amount), 0)::bigint from public.token_history
      where idempotency_key in (${`${idempotencyKey}:token`}, ${`${idempotencyKey}:payment_token`})) as token,
    (select coalesce(-sum(amount), 0)::bigint from public.image_history
      where idempotency_key in (${`${idempotencyKey}:image`}, ${`${idempotencyKey}:payment_image`})) as image`.execute(
    db,
  )
  return rows[0]!
}

/** What a member can spend now, without what is set aside: of the own balance, or of the team's while a seat has effect. */
export async function availableBalance(
  db: Querier,
  member: string,
): Promise<{ tokens: number; images: number }> {
  const row = await db
    .selectFrom('user_usage as u')
    .leftJoin('private.usage_hold as h', 'h.user_id', 'u.id')
    .select([
      sql<number>`(u.token + u.payment_token - coalesce(sum(h.token), 0))::bigint`.as('tokens'),
      sql<number>`(u.image + u.payment_image - coalesce(sum(h.image), 0))::bigint`.as('images'),
    ])
    .where('u.id', '=', sql<string>`private.payer_of(${member}::uuid)`)
    .groupBy('u.id')
    .executeTakeFirst()
  return { tokens: row?.tokens ?? 0, images: row?.images ?? 0 }
}
