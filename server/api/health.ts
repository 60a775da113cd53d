// Liveness and readiness for load balancers and monitoring.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createSecurityHeaders } from '#server/security-headers.ts'

export const livePath = '/healthz'
const readyPath = '/readyz'
/** Concurrent callers share one query of the database for this time. */
const freshMs = 1_000
/** A slower database also makes people wait, so it counts as not ready. */
const patienceMs = 3_000
const retrySeconds = 5

type Readiness = { isReady: true } | { isReady: false; because: 'database' | 'migrations' }

/** No session, no cache, and no internals except which of two things is missing. */
export function healthRoutes({ config, database }: Pick<Dependencies, 'config' | 'database'>): Hono {
  const headers = {
    ...createSecurityHeaders(config, { isDevelopment: false }).other(),
    'cache-control': 'no-store',
  }
  const look = cacheFor(freshMs, () => within(patienceMs, findReadiness(database)))
  return new Hono()
    .get(livePath, (c) => c.json({ status: 'ok' }, 200, headers))
    .get(readyPath, async (c) => {
      const found = await look()
      if (found.isReady) return c.json({ status: 'ok' }, 200, headers)
      return c.json({ status: 'unavailable', because: found.because }, 503, {
        ...headers,
        'retry-after': String(retrySeconds),
      })
    })
}

/**
 * The migrations that this version needs. A database with more of them is ready too, until the newer version starts.
 */
const migrations = readdirSync(fileURLToPath(new URL('../../supabase/migrations', import.meta.url)))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, 14))

async function findReadiness(database: Database): Promise<Readiness> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from supabase_migrations.schema_migrations where version = any (${migrations})`.execute(
    database,
  )
  return rows[0]?.count === migrations.length ? { isReady: true } : { isReady: false, because: 'migrations' }
}

async function within(milliseconds: number, work: Promise<Readiness>): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined
  const noAnswer: Readiness = { isReady: false, because: 'database' }
  const late = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve(noAnswer), milliseconds)
  })
  try {
    return await Promise.race([work.catch(() => noAnswer), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Callers share one result while the check runs and for a moment longer. */
function cacheFor<Result>(milliseconds: number, look: () => Promise<Result>): () => Promise<Result> {
  let cache: { until: number; result: Promise<Result> } | null = null
  return () => {
    if (!cache || cache.until < Date.now()) cache = { until: Date.now() + milliseconds, result: look() }
    return cache.result
  }
}
