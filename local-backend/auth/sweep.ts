import type pg from 'pg'
import { codeOf } from '#backend/database.ts'

const sweepEveryMilliseconds = 10 * 60_000
/**
 * The maximum life of the product's session cookie (Chrome caps cookies at 400 days), after which no client can return.
 */
const idleSessionDays = 400
/** Used refresh tokens are stored this long, because reuse is detected only while they exist. */
const usedTokenDays = 30
const rowsPerSweepMax = 1_000

/** Deletes unusable rows. It is bounded and skips locked rows, so that it never blocks requests. */
export async function sweep(pool: pg.Pool): Promise<void> {
  await remove(
    pool,
    'sessions',
    'id',
    `coalesce(not_after < now(), false) or
     greatest(created_at, updated_at, refreshed_at at time zone 'utc') < now() - interval '${idleSessionDays} days'`,
  )
  await remove(
    pool,
    'refresh_tokens',
    'id',
    `revoked and updated_at < now() - interval '${usedTokenDays} days'`,
  )
  await remove(pool, 'one_time_tokens', 'id', `created_at < now() at time zone 'utc' - interval '1 day'`)
  await remove(pool, 'mfa_challenges', 'id', `created_at < now() - interval '1 day'`)
  await remove(pool, 'mfa_factors', 'id', `status = 'unverified' and created_at < now() - interval '1 day'`)
  await remove(pool, 'flow_state', 'id', `created_at < now() - interval '1 day'`)
  await remove(pool, 'oauth_client_states', 'id', `created_at < now() - interval '1 day'`)
}

async function remove(pool: pg.Pool, table: string, key: string, condition: string): Promise<void> {
  await pool.query(
    `delete from auth.${table} where ${key} in (
       select ${key} from auth.${table} where ${condition} limit ${rowsPerSweepMax} for update skip locked)`,
  )
}

/** Sweeps every ten minutes until stopped; a failure is logged, and the next round retries. */
export function startSweeping(pool: pg.Pool, log: (line: object) => void): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = sweep(pool).catch((error: unknown) =>
      log({ level: 'warn', event: 'sweep_failed', code: codeOf(error) }),
    )
  }, sweepEveryMilliseconds)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
