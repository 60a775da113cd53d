// The database queries of the jobs in server/job-map.ts, without their calls to other services.
import type pg from 'pg'
import { connectDatabase } from '#server/adapters/database.ts'
import { fsck } from '#server/fsck.ts'
import { retentionDays } from '#shared/retention.ts'

/** The limit of connectDatabase() for one statement; the rules of fsck.ts have their own. */
const statementSecondsMax = 30
const ruleSecondsMax = 600

export type JobFigure = {
  job: string
  what: string
  /** The number of rows, or null where rows say nothing. */
  done: number | null
  statements: number
  seconds: number
  slowestMs: number
  limitSeconds: number
  failure: string | null
}

type Step = {
  job: string
  what: string
  text: string
  /** Again, as the job does, while the first column of the first row is this much; a number of times otherwise. */
  whileFull?: number
  times?: number
}

/** The batch of server/jobs/purge-rows.ts. */
const purgeBatch = 10_000
const claimedAtOnce = 20

const steps: Step[] = [
  {
    job: 'refresh-trend-scores',
    what: 'all that waits',
    text: 'select private.refresh_trend_scores(20000)',
    whileFull: 20_000,
  },
  {
    job: 'refresh-trend-scores',
    what: 'when nothing waits',
    text: 'select private.refresh_trend_scores(20000)',
  },
  { job: 'forget-prompt-engagement', what: 'of a day', text: 'select private.purge_prompt_engagement()' },
  {
    job: 'forget-idempotency-keys',
    what: 'of a day',
    text: `delete from private.idempotent_request where created_at < now() - interval '1 day'`,
  },
  {
    job: 'mark-dormant',
    what: 'of a day',
    text: 'select private.mark_dormant(1000)',
    whileFull: 1000,
  },
  {
    job: 'forget-deletions',
    what: 'of a day',
    text: 'delete from private.deletion_token where expires_at < now()',
  },
  { job: 'sum-up-statistics', what: 'of a day', text: 'select private.sum_up_statistics()' },
  { job: 'sum-up-statistics', what: 'a second time', text: 'select private.sum_up_statistics()' },
  ...Object.entries(retentionDays).map(([kind, days]) => ({
    job: 'purge-rows',
    what: kind.replaceAll('_', ' '),
    text: `select private.purge_rows('${kind}', ${days}, ${purgeBatch})`,
    whileFull: purgeBatch,
  })),
  {
    job: 'purge-rows',
    what: 'visits, when none is old',
    text: `select private.purge_rows('visits', ${retentionDays.visits}, ${purgeBatch})`,
  },
  {
    job: 'purge-rows',
    what: 'alarms, when none is old',
    text: `select private.purge_rows('alarms', ${retentionDays.alarms}, ${purgeBatch})`,
  },
  {
    job: 'forget-keyword-reports',
    what: 'of an hour and more',
    text: `delete from private.keyword_report where read_at < now() - make_interval(hours => 48)`,
  },
  { job: 'remove-due-factors', what: 'looks', text: 'select private.list_due_factor_removals()' },
  {
    job: 'sweep-texts',
    what: 'deleted texts',
    text: `delete from public.tool_use where deleted_at < now() - make_interval(days => 30)`,
  },
  ...['document', 'image', 'video'].flatMap((bucket) => [
    {
      job: 'sweep-texts',
      what: `queued files that are needed, ${bucket}`,
      text: `delete from private.file_deletion_queue f where f.bucket = '${bucket}' and private.needs_file(f.user_id, f.bucket, f.path)`,
    },
    {
      job: 'sweep-texts',
      what: `queued files that are not, ${bucket}`,
      text: `with f as (select f.path from private.file_deletion_queue f where f.bucket = '${bucket}' and not private.needs_file(f.user_id, f.bucket, f.path) order by f.queued_at limit 100),
        gone as (delete from private.file_deletion_queue q using f where q.path = f.path returning 1) select count(*)::int from gone`,
      whileFull: 100,
    },
  ]),
  {
    job: 'sweep-texts',
    what: 'files that no request names',
    text: 'select private.enqueue_unnamed_files(100)',
  },
  {
    job: 'sweep-texts',
    what: 'pictures of a week ago',
    text: 'select private.enqueue_unused_pictures(100)',
    whileFull: 100,
  },
  {
    job: 'renew-subscriptions',
    what: 'claims of 200 due periods',
    text: 'select private.claim_renewal(120)',
    times: 200,
  },
  {
    job: 'run-subscription-cycle',
    what: 'ends and months, 200 each at most',
    text: 'select count(*) from private.run_subscription_cycle()',
    times: 4,
  },
  {
    job: 'run-subscription-cycle',
    what: 'when nothing is due',
    text: 'select count(*) from private.run_subscription_cycle()',
  },
  {
    job: 'settle-payments',
    what: 'charges to look up',
    text: 'select private.take_unknown_order(120)',
    times: 50,
  },
  { job: 'settle-payments', what: 'refunds', text: 'select * from private.take_refund(120)' },
  {
    job: 'send-emails',
    what: 'a claim when none is due',
    text: `select * from private.claim_emails(${claimedAtOnce})`,
  },
  {
    job: 'announce-notices',
    what: 'e-mails of one notice',
    text: 'select private.announce_notices()',
    whileFull: 1,
  },
  {
    job: 'send-emails',
    what: 'claims while the e-mails of a notice wait, ten of twenty',
    text: `select private.end_email(e.id, 'sent') from private.claim_emails(${claimedAtOnce}) e`,
    times: 10,
  },
  {
    job: 'remove-billing-keys',
    what: 'looks',
    text: `update private.removed_key k set tries = k.tries + 1, next_at = now() + interval '1 minute'
      where k.id in (select r.id from private.removed_key r where r.next_at <= now() order by r.id limit 10 for update skip locked) returning k.id`,
  },
  {
    job: 'recover-runs',
    what: 'looks',
    text: 'select id from private.run where ended_at is null and lease_until < now() order by lease_until limit 100',
  },
  {
    job: 'erase-files',
    what: 'files of a heavy member',
    text: `select o.name from storage.objects o where o.owner_id = bench.member(1)::text and o.bucket_id = 'image' and o.name > ''
      and not exists (select from public.prompt p where p.user_id = bench.member(1) and right(p.photo, length(o.name)) = o.name) order by o.name limit 100`,
  },
]

/** An account with a fortieth of everything, and a median one; both stay, so that the query can be repeated. */
const leaving = (n: number) => [
  `insert into private.deletion_token (user_id, session_id, token_hash, expires_at) values (bench.member(${n}), md5('session ' || ${n})::uuid, 'bench', now() + interval '1 hour')`,
  `select private.delete_account(bench.member(${n}), md5('session ' || ${n})::uuid, 'bench', '{}', now())`,
]

export async function measureJobs(admin: pg.Client, adminUrl: string, members: number): Promise<JobFigure[]> {
  const figures = [await measureRules(adminUrl)]
  await admin.query(`set statement_timeout = '${statementSecondsMax}s'`)
  for (const [what, n] of [
    ['of a heavy member', 3],
    ['of another member', Math.floor(members / 3)],
  ] as const)
    figures.push(await measureLeaving(admin, what, n))
  for (const step of steps) figures.push(await measureStep(admin, step))
  await admin.query('reset statement_timeout')
  for (const { job, what, seconds, slowestMs, failure } of figures)
    console.log(
      `  ${job}, ${what}: ${seconds.toFixed(1)} s, slowest ${slowestMs.toFixed(0)} ms${failure ? `, FAILED: ${failure}` : ''}`,
    )
  return figures
}

/** Every rule, which proves the filling as well. */
async function measureRules(adminUrl: string): Promise<JobFigure> {
  const database = connectDatabase(adminUrl, { connectionsMax: 1 })
  const startedAt = performance.now()
  try {
    const findings = await fsck(database)
    const ms = performance.now() - startedAt
    return {
      job: 'check-rules',
      what: `every rule of server/fsck.ts: ${findings.length} findings`,
      done: null,
      statements: 20,
      seconds: ms / 1000,
      slowestMs: ms,
      limitSeconds: ruleSecondsMax,
      failure: findings.length > 0 ? findings.slice(0, 3).join('; ') : null,
    }
  } finally {
    await database.destroy()
  }
}

async function measureLeaving(admin: pg.Client, what: string, n: number): Promise<JobFigure> {
  await admin.query('begin')
  try {
    const [token, leave] = leaving(n)
    await admin.query(token!)
    return await measureStep(admin, { job: 'sign/delete', what, text: leave! })
  } finally {
    await admin.query('rollback')
  }
}

/**
 * A function that processes a batch returns the number; one that takes an item returns it, or null; for others it is
 * unknown.
 */
function countDone({ text, whileFull, times }: Step, first: unknown, rowCount: number): number {
  if (whileFull !== undefined) return Number(first)
  if (times !== undefined) return first === null ? 0 : rowCount
  return /^(delete|update)/.test(text) ? rowCount : Number.NaN
}

async function measureStep(admin: pg.Client, step: Step): Promise<JobFigure> {
  const { job, what, text, whileFull, times = 1 } = step
  const figure: JobFigure = {
    job,
    what,
    done: 0,
    statements: 0,
    seconds: 0,
    slowestMs: 0,
    limitSeconds: statementSecondsMax,
    failure: null,
  }
  try {
    for (let goesOn = true; goesOn;) {
      const startedAt = performance.now()
      const { rows, rowCount } = await admin.query<Record<string, unknown>>(text)
      const ms = performance.now() - startedAt
      const first = Object.values(rows[0] ?? {})[0]
      figure.done = (figure.done ?? 0) + countDone(step, first, rowCount ?? 0)
      figure.statements++
      figure.seconds += ms / 1000
      figure.slowestMs = Math.max(figure.slowestMs, ms)
      goesOn = whileFull === undefined ? figure.statements < times : Number(first) >= whileFull
    }
  } catch (error) {
    figure.failure = (error as Error).message
  }
  if (Number.isNaN(figure.done)) figure.done = null
  return figure
}
