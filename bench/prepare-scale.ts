// Creates a database of many members and rows, as after years of use, in minutes. It uses set-based statements without
// triggers, and creates the indexes at the end.
import pg from 'pg'
import { prepareBenchDatabase } from '#scripts/testing/bench-database.ts'
import { ledgerFillings, promptFillings } from './scale-ledger.ts'
import { fillings, planScale, prepareFunctions, type Filling, type ScalePlan } from './scale-rows.ts'

const rowsOfStatement = 500_000
const workers = 2

/** The indexes of these tables are created after their rows; for all others, updating them costs little. */
const largeTables = [
  'public.token_history',
  'public.image_history',
  'public.statistic_log',
  'private.run',
  'private.run_event',
  'public.user_alarm',
  'public.tool_use',
  'public.tool_use_version',
  'public.tool_edit',
  'public.prompt_use',
  'public.prompt_view',
  'public.prompt',
  'private.prompt_search',
  'public.keyword_search',
]

export type ScaleSite = {
  plan: ScalePlan
  /** A superuser's connection. */
  admin: pg.Client
  seconds: { rows: number; indexes: number; vacuum: number }
}

export async function prepareScale(adminUrl: string, members: number, rows: number): Promise<ScaleSite> {
  await prepareBenchDatabase(adminUrl)
  const plan = planScale(members, rows)
  const admin = await connect(adminUrl)
  const startedAt = performance.now()
  // Durability is off: the database has no other data, and a killed bench starts again.
  for (const setting of [
    'fsync = off',
    'full_page_writes = off',
    'synchronous_commit = off',
    'autovacuum = off',
  ])
    await admin.query(`alter system set ${setting}`)
  await admin.query('select pg_reload_conf()')
  await admin.query(prepareFunctions(plan))
  const indexes = await dropIndexes(admin)
  const ledger = ledgerFillings(plan)
  const prompts = promptFillings(plan)
  const others = fillings(plan)
  // The ledger refers to members and texts, which therefore come first.
  const isFirst = ({ table }: Filling) => table === 'public."user"' || table === 'public.tool_use'
  await inParallel(adminUrl, [others.filter(isFirst).slice(0, 1), others.filter(isFirst).slice(1)])
  await inParallel(adminUrl, [
    ledger,
    prompts,
    ...others.filter((filling) => !isFirst(filling)).map((filling) => [filling]),
  ])
  await advanceSequences(admin)
  const filledAt = performance.now()
  await inParallel(
    adminUrl,
    indexes.map((text) => [{ table: '', from: 0, to: 0, text }]),
  )
  const indexedAt = performance.now()
  await admin.query('vacuum analyze')
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await admin.query(`alter system reset ${setting}`)
  await admin.query('select pg_reload_conf()')
  await admin.query('checkpoint')
  const seconds = {
    rows: (filledAt - startedAt) / 1000,
    indexes: (indexedAt - filledAt) / 1000,
    vacuum: (performance.now() - indexedAt) / 1000,
  }
  await admin.query('create table bench.made as select $1::jsonb as plan, $2::jsonb as seconds', [
    JSON.stringify(plan),
    JSON.stringify(seconds),
  ])
  return { plan, admin, seconds }
}

/** The data of an earlier run in this folder, or null. */
export async function openScale(adminUrl: string): Promise<ScaleSite | null> {
  const admin = await connect(adminUrl)
  const { rows: found } = await admin.query<{ table: string | null }>(
    `select to_regclass('bench.made')::text as table`,
  )
  if (found[0]?.table) {
    const { rows } = await admin.query<Pick<ScaleSite, 'plan' | 'seconds'>>(
      'select plan, seconds from bench.made',
    )
    return { admin, ...rows[0]! }
  }
  await admin.end()
  return null
}

async function connect(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  return client
}

/** Each list in its order, two lists at a time: as many as the smallest machine has cores. */
async function inParallel(adminUrl: string, lists: Filling[][]): Promise<void> {
  const waiting = [...lists]
  const work = async () => {
    const client = await connect(adminUrl)
    try {
      await client.query('set session_replication_role = replica')
      await client.query(`set maintenance_work_mem = '1GB'`)
      await client.query(`set work_mem = '256MB'`)
      await client.query('set max_parallel_maintenance_workers = 0')
      await client.query('set max_parallel_workers_per_gather = 0')
      for (let list = waiting.shift(); list; list = waiting.shift())
        for (const filling of list) await fill(client, filling)
    } finally {
      await client.end()
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

async function fill(client: pg.Client, { table, from, to, text }: Filling): Promise<void> {
  const startedAt = performance.now()
  if (!text.includes('$1')) await client.query(text)
  else
    for (let first = from; first <= to; first += rowsOfStatement)
      await client.query(text, [first, Math.min(first + rowsOfStatement - 1, to)]).catch((cause: unknown) => {
        throw new Error(`${table} could not be filled`, { cause })
      })
  const seconds = (performance.now() - startedAt) / 1000
  if (seconds > 5) console.log(`  ${table || text.slice(0, 100)}: ${seconds.toFixed(0)} s`)
}

/**
 * @returns the statements that create the keys and indexes again, those of the largest table first. Targets of foreign
 * keys stay.
 */
async function dropIndexes(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ drop: string; make: string }>(
    `select case when c.oid is null then 'drop index ' || i.indexrelid::regclass else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
       case when c.oid is null then pg_get_indexdef(i.indexrelid) else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make
     from pg_index i
       left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)
     order by array_position($1::regclass[], i.indrelid::regclass), i.indexrelid`,
    [largeTables],
  )
  for (const { drop } of rows) await admin.query(drop)
  return rows.map(({ make }) => make)
}

/** Rows with explicit numbers do not advance the sequences. */
async function advanceSequences(admin: pg.Client): Promise<void> {
  for (const table of [
    'public.tool_use',
    'public.prompt_use',
    'public.prompt',
    'public.subscription',
    'private.invite',
    'private.run',
  ])
    await admin.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
}
