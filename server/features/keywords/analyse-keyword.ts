// An analysis of a keyword: charged once a day, and only when there is a result.
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
import { findReport, saveReport } from './keyword-reports.ts'

export type KeywordAnalysis = {
  report: KeywordReport
  /** The charge of this call, in the member's tokens. */
  token: number
  /** The spendable balance afterwards. */
  available: number
  /** The end of the time in which the keyword opens for free. UTC. */
  open_until: string
}
type Asking = { member: { id: string; plan: PlanType }; keyword: string }

/**
 * Returns the figures of a keyword. A caller who disconnects has paid for it and finds it open.
 * @param asking.isFreeOnly refuses a call that would cost tokens
 * @throws AppError not_found for that refusal; service_closed on a public site with samples only; no_tokens with
 * detail, before any call to a provider; request_in_progress; too_many_requests; keyword_unavailable, without a charge
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

/** `readAt` is null for figures that are not stored yet. */
type Found = { figures: KeywordFigures; readAt: string | null }
type StoredFigures = Found & { readAt: string }

/** A successful search of the last 24 hours, by the database's clock. @returns the end of its open time */
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

/** @returns the run, or the end of the open time when another call has paid for the keyword in the meantime */
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

/** Resolves with the first of both. The call to Naver is not aborted; its response is dropped. */
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

/** Rolls back the row and the hold. */
class AlreadyOpen extends Error {
  readonly until: string
  constructor(until: string) {
    super('already open')
    this.until = until
  }
}
/** Today's stored figures, or new ones from the source. */
async function read({ database, keywords }: Dependencies, keyword: string): Promise<Found> {
  const report = { kind: 'data', key: keywordKey(keyword), isSample: keywords.isSample } as const
  const known = await findReport<KeywordFigures>(database, report)
  if (known) return { figures: known.data, readAt: known.read_at }
  return { figures: await keywords.read(keyword), readAt: null }
}

/** The figures that the member paid for, also when they are more than a day old by now. */
async function readAgain(deps: Dependencies, keyword: string): Promise<StoredFigures> {
  const report = { kind: 'data', key: keywordKey(keyword), isSample: deps.keywords.isSample } as const
  const known = await findReport<KeywordFigures>(deps.database, report, true)
  if (known) return { figures: known.data, readAt: known.read_at }
  const figures = await deps.keywords.read(keyword)
  return { figures, readAt: await saveReport(deps.database, report, figures) }
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
  { figures, readAt, token, openUntil }: StoredFigures & { token: number; openUntil: string },
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

/** The kind of an analysis: its end stores the figures in the report that all members share. */
export const keywordKind: RunKind<KeywordEvent, KeywordRunState, { key: string; isSample: boolean }, Found> =
  {
    name: 'keyword_search',
    event: keywordEvent,
    empty: () => ({}),
    apply: (state, event) => (event.type === 'queued' ? state : { ...state, [event.type]: event }),
    snapshot: ({ started, error, done }) => [started, error, done].filter((event) => event !== undefined),
    async save(trx, run, _state, { status, error, token, made }) {
      if (made?.readAt === null) await saveReport(trx, { kind: 'data', ...run.input }, made.figures)
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
