// The ledger at size: the real queries on the table as it is, and on a copy that is partitioned by member.
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#scripts/engine/embedded-postgres.ts'
import { prepareBenchDatabase } from '#scripts/testing/bench-database.ts'
import { percentile } from './percentile.ts'

const partitions = 16
const rowsOfMember = 50
const rowsOfStatement = 500_000
const repeats = 40

type Layout = 'one table' | 'partitioned'
export type LedgerQuery = { what: string; p95: Record<Layout, number> }
export type LedgerFigures = {
  rows: number
  queries: LedgerQuery[]
  bytes: Record<Layout, number>
  plans: string
}

const tables: Record<Layout, string> = {
  'one table': 'public.token_history',
  partitioned: 'bench.token_history',
}

/**
 * As public.list_token_movements() queries: the member's own ones and those on a team's tokens, each from its index.
 */
const movements = (table: string, before: string): string =>
  `(select * from ${table} where user_id = $1 and id < ${before} and $2::text is not null order by id desc limit 31)
   union all
   (select * from ${table} where spender_id = $1 and spender_id <> user_id and id < ${before} order by id desc limit 31)
   order by id desc limit 31`

/** The queries of pages, runs and jobs. `$1` is a member, `$2` a key of that member. */
const queries: Record<string, (table: string) => string> = {
  "a page of a member's movements": (table) => movements(table, '9223372036854775807'),
  'a deep page of them': (table) => movements(table, `(select max(id) / 2 from ${table} where user_id = $1)`),
  'whether a key was used by its member': (table) =>
    `select exists (select from ${table} where user_id = $1 and idempotency_key = $2)`,
  'what a run cost, by its key alone': (table) =>
    `select coalesce(-sum(amount), 0) from ${table} where idempotency_key in ($2 || ':token', $2) and $1::uuid is not null`,
  'what a team member spent in a month': (table) =>
    `select coalesce(-sum(amount), 0) from ${table} where user_id = $1 and spender_id = $1 and kind in ('use', 'refund')
     and created_at >= now() - interval '1 month' and $2::text is not null`,
}

/** @param rows of the ledger; fifty for each member */
export async function measureLedger(dataIn: string, rows: number): Promise<LedgerFigures> {
  const postgres = await startPostgres({ folder: join(dataIn, 'ledger') })
  try {
    await prepareBenchDatabase(postgres.adminUrl)
    const client = new pg.Client({ connectionString: postgres.adminUrl })
    await client.connect()
    try {
      await fill(client, rows)
      return await measure(client, rows)
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
  }
}

/** Filled by set-based statements, without triggers and foreign keys, because only reads are measured. */
async function fill(client: pg.Client, rows: number): Promise<void> {
  await client.query(`set session_replication_role = replica`)
  await client.query('create schema bench')
  await client.query(
    `create table bench.member as select row_number() over () as n, gen_random_uuid() as id from generate_series(1, $1::integer)`,
    [Math.ceil(rows / rowsOfMember)],
  )
  await client.query('create unique index on bench.member (n)')
  await client.query(`create table bench.token_history (like public.token_history including defaults including constraints including identity)
    partition by hash (user_id)`)
  for (let part = 0; part < partitions; part++)
    await client.query(
      `create table bench.token_history_${part} partition of bench.token_history for values with (modulus ${partitions}, remainder ${part})`,
    )
  for (const index of [
    'unique (user_id, id)',
    'unique (user_id, idempotency_key)',
    '(idempotency_key)',
    '(spender_id, id desc)',
    'using brin (created_at)',
  ])
    await client.query(
      index.startsWith('unique')
        ? `create unique index on bench.token_history ${index.slice('unique '.length)}`
        : `create index on bench.token_history ${index}`,
    )
  // Movements of one member are far apart in the table, as after years of use.
  for (let first = 0; first < rows; first += rowsOfStatement)
    await client.query(
      `insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key, created_at)
       select m.id, m.id, 'use', 'token', -100, 0, 'tool_use:' || g || ':1:token', now() - make_interval(secs => ($3 - g) * 20)
       from generate_series($1::bigint, $2::bigint) g join bench.member m on m.n = 1 + g % $4`,
      [first, Math.min(first + rowsOfStatement, rows) - 1, rows, Math.ceil(rows / rowsOfMember)],
    )
  await client.query(
    'insert into bench.token_history overriding system value select * from public.token_history',
  )
  await client.query('vacuum analyze public.token_history')
  await client.query('vacuum analyze bench.token_history')
}

async function measure(client: pg.Client, rows: number): Promise<LedgerFigures> {
  const { rows: samples } = await client.query<{ user_id: string; idempotency_key: string }>(
    `select user_id, idempotency_key from public.token_history where id % $1 = 0 limit ${repeats}`,
    [Math.max(1, Math.floor(rows / repeats))],
  )
  const figures: LedgerQuery[] = []
  const plans: string[] = []
  for (const [what, query] of Object.entries(queries)) {
    const p95 = {} as LedgerQuery['p95']
    for (const layout of Object.keys(tables) as Layout[]) {
      const text = query(tables[layout])
      const times: number[] = []
      for (const { user_id: member, idempotency_key: key } of [...samples, ...samples]) {
        const startedAt = performance.now()
        await client.query(text, [member, key])
        times.push(performance.now() - startedAt)
      }
      // The first round warms the cache.
      p95[layout] = percentile(times.slice(samples.length), 0.95)
      plans.push(`## ${what}, ${layout}\n${await explain(client, text, samples[0]!)}`)
    }
    figures.push({ what, p95 })
  }
  return {
    rows,
    queries: figures,
    bytes: {
      'one table': await sizeOf(client, 'public.token_history'),
      partitioned: await sizeOf(client, 'bench.token_history'),
    },
    plans: plans.join('\n\n'),
  }
}

async function explain(
  client: pg.Client,
  text: string,
  sample: { user_id: string; idempotency_key: string },
): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, timing off, summary off) ${text}`,
    [sample.user_id, sample.idempotency_key],
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

async function sizeOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(relid))::text as bytes from pg_partition_tree($1)
     union all select pg_total_relation_size($1::regclass)::text where not exists (select from pg_partition_tree($1) where level > 0)
     order by 1 desc nulls last limit 1`,
    [table],
  )
  return Number(rows[0]!.bytes)
}

/** The figures for readers. */
export function describeLedger({ rows, queries: figures, bytes }: LedgerFigures, when: Date): string {
  const megabytes = (layout: Layout) => `${Math.round(bytes[layout] / 1_048_576)} MB`
  return [
    `# The ledger at ${rows.toLocaleString('en-US')} rows`,
    '',
    `Measured on ${when.toISOString().slice(0, 10)} by \`node scripts/bench.ts ledger ${rows}\`; milliseconds at the 95th percentile of ${repeats} members, after a first round. Every`,
    `member has ${rowsOfMember} movements, which lie far apart in the table. The partitioned copy has ${partitions} hash partitions by member. Plans: [ledger-plans.txt](ledger-plans.txt).`,
    '',
    '| | one table | partitioned |',
    '| --- | ---: | ---: |',
    ...figures.map(
      ({ what, p95 }) => `| ${what} | ${p95['one table'].toFixed(1)} | ${p95.partitioned.toFixed(1)} |`,
    ),
    `| size with indexes | ${megabytes('one table')} | ${megabytes('partitioned')} |`,
    '',
    'The table stays one for now: every query is as fast as on the copy. Its keys begin with the member, so that it can be partitioned without a change',
    'of any query once vacuum or index builds on one table take too long. A key asked for without its member looks into every partition.',
    '',
  ].join('\n')
}
