// What a load balancer and whoever watches the product ask: whether this process lives, and whether it can answer people now.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createSecurityHeaders } from '#server/security-headers.ts'

export const livePath = '/healthz'
const readyPath = '/readyz'
/** Asked by many, the database is asked once in this time. */
const freshMs = 1_000
/** A database that takes longer keeps people waiting too. */
const patienceMs = 3_000
const retrySeconds = 5

type Readiness = { isReady: true } | { isReady: false; because: 'database' | 'migrations' }

/** No session, no cache, nothing of our inside but which of two things is missing. */
export function healthRoutes({ config, database }: Pick<Dependencies, 'config' | 'database'>): Hono {
  const headers = {
    ...createSecurityHeaders(config, { isDevelopment: false }).other(),
    'cache-control': 'no-store',
  }
  const look = keepFor(freshMs, () => within(patienceMs, findReadiness(database)))
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

/** Those that this version of the product works with; a database that knows more of them is ready too, until the newer version is here. */
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

/** One look serves all who ask while it goes on and a moment longer. */
function keepFor<Result>(milliseconds: number, look: () => Promise<Result>): () => Promise<Result> {
  let kept: { until: number; result: Promise<Result> } | null = null
  return () => {
    if (!kept || kept.until < Date.now()) kept = { until: Date.now() + milliseconds, result: look() }
    return kept.result
  }
}
