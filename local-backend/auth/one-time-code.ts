// Codes and links that are sent to an address and entered once. auth.one_time_tokens has them as keyed hashes.
import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { AuthError } from './auth-error.ts'

export type CodeType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'phone_change_token'

/** As on hosted Supabase: a code is valid for an hour, and the next one needs a minute's wait. */
const codeSeconds = 3600
const quietSeconds = 60

/** Marks a link whose client began with PKCE: it returns a code instead of a session. */
export const pkcePrefix = 'pkce_'

const sentColumns: Record<CodeType, string> = {
  confirmation_token: 'confirmation_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  recovery_token: 'recovery_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
  phone_change_token: 'phone_change_sent_at',
}

/**
 * Records the time of sending. Throws AuthError 429 when a code of this kind was sent less than a minute ago. Resolves
 * to the user's user_metadata.
 */
export async function markSent(
  client: pg.PoolClient,
  userId: string,
  type: CodeType,
): Promise<Record<string, unknown>> {
  const column = sentColumns[type]
  const { rows } = await client.query<{
    seconds_left: number | null
    user_metadata: Record<string, unknown>
  }>(
    `select ceil(extract(epoch from ${column} + make_interval(secs => $2) - now()))::int as seconds_left,
       coalesce(raw_user_meta_data, '{}') as user_metadata
     from auth.users where id = $1 for update`,
    [userId, quietSeconds],
  )
  const secondsLeft = rows[0]?.seconds_left ?? 0
  if (secondsLeft > 0) {
    const code = type === 'phone_change_token' ? 'over_sms_send_rate_limit' : 'over_email_send_rate_limit'
    throw new AuthError(
      429,
      code,
      `For security purposes, you can only request this after ${secondsLeft} seconds.`,
    )
  }
  await client.query(`update auth.users set ${column} = now(), updated_at = now() where id = $1`, [userId])
  return rows[0]?.user_metadata ?? {}
}

export type IssuedCode = { code: string; tokenHash: string }

/** Creates a code for `relatesTo` (an address or number) in place of an earlier one of the same type. */
export async function issueCode(
  client: pg.PoolClient,
  secret: string,
  input: { userId: string; type: CodeType; relatesTo: string; isPkce: boolean },
): Promise<IssuedCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const tokenHash = `${input.isPkce ? pkcePrefix : ''}${hashCode(secret, input.relatesTo, code)}`
  await client.query(
    `insert into auth.one_time_tokens as t (id, user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4, $5)
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), input.userId, input.type, tokenHash, input.relatesTo],
  )
  return { code, tokenHash }
}

export type TakenCode = { user_id: string; token_type: CodeType; relates_to: string }

/** Spends a code of one of these types; null when it is unknown, spent or older than an hour. */
export async function takeCode(
  client: pg.PoolClient,
  input: { tokenHash: string; types: readonly CodeType[] },
): Promise<TakenCode | null> {
  const bare = input.tokenHash.replace(pkcePrefix, '')
  const { rows } = await client.query<TakenCode & { is_current: boolean }>(
    `delete from auth.one_time_tokens where token_hash = any($1) and token_type = any($2::auth.one_time_token_type[])
     returning user_id, token_type, relates_to,
       created_at > now() at time zone 'utc' - make_interval(secs => $3) as is_current`,
    [[bare, pkcePrefix + bare], input.types, codeSeconds],
  )
  const row = rows[0]
  return row?.is_current ? row : null
}

/** For a failed delivery: deletes the code, so that the user may request another at once. */
export async function forgetCodes(pool: pg.Pool, userId: string, types: readonly CodeType[]): Promise<void> {
  const columns = [...new Set(types.map((type) => sentColumns[type]))]
  await pool.query(
    `with forgotten as (delete from auth.one_time_tokens where user_id = $1 and token_type = any($2::auth.one_time_token_type[]))
     update auth.users set ${columns.map((column) => `${column} = null`).join(', ')} where id = $1`,
    [userId, types],
  )
}

/**
 * Keyed, because six digits are easily guessed from a plain hash, and links contain the hash. Same format as GoTrue's.
 */
export function hashCode(secret: string, relatesTo: string, code: string): string {
  return createHmac('sha224', secret).update(`one-time-code:${relatesTo}:${code}`).digest('hex')
}
