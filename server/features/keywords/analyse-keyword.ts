// An analysis of a keyword: paid once a day, and only when there is something to show.
import { sql } from 'kysely'
import { z } from 'zod'
import { availableBalance } from '#server/metering/ledger.ts'
import { addErrorDetail } from '#server/runs/add-error-detail.ts'
import { doneEvent, errorCode, queuedEvent } from '#server/runs/event-schema.ts'
import type { RunKind } from '#server/runs/run-kind.ts'
import { runSettings, startRun } from '#server/runs/execute-run.ts'
import type { LiveRun } from '#server/runs/run-registry.ts'
import type { Querier } from '#server/adapters/database.ts'
import type { KeywordFigures } from '#server/adapters/keyword-source.ts'
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import {
  keywordKey,
  keywordRequests,
  keywordPeriodHours,
  keywordTokens,
  type KeywordEvent,
  type KeywordReport,
} from '#shared/keywords.ts'
import { plans, type PlanType } from '#shared/payments.ts'
import { findReport, keepReport } from './keyword-reports.ts'

export type KeywordAnalysis = {
  report: KeywordReport
  /** Charged now, in the member's tokens. */
  token: number
  /** What the member can spend afterwards. */
  available: number
  /** Until when it opens again for nothing. UTC. */
  open_until: string
}
type Asking = { member: { id: string; plan: PlanType }; keyword: string }

/**
 * Figures of a keyword. Whoever leaves meanwhile has paid for it and finds it open.
 * @param asking.isFreeOnly refuses what would cost something
 * @throws AppError not_found for that; service_closed where a public site has samples only; no_tokens with detail, and then nothing was asked of anybody; request_in_progress; too_many_requests;
 * keyword_unavailable, and then nothing was charged
 */
export async function analyseKeyword(
  deps: Dependencies,
  { member, keyword, isFreeOnly }: Asking & { isFreeOnly: boolean },
): Promise<KeywordAnalysis> {
  const key = keywordKey(keyword)
  const { isSample } = deps.keywords
  const open = await findOpenSearch(deps.database, member.id, { key, isSample })
  if (open) return reopen(deps, { member, keyword }, open)
  if (isFreeOnly) throw new AppError('not_found')
  if (isSample && deps.config.isPublic) throw new AppError('service_closed')
  await countUse(deps.database, `keyword:${member.id}`, keywordRequests)
  const price = plans[member.plan].isKeywordUnlimited ? 0 : keywordTokens
  const run = await startAnalysis(deps, { member, keyword, price })
  if (typeof run === 'string') return reopen(deps, { member, keyword }, run)
  await run.finished
  const ended = await readSearch(deps.database, run.row.subject_id)
  if (ended.status !== 'done') throw run.error ?? new AppError('keyword_unavailable')
  return reopen(deps, { member, keyword }, ended.open_until, ended.token)
}

/** `readAt` is null for what is not kept yet. */
type Found = { figures: KeywordFigures; readAt: string | null }
type Kept = Found & { readAt: string }

/** A search of the last 24 hours that ended well, by the database's clock. @returns until when it is open */
async function findOpenSearch(
  db: Querier,
  memberId: string,
  { key, isSample }: { key: string; isSample: boolean },
): Promise<string | null> {
  const row = await db
    .selectFrom('keyword_search')
    .select(openUntil.as('open_until'))
    .where('user_id', '=', memberId)
    .where('key', '=', key)
    .where('status', '=', 'done')
    .where('is_sample', '=', isSample)
    .where('done_at', '>', sql<string>`now() - make_interval(hours => ${keywordPeriodHours})`)
    .orderBy('done_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.open_until ?? null
}
const openUntil = sql<string>`done_at + make_interval(hours => ${keywordPeriodHours})`

async function readSearch(
  db: Querier,
  id: number,
): Promise<{ status: string; token: number; open_until: string }> {
  return db
    .selectFrom('keyword_search')
    .select(['status', 'token', openUntil.as('open_until')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** @returns the run, or until when the keyword is open, because another call has paid for it in the meantime */
async function startAnalysis(
  deps: Dependencies,
  { member, keyword, price }: Asking & { price: number },
): Promise<LiveRun | string> {
  const key = keywordKey(keyword)
  const { isSample } = deps.keywords
  try {
    return await startRun(runSettings(deps, null), {
      kind: keywordKind,
      memberId: member.id,
      ceiling: price,
      price,
      input: { key, isSample },
      async open(trx) {
        const { id } = await trx
          .insertInto('keyword_search')
          .values({ user_id: member.id, keyword, key, is_sample: isSample })
          .returning('id')
          .executeTakeFirstOrThrow()
        return {
          subjectId: id,
          attempt: 1,
          started: { type: 'started' as const, search_id: id, is_demo: isSample },
        }
      },
      async check(trx) {
        const open = await findOpenSearch(trx, member.id, { key, isSample })
        if (open) throw new AlreadyOpen(open)
      },
      work: ({ signal }) => orAborted(signal, read(deps, keyword)),
    })
  } catch (error) {
    if (error instanceof AlreadyOpen) return error.until
    throw await addErrorDetail(deps.database, error, { memberId: member.id, ceiling: price })
  }
}

/** What comes first. Naver is not told: an answer that nobody waits for any more is left to come. */
async function orAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Takes row and hold back. */
class AlreadyOpen extends Error {
  readonly until: string
  constructor(until: string) {
    super('already open')
    this.until = until
  }
}
/** What is known from today, or what the source says now. */
async function read({ database, keywords }: Dependencies, keyword: string): Promise<Found> {
  const report = { kind: 'data', key: keywordKey(keyword), isSample: keywords.isSample } as const
  const known = await findReport<KeywordFigures>(database, report)
  if (known) return { figures: known.data, readAt: known.read_at }
  return { figures: await keywords.read(keyword), readAt: null }
}

/** For whoever has paid: what they saw, also when it is more than a day old by now. */
async function readAgain(deps: Dependencies, keyword: string): Promise<Kept> {
  const report = { kind: 'data', key: keywordKey(keyword), isSample: deps.keywords.isSample } as const
  const known = await findReport<KeywordFigures>(deps.database, report, true)
  if (known) return { figures: known.data, readAt: known.read_at }
  const figures = await deps.keywords.read(keyword)
  return { figures, readAt: await keepReport(deps.database, report, figures) }
}

async function reopen(
  deps: Dependencies,
  asking: Asking,
  openUntil: string,
  token = 0,
): Promise<KeywordAnalysis> {
  return answer(deps, asking, { ...(await readAgain(deps, asking.keyword)), openUntil, token })
}

async function answer(
  { database, keywords }: Dependencies,
  { member, keyword }: Asking,
  { figures, readAt, token, openUntil }: Kept & { token: number; openUntil: string },
): Promise<KeywordAnalysis> {
  const { tokens } = await availableBalance(database, member.id)
  return {
    report: { keyword, is_sample: keywords.isSample, read_at: readAt, ...figures },
    token,
    available: tokens,
    open_until: openUntil,
  }
}

const keywordEvent: z.ZodType<KeywordEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), search_id: z.int(), is_demo: z.boolean() }),
  queuedEvent,
  z.object({ type: z.literal('error'), code: errorCode }),
  doneEvent,
])

type KeywordRunState = Partial<Record<'started' | 'error' | 'done', KeywordEvent>>

/** An analysis: what was found goes into the report that all members share, with its end. */
export const keywordKind: RunKind<KeywordEvent, KeywordRunState, { key: string; isSample: boolean }, Found> =
  {
    name: 'keyword_search',
    event: keywordEvent,
    empty: () => ({}),
    apply: (state, event) => (event.type === 'queued' ? state : { ...state, [event.type]: event }),
    snapshot: ({ started, error, done }) => [started, error, done].filter((event) => event !== undefined),
    async save(trx, run, _state, { status, error, token, made }) {
      if (made?.readAt === null) await keepReport(trx, { kind: 'data', ...run.input }, made.figures)
      await trx
        .updateTable('keyword_search')
        .set({
          status: status === 'done' ? 'done' : 'failed',
          token,
          error_code: error?.code ?? null,
          ...(status === 'done' ? { done_at: sql<string>`now()` } : {}),
        })
        .where('id', '=', run.subject_id)
        .where('status', '=', 'running')
        .execute()
      const { tokens: available } = await availableBalance(trx, run.member_id)
      return [
        ...(error ? [{ type: 'error' as const, code: error.code }] : []),
        { type: 'done', status, token, available },
      ]
    },
  }
