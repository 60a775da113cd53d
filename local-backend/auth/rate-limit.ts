import { createHmac } from 'node:crypto'
import type pg from 'pg'

export type RateLimits = {
  /** Sign-in starts and returns (authorize, callback) per address in five minutes. */
  signIn: number
  /** Token exchanges and refreshes per address in five minutes. GoTrue allows 150; a whole office may share an address. */
  token: number
  /** Changes of the own account and disabled methods (sso ...) per address in five minutes. */
  account: number
  /** Calls that create accounts or send something (signup, otp, recover, resend) per address in five minutes. */
  send: number
  /** Attempts of passwords and codes per address in five minutes. */
  attempt: number
  /** Attempts of passwords and codes for one account or factor in five minutes, from all addresses. */
  guess: number
  /** E-mails or text messages to one recipient in five minutes. */
  delivery: number
  /** Uploads and changes of files per member, else per address, in five minutes. */
  fileWrite: number
  /** All calls of storage per member, else per address, in five minutes. Each process counts for itself. */
  file: number
  /** Calls of rest per member, else per address, in five minutes. Each process counts for itself. */
  rest: number
}

export const defaultRateLimits: RateLimits = {
  signIn: 600,
  token: 1_800,
  account: 600,
  send: 60,
  attempt: 120,
  guess: 10,
  delivery: 6,
  fileWrite: 600,
  file: 6_000,
  rest: 6_000,
}

const windowSeconds = 300

export type RateLimiter = {
  /** Counts one call; resolves to the seconds to wait above the window's limit, else null. */
  count(bucket: keyof RateLimits, subject: string): Promise<number | null>
  /** Resets the count. */
  forget(bucket: keyof RateLimits, subject: string): Promise<void>
}

/**
 * Fixed windows in auth.rate_limits, so that several processes share one count. Addresses and accounts are stored as
 * keyed hashes.
 */
export function createRateLimiter(pool: pg.Pool, secret: string, limits: RateLimits): RateLimiter {
  const keyOf = (bucket: keyof RateLimits, subject: string) =>
    `${bucket}:${createHmac('sha256', secret).update(subject).digest('base64url')}`
  return {
    async count(bucket, subject) {
      const key = keyOf(bucket, subject)
      const { rows } = await pool.query<{ count: number; seconds_left: number }>({
        name: 'count-call',
        text: `with swept as (
                 delete from auth.rate_limits
                 where random() < 0.01 and window_started_at < now() - make_interval(secs => $2) and key <> $1
               )
               insert into auth.rate_limits as r (key, window_started_at, count) values ($1, now(), 1)
               on conflict (key) do update set
                 count = case when r.window_started_at < now() - make_interval(secs => $2) then 1 else r.count + 1 end,
                 window_started_at =
                   case when r.window_started_at < now() - make_interval(secs => $2) then now() else r.window_started_at end
               returning count,
                 ceil(extract(epoch from window_started_at + make_interval(secs => $2) - now()))::int as seconds_left`,
        values: [key, windowSeconds],
      })
      const row = rows[0]
      return row && row.count > limits[bucket] ? Math.max(1, row.seconds_left) : null
    },
    async forget(bucket, subject) {
      await pool.query('delete from auth.rate_limits where key = $1', [keyOf(bucket, subject)])
    },
  }
}
