// A large site: the queries of pages, for many members, and those of the nightly jobs. With its own folder the data are
// reused.
import { join } from 'node:path'
import { totalmem } from 'node:os'
import type pg from 'pg'
import { chooseSharedBuffersMegabytes, startPostgres } from '#scripts/engine/embedded-postgres.ts'
import { percentile, weightedPercentile } from './percentile.ts'
import { openScale, prepareScale, type ScaleSite } from './prepare-scale.ts'
import { measureJobs, type JobFigure } from './scale-jobs.ts'
import { scaleQueries } from './scale-queries.ts'
import type { Actor, Sample, ScaleQuery } from './scale-query.ts'
import { heavyMembers, operator, shareOfHeavy, teamOwner, teamSeats } from './scale-rows.ts'

/** Of the crowd, next to the heaviest members. */
const crowdSampled = 32
const forAllSampled = 10
const rounds = 3
/** Enough time to measure a slow query. */
const secondsPerQueryMax = 40
export const queryMsMax = 20

export type QueryFigure = Pick<ScaleQuery, 'page' | 'what' | 'as'> & {
  members: number
  p50: number
  /** Per request: each member's time is weighted by that member's number of requests. */
  p95: number
  /** Of the member for whom it takes longest, who as a rule has most. */
  worst: number
  failure: string | null
}
export type TableSize = { table: string; rows: number; heap: number; indexes: number; toast: number }
export type ScaleFigures = {
  site: Pick<ScaleSite, 'plan' | 'seconds'>
  memory: { total: number; sharedBuffersMegabytes: number }
  queries: QueryFigure[]
  jobs: JobFigure[]
  tables: TableSize[]
  bytes: number
  plans: string
}

/** @param folder stores the data when it outlives the bench: a second run then measures without filling */
export async function measureScale(folder: string, members: number, rows: number): Promise<ScaleFigures> {
  const postgres = await startPostgres({ folder: join(folder, 'scale') })
  try {
    const site =
      (await openScale(postgres.adminUrl)) ?? (await prepareScale(postgres.adminUrl, members, rows))
    try {
      const tables = await readSizes(site.admin)
      const { figures: queries, plans } = await measureQueries(site)
      const jobs = await measureJobs(site.admin, postgres.adminUrl, site.plan.members)
      const { rows: size } = await site.admin.query<{ bytes: string }>(
        'select pg_database_size(current_database())::text as bytes',
      )
      return {
        site: { plan: site.plan, seconds: site.seconds },
        memory: { total: totalmem(), sharedBuffersMegabytes: chooseSharedBuffersMegabytes() },
        queries,
        jobs,
        tables,
        bytes: Number(size[0]!.bytes),
        plans,
      }
    } finally {
      await site.admin.end()
    }
  } finally {
    await postgres.stop()
  }
}

async function readSizes(admin: pg.Client): Promise<TableSize[]> {
  const { rows } = await admin.query<Record<keyof TableSize, string>>(
    `select n.nspname || '.' || c.relname as table, greatest(c.reltuples, 0)::bigint as rows, pg_relation_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes,
       pg_total_relation_size(c.oid) - pg_relation_size(c.oid) - pg_indexes_size(c.oid) as toast
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage') order by pg_total_relation_size(c.oid) desc`,
  )
  return rows.map((row) => ({
    table: row.table,
    rows: Number(row.rows),
    heap: Number(row.heap),
    indexes: Number(row.indexes),
    toast: Number(row.toast),
  }))
}

async function sampleMembers({ admin, plan }: ScaleSite): Promise<Sample[]> {
  const crowd = Array.from({ length: crowdSampled }, (_, index) => {
    const n = 1000 + Math.floor(((plan.members - 2000) * (index + 0.5)) / crowdSampled)
    // Blocked and deleted members send no requests.
    return n % 500 >= 498 ? n + 5 : n
  })
  const { rows } = await admin.query<Sample>(
    `select n::integer as n, m.id as member, md5('session ' || n)::uuid as session,
       t.ids[(cardinality(t.ids) + 1) / 2] as text, t.ids[1:10] as texts,
       (select v.tool_use_id::integer from public.tool_use_version v where v.tool_use_id = any (t.ids) limit 1) as versioned,
       md5('share ' || (n / 200 * 200 + 41))::uuid as share,
       u.ids[(cardinality(u.ids) + 1) / 2] as conversation, u.ids[1:10] as conversations,
       (select p.id::integer from public.prompt p where p.user_id = m.id limit 1) as "ownPrompt",
       (select p.id::integer from public.prompt p where p.is_show and p.user_id <> m.id and p.id > n % ${plan.prompts} order by p.id limit 1) as prompt,
       (select percentile_disc(0.5) within group (order by a.id)::integer from public.user_alarm a where a.user_id = m.id) as alarm,
       (select percentile_disc(0.5) within group (order by h.id)::integer from public.token_history h where h.user_id = m.id) as movement,
       (select max(o.id)::integer from public.payment_order o where o.user_id = m.id) as "order"
     from unnest($1::bigint[]) n cross join lateral (select bench.member(n) as id) m
       cross join lateral (select coalesce(array_agg(x.id::integer order by x.id desc), '{}') as ids from public.tool_use x where x.user_id = m.id and x.status = 'done' and x.deleted_at is null) t
       cross join lateral (select coalesce(array_agg(x.id::integer order by x.id desc), '{}') as ids from public.prompt_use x where x.user_id = m.id and x.prompt_use_id is null) u`,
    [[...heavyMembers, teamOwner, teamSeats[0], 20, 53, 86, ...crowd]],
  )
  return rows
}

async function measureQueries(site: ScaleSite): Promise<{ figures: QueryFigure[]; plans: string }> {
  const { admin } = site
  const samples = await sampleMembers(site)
  const figures: QueryFigure[] = []
  const plans: string[] = []
  await startPlans(admin, plans)
  for (const query of scaleQueries) {
    const figure = await measureQuery(admin, query, samples)
    figures.push(figure)
    console.log(
      `  ${query.page}, ${query.what}: ${figure.p50.toFixed(1)}, ${figure.p95.toFixed(1)} ms${figure.failure ? `, ${figure.failure}` : ''}`,
    )
    plans.push(`## ${query.page}: ${query.what} (${query.as})`)
    await explain(admin, query, samples[0]!, figure.p95 >= queryMsMax)
  }
  return { figures, plans: plans.join('\n\n') }
}

/** Members send requests in proportion to the rows that bench.whose() gave them. */
const shareOfRequests = (n: number): number =>
  n <= Math.max(...heavyMembers, teamOwner, ...teamSeats)
    ? shareOfHeavy
    : (1 - shareOfHeavy * (heavyMembers.length + 2)) / crowdSampled

/** Every member in each round; of each the better of the rounds after the first, because other programs disturb whole seconds at a time. */
async function measureQuery(admin: pg.Client, query: ScaleQuery, samples: Sample[]): Promise<QueryFigure> {
  const asked = samples
    .filter((sample) => query.values?.(sample).every((value) => value !== null) ?? true)
    .slice(0, query.isForAll ? forAllSampled : undefined)
  const best = new Map<Sample, number>()
  const deadline = performance.now() + secondsPerQueryMax * 1000
  let failure: string | null = asked.length === 0 ? 'nobody has this' : null
  for (let round = 0; round < rounds; round++)
    for (const sample of asked) {
      if (round > 1 && performance.now() > deadline) continue
      try {
        const ms = await ask(admin, query, sample)
        if (round > 0) best.set(sample, Math.min(ms, best.get(sample) ?? Number.POSITIVE_INFINITY))
      } catch (error) {
        failure = `member ${sample.n}: ${(error as Error).message}`
        await admin.query('rollback')
      }
    }
  const times = [...best.values()]
  const weights = [...best.keys()].map(({ n }) => (query.isForAll ? 1 : shareOfRequests(n)))
  return {
    page: query.page,
    what: query.what,
    as: query.as,
    members: times.length,
    p50: percentile(times, 0.5),
    p95: weightedPercentile(times, weights, 0.95),
    worst: percentile(times, 1),
    failure,
  }
}

const roles: Record<Actor, string> = {
  visitor: 'anon',
  member: 'authenticated',
  operator: 'authenticated',
  server: 'postgres',
}

const claimsOf = (actor: Actor, sample: Sample, admins: { member: string; session: string }): object => {
  if (actor === 'operator')
    return { role: 'authenticated', sub: admins.member, aal: 'aal2', session_id: admins.session }
  if (actor === 'member')
    return { role: 'authenticated', sub: sample.member, aal: 'aal1', session_id: sample.session }
  return { role: roles[actor] }
}

/** In a transaction that is rolled back, with what its end would check. @returns milliseconds of the statement alone */
async function ask(admin: pg.Client, query: ScaleQuery, sample: Sample): Promise<number> {
  const { rows } = await admin.query<{ member: string; session: string }>(
    `select bench.member($1) as member, md5('session ' || $1)::uuid as session`,
    [operator],
  )
  await admin.query('begin')
  const values = query.values?.(sample)
  if (query.before) {
    await admin.query('set local role postgres')
    await admin.query(query.before, values)
  }
  await admin.query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify(claimsOf(query.as, sample, rows[0]!)),
  ])
  await admin.query(`set local role ${roles[query.as]}`)
  const startedAt = performance.now()
  await admin.query(query.text, values)
  await admin.query('set constraints all immediate')
  const ms = performance.now() - startedAt
  await admin.query('rollback')
  return ms
}

/** Postgres logs its plans, also of statements inside functions (auto_explain). */
async function startPlans(admin: pg.Client, plans: string[]): Promise<void> {
  admin.on('notice', ({ message }) => {
    if (message?.includes('Query Text')) plans.push(shorten(message))
  })
  await admin.query(`load 'auto_explain'`)
  for (const setting of [
    'auto_explain.log_analyze = on',
    'auto_explain.log_buffers = on',
    'auto_explain.log_timing = off',
    `auto_explain.log_level = 'notice'`,
  ])
    await admin.query(`set ${setting}`)
}

/** Of slow ones every statement inside that takes a millisecond. */
async function explain(admin: pg.Client, query: ScaleQuery, sample: Sample, isSlow: boolean): Promise<void> {
  await admin.query(`set auto_explain.log_nested_statements = ${isSlow ? 'on' : 'off'}`)
  await admin.query(`set auto_explain.log_min_duration = ${isSlow ? 1 : 0}`)
  await ask(admin, query, sample).catch(() => admin.query('rollback'))
  await admin.query('set auto_explain.log_min_duration = -1')
}

/** Texts of queries and lists of ids are long; the plan is what matters. */
const shorten = (message: string): string =>
  message
    .split('\n')
    .map((line) => line.slice(0, 200))
    .slice(0, 80)
    .join('\n')
