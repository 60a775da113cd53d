// Invariants of the database that hold at every moment, whatever was killed, stopped or sent twice. For a rule that a
// constraint or an index enforces, the check is that it exists. Each other rule has a query for the rows that break it.
// Each finding begins with its rule, I1 to I9 of docs/operating.md.
import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from '#server/adapters/database.ts'
import type { Tables } from '#server/adapters/tables.ts'

/** Listed rows of one kind. */
const namedMax = 20
/** A large library takes a full scan: longer than a request may take, shorter than a night. */
const secondsMax = 600

/**
 * Checks all invariants.
 * @returns one line for each finding, with its rule and its rows, at most twenty of a kind; none when all invariants
 * hold
 */
export async function fsck(db: Database): Promise<string[]> {
  return db.transaction().setAccessMode('read only').execute(findBrokenRules)
}

/** As `fsck`, as a part of the caller's transaction. */
export async function findBrokenRules(trx: Transaction<Tables>): Promise<string[]> {
  await sql`select set_config('statement_timeout', ${`${secondsMax}s`}, true)`.execute(trx)
  const findings: string[] = []
  for (const query of Object.values(queries)) {
    const { rows } = await sql<{ problem: string; more: number }>`
      select problem, greatest(count(*) over () - ${namedMax}::integer, 0) as more
      from (${query}) found order by problem limit ${namedMax}`.execute(trx)
    findings.push(...rows.map(({ problem }) => problem))
    const more = rows[0]?.more ?? 0
    if (more > 0) findings.push(`${rows[0]!.problem.slice(0, 2)}: ${more} more like these`)
  }
  return findings
}

/** For the nightly job. @throws Error with every finding, so that a dead letter describes the fault */
export async function requireSound(db: Database): Promise<void> {
  const findings = await fsck(db)
  if (findings.length > 0) throw new Error(findings.join('\n'))
}

/** Constraints and indexes that enforce a rule by their existence. */
const constraints = [
  ['I1', 'public.user_usage', 'user_usage_not_negative'],
  ['I1', 'public.token_history', 'token_history_once'],
  ['I1', 'public.image_history', 'image_history_once'],
  ['I1', 'public.token_history', 'token_history_sign'],
  ['I1', 'public.image_history', 'image_history_sign'],
  ['I2', 'private.payment', 'payment_once'],
  ['I2', 'public.payment_order', 'payment_order_once'],
  ['I6', 'public.user_alarm', 'user_alarm_once'],
  ['I7', 'public.prompt_like', 'prompt_like_once'],
  ['I7', 'public.prompt_action', 'prompt_action_once'],
] as const
const indexes = [
  ['I2', 'private.payment_one_done'],
  ['I9', 'private.run_one_live'],
  ['I9', 'public.payment_order_one_open'],
  ['I9', 'public.subscription_one_live'],
] as const

/** Tables whose rows are runs: each live one has a hold, which is its lease. */
const runTables = ['tool_use', 'tool_edit', 'prompt_use', 'keyword_search', 'tone_analysis'] as const

const queries = {
  missingConstraints: sql`
    select r.rule || ': constraint ' || r.name || ' of ' || r.of || ' is missing or not valid' as problem
    from unnest(${column(constraints, 0)}::text[], ${column(constraints, 1)}::text[], ${column(constraints, 2)}::text[]) as r (rule, of, name)
    where not exists (select from pg_constraint c where c.conname = r.name and c.conrelid = to_regclass(r.of) and c.convalidated)`,

  missingIndexes: sql`
    select r.rule || ': index ' || r.name || ' is missing or not valid' as problem
    from unnest(${column(indexes, 0)}::text[], ${column(indexes, 1)}::text[]) as r (rule, name)
    where not exists (select from pg_index i where i.indexrelid = to_regclass(r.name) and i.indisunique and i.indisvalid)`,

  disabledTriggers: sql`
    select 'I1: trigger ' || t.tgname || ' of ' || t.tgrelid::regclass || ' is switched off' as problem
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgenabled = 'D' and c.relnamespace::regnamespace::text in ('public', 'private')`,

  tokens: balances('tokens', 'token', 'token_history'),
  images: balances('images', 'image', 'image_history'),

  chargedFailures: sql`
    select 'I1: failed run ' || t.id || ' was charged ' || -h.amount || ' by ' || h.idempotency_key as problem from public.tool_use t
    join (select tool_use_id, idempotency_key, amount from public.token_history union all select tool_use_id, idempotency_key, amount from public.image_history) h
      on h.tool_use_id = t.id and h.idempotency_key like 'tool_use:' || t.id || ':' || t.attempt || ':%'
    where t.status = 'failed'`,

  holds: sql`
    select 'I1: runs of ' || u.id || ' hold ' || sum(r.held_token) || ' tokens and ' || sum(r.held_image) || ' images, the balance is '
      || u.token + u.payment_token || ' and ' || u.image + u.payment_image as problem
    from private.run r join public.user_usage u on u.id = r.payer_id where r.ended_at is null group by u.id
    having sum(r.held_token) > u.token + u.payment_token or sum(r.held_image) > u.image + u.payment_image`,

  paidOrders: sql`
    select 'I2: order ' || o.id || ' is ' || o.status || ' and has ' || count(p.id) || ' charges of ' || o.amount || ' won' as problem
    from public.payment_order o left join private.payment p on p.order_id = o.id and p.amount = o.amount
      and p.status = case o.status when 'PAID' then 'DONE' else 'CANCELED' end
    where o.status in ('PAID', 'REFUNDED') group by o.id having count(p.id) <> 1`,

  charges: sql`
    select 'I2: charge ' || p.code || ' is ' || p.status || ', its order ' || o.id || ' is ' || o.status as problem
    from private.payment p join public.payment_order o on o.id = p.order_id
    where (p.status = 'DONE' and o.status <> 'PAID') or (p.status = 'CANCELED' and o.status <> 'REFUNDED')`,

  gifts: sql`
    select 'I3: order ' || o.id || ' is ' || o.status || ' and gave ' || coalesce(t.amount, 0) || ' tokens and ' || coalesce(i.amount, 0)
      || ' images instead of ' || o.token || ' and ' || o.image as problem
    from public.payment_order o
    left join public.token_history t on t.idempotency_key = ${giftKey()} and t.user_id = o.user_id
    left join public.image_history i on i.idempotency_key = ${giftKey()} and i.user_id = o.user_id
    where o.status in ('PAID', 'REFUNDED') and (o.token, o.image) is distinct from (coalesce(t.amount, 0), coalesce(i.amount, 0))`,

  causes: sql`
    select 'I3: ' || h.amount || ' ' || h.what || ' of ' || h.user_id || ' (' || h.kind || ') have no origin: ' || h.idempotency_key as problem
    from (select 'tokens' as what, user_id, kind, amount, idempotency_key from public.token_history
      union all select 'images', user_id, kind, amount, idempotency_key from public.image_history) h
    where case h.kind
      when 'sign_up' then h.idempotency_key <> 'sign_up:' || h.user_id
      when 'payment' then not exists (select from public.payment_order o where o.user_id = h.user_id and o.status in ('PAID', 'REFUNDED')
        and o.id = ${numberIn('h.idempotency_key', 'order')})
      when 'invite' then not exists (select from private.invite i where i.rewarded_at is not null and h.user_id in (i.inviter_id, i.friend_id)
        and i.id = ${numberIn('h.idempotency_key', 'invite')})
      else false end`,

  leases: sql`
    select 'I4: the lease of ' || r.idempotency_key || ' ran out at ' || r.lease_until || ' and nobody has taken it over' as problem
    from private.run r where r.ended_at is null and r.lease_until < now() - interval '10 minutes'`,

  runs: sql.join(
    runTables.map(
      (table) => sql`
        select 'I4: ' || ${table} || ' ' || t.id || ' is ' || t.status || ' without a run' as problem
        from ${sql.table(`public.${table}`)} t where t.status in ('queued', 'running')
          and not exists (select from private.run r where r.kind = ${table} and r.subject_id = ${ownerOf(table)} and r.ended_at is null)`,
    ),
    sql` union all `,
  ),

  runsOfNothing: sql`
    select 'I4: run ' || r.idempotency_key || ' goes on and works on nothing' as problem from private.run r
    where r.ended_at is null and (r.kind, r.subject_id) not in (${sql.join(
      runTables.map(
        (table) =>
          sql`select ${table}, t.id from ${sql.table(`public.${table}`)} t where t.status in ('queued', 'running')`,
      ),
      sql` union all `,
    )})`,

  openCharges: sql`
    select 'I4: charge ' || p.code || ' is ' || o.status || ' since ' || p.created_at || ': look it up at the provider' as problem
    from private.payment p join public.payment_order o on o.id = p.order_id and o.try_number = p.try_number
    where o.status in ('CHARGING', 'UNKNOWN') and p.created_at < now() - interval '1 day'`,

  likes: sql`
    select 'I7: prompt ' || p.id || ' says ' || p.like_count || ' saves, there are ' || coalesce(l.count, 0) as problem
    from public.prompt p left join (select prompt_id, count(*) as count from public.prompt_like group by 1) l on l.prompt_id = p.id
    where p.like_count <> coalesce(l.count, 0)`,

  // Rows of views are deleted later, and new ones are counted a minute later: there may be fewer rows than the counter,
  // never more.
  views: sql`
    select 'I7: prompt ' || p.id || ' says ' || p.view_count || ' views, there are ' || v.count as problem
    from public.prompt p join (select prompt_id, count(*) as count from public.prompt_view group by 1) v on v.prompt_id = p.id
    where p.view_count + (select count(*) from private.prompt_engagement s
      where s.prompt_id = p.id and s.kind = 'view' and not s.is_counted) < v.count`,

  // Thanks stay counted after their member's deletion, and uses after their run's deletion: there may be fewer rows
  // than the counter, never more.
  thanks: sql`
    select 'I7: prompt ' || p.id || ' says ' || p.action_count || ' thanks, there are ' || a.count as problem
    from public.prompt p join (select prompt_id, count(*) as count from public.prompt_action group by 1) a on a.prompt_id = p.id
    where p.action_count < a.count`,
  uses: sql`
    select 'I7: prompt ' || p.id || ' says ' || p.use_count || ' uses, of these days alone there are ' || s.count as problem
    from public.prompt p join (select prompt_id, count(*) as count from private.prompt_engagement where kind = 'use' group by 1) s on s.prompt_id = p.id
    where p.use_count < s.count`,

  // A generated picture gets its owner a moment after its bytes, and a job deletes the files of a deleted account.
  ownerlessFiles: sql`
    select 'I8: file ' || o.bucket_id || '/' || o.name || ' belongs to nobody' as problem from storage.objects o
    where o.bucket_id in ('image', 'video', 'document') and o.created_at < now() - interval '1 day'
      and not exists (select from public."user" u where u.id::text = o.owner_id)
      and not exists (select from private.made_picture m where m.path = o.name)`,
  filesOfDeleted: sql`
    select 'I8: file ' || o.bucket_id || '/' || o.name || ' outlives its deleted account ' || u.id as problem
    from public."user" u join storage.objects o on o.owner_id = u.id::text
    where u.provider = 'deleted' and u.updated_at < now() - interval '1 day'
      and not exists (select from public.prompt p where p.user_id = u.id and right(p.photo, length(o.name)) = o.name)`,
  filesInTheWay: sql`
    select 'I8: file ' || f.bucket || '/' || f.path || ' is not needed since ' || f.queued_at || ' and still there' as problem
    from private.file_deletion_queue f where f.queued_at < now() - interval '1 day'`,
  missingFiles: sql`
    select 'I8: text ' || t.id || ' was written from ' || (f ->> 'path') || ', which is not there' as problem
    from public.tool_use t, jsonb_array_elements(case jsonb_typeof(t.request -> 'files') when 'array' then t.request -> 'files' else '[]' end) f
    where not exists (select from storage.objects o where o.bucket_id = 'document' and o.name = f ->> 'path')`,
} satisfies Record<string, RawBuilder<unknown>>

function column(rows: readonly (readonly string[])[], index: number): string[] {
  return rows.map((row) => row[index]!)
}

/** Compares both buckets of a balance with the sum of their own history. */
function balances(what: string, bucket: 'token' | 'image', history: `${'token' | 'image'}_history`) {
  const [free, paid] = [sql.ref(`u.${bucket}`), sql.ref(`u.payment_${bucket}`)]
  return sql`
    select 'I1: ' || ${what} || ' of ' || u.id || ' are ' || ${free} || ' and ' || ${paid} || ' paid, their history says '
      || coalesce(h.free, 0) || ' and ' || coalesce(h.paid, 0) as problem
    from public.user_usage u left join (
      select user_id, sum(amount) filter (where bucket = ${bucket}) as free, sum(amount) filter (where bucket = ${`payment_${bucket}`}) as paid
      from ${sql.table(`public.${history}`)} group by user_id) h on h.user_id = u.id
    where (${free}, ${paid}) is distinct from (coalesce(h.free, 0), coalesce(h.paid, 0)) or least(${free}, ${paid}) < 0`
}

/** The movement that grants a paid order. A year grants its other months later. */
function giftKey() {
  return sql`'order:' || o.id || case o.type when 'pack' then '' else ':month:1' end`
}

/** The number after the first word of an idempotency key; null without one, so that it matches no row. */
function numberIn(name: string, word: string) {
  return sql`substring(${sql.ref(name)} from ${`^${word}:([0-9]{1,18})(:|$)`})::bigint`
}

/** Parallel answers are one run, whose hold is that of the first. */
function ownerOf(table: (typeof runTables)[number]) {
  return table === 'prompt_use'
    ? sql`case when t.is_comparison then t.prompt_use_id else t.id end`
    : sql.ref('t.id')
}
