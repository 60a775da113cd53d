// The rows of auth.mfa_factors and auth.mfa_challenges, and the effects of their changes.
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type pg from 'pg'
import { codeOf } from '#backend/database.ts'
import { AuthError } from './auth-error.ts'
import { factorsJson, type AuthFactor } from './auth-user.ts'

export type FactorType = 'totp' | 'phone'

export type Factor = {
  id: string
  factor_type: FactorType
  status: 'verified' | 'unverified'
  secret: string | null
  phone: string | null
  last_used_step: string | null
  seconds_since_challenge: number | null
}

/** As in GoTrue: an unverified factor is replaceable after five minutes, and a challenge is open for the same time. */
const unverifiedSeconds = 300
const challengeSeconds = 300

/** The factors of a user, oldest first. */
export async function listFactors(pool: pg.Pool, userId: string): Promise<AuthFactor[]> {
  const { rows } = await pool.query<{ factors: AuthFactor[] | null }>(
    `select ${factorsJson} as factors from auth.mfa_factors f where f.user_id = $1`,
    [userId],
  )
  return rows[0]?.factors ?? []
}

export type NewFactor = {
  userId: string
  type: FactorType
  name: string
  secret: string | null
  phone: string | null
  factorsMax: number
}

/** Adds an unverified factor; resolves to its id. Throws AuthError too_many_enrolled_mfa_factors or a conflict. */
export async function addFactor(client: pg.PoolClient, input: NewFactor): Promise<string> {
  const { userId, type, name, secret, phone, factorsMax } = input
  // Locks the user, so that parallel enrolments cannot exceed the limit together.
  await client.query('select from auth.users where id = $1 for update', [userId])
  await client.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and (created_at < now() - make_interval(secs => $2) or phone = $3)`,
    [userId, unverifiedSeconds, phone],
  )
  const { rows } = await client.query<{ count: number; has_phone: boolean }>(
    `select count(*)::int as count, coalesce(bool_or(phone = $2), false) as has_phone from auth.mfa_factors where user_id = $1`,
    [userId, phone],
  )
  if (rows[0]?.has_phone) {
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  }
  if ((rows[0]?.count ?? 0) >= factorsMax) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  const id = randomUUID()
  try {
    await client.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
       values ($1, $2, $3, $4, 'unverified', now(), now(), $5, $6)`,
      [id, userId, name, type, secret, phone],
    )
  } catch (error) {
    if (codeOf(error) !== '23505') throw error
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
  }
  return id
}

/** Locks a factor of the user, which serializes parallel attempts. Throws AuthError mfa_factor_not_found. */
export async function lockFactor(client: pg.PoolClient, userId: string, factorId: string): Promise<Factor> {
  const isPossible = /^[0-9a-f-]{36}$/i.test(factorId)
  const found =
    isPossible &&
    (await client.query<Factor>(
      `select id, factor_type, status, secret, phone, last_used_step,
         extract(epoch from now() - last_challenged_at)::float8 as seconds_since_challenge
       from auth.mfa_factors where id = $1 and user_id = $2 for update`,
      [factorId, userId],
    ))
  const factor = found && found.rows[0]
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

/**
 * Creates a challenge; `codeHash` for a code that was sent. Resolves to GoTrue's response, expires_at in seconds since
 * 1970.
 */
export async function addChallenge(
  client: pg.PoolClient,
  input: { factor: Factor; address: string; codeHash: string | null },
): Promise<{ id: string; type: FactorType; expires_at: number }> {
  const { factor, address, codeHash } = input
  const { rows } = await client.query<{ id: string; expires_at: number }>(
    `with challenged as (update auth.mfa_factors set last_challenged_at = now() where id = $2)
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code) values ($1, $2, now(), $3, $4)
     returning id, ceil(extract(epoch from created_at + make_interval(secs => $5)))::float8 as expires_at`,
    [randomUUID(), factor.id, toAddress(address), codeHash, challengeSeconds],
  )
  const row = rows[0]
  if (!row) throw new Error('A challenge was not inserted.')
  return { id: row.id, type: factor.factor_type, expires_at: row.expires_at }
}

/** The hash of the code that was sent (null for totp) of an open challenge. Throws AuthError as GoTrue does. */
export async function readChallengeCode(
  client: pg.PoolClient,
  input: { factor: Factor; challengeId: string; address: string },
): Promise<string | null> {
  const isPossible = /^[0-9a-f-]{36}$/i.test(input.challengeId)
  const found =
    isPossible &&
    (await client.query<{ otp_code: string | null; is_fresh: boolean; is_ours: boolean }>(
      `select otp_code, created_at > now() - make_interval(secs => $4) as is_fresh,
         verified_at is null and ip_address = $3::inet as is_ours
       from auth.mfa_challenges where id = $1 and factor_id = $2`,
      [input.challengeId, input.factor.id, toAddress(input.address), challengeSeconds],
    ))
  const challenge = found && found.rows[0]
  if (!challenge)
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (!challenge.is_ours)
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  if (!challenge.is_fresh) {
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${input.challengeId} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return challenge.otp_code
}

/** Marks the factor as verified. Sessions without a second factor end, except the one that is about to be raised. */
export async function markVerified(
  client: pg.PoolClient,
  input: { factor: Factor; userId: string; sessionId: string; challengeId: string; step: number | null },
): Promise<void> {
  const { factor, userId, sessionId, challengeId, step } = input
  await client.query('update auth.mfa_challenges set verified_at = now(), otp_code = null where id = $1', [
    challengeId,
  ])
  await client.query(
    `update auth.mfa_factors set status = 'verified', last_used_step = coalesce($2, last_used_step), updated_at = now() where id = $1`,
    [factor.id, step],
  )
  await client.query(
    `delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') = 'aal1'`,
    [userId, sessionId],
  )
  await client.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2`,
    [userId, factor.factor_type],
  )
}

/** Removes a factor; sessions that it raised return to aal1. Throws AuthError mfa_factor_not_found. */
export async function deleteFactor(client: pg.PoolClient, userId: string, factorId: string): Promise<void> {
  await lockFactor(client, userId, factorId)
  await client.query('delete from auth.mfa_factors where id = $1', [factorId])
  await client.query(
    `with fallen as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where user_id = $1 and factor_id = $2 returning id
     )
     delete from auth.mfa_amr_claims where session_id in (select id from fallen) and authentication_method in ('totp', 'mfa/phone')`,
    [userId, factorId],
  )
}

function toAddress(address: string): string {
  return isIP(address) ? address : '0.0.0.0'
}
