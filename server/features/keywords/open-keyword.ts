// A paid part of keyword research: charged once a day for each member and keyword, and only when there is a result.
import { sql } from 'kysely'
import { z } from 'zod'
import { availableBalance } from '#server/metering/ledger.ts'
import { addErrorDetail } from '#server/runs/add-error-detail.ts'
import { doneEvent, errorCode, queuedEvent } from '#server/runs/event-schema.ts'
import type { RunKind } from '#server/runs/run-kind.ts'
import { runSettings, startRun } from '#server/runs/execute-run.ts'
import type { LiveRun } from '#server/runs/run-registry.ts'
import type { Querier } from '#server/adapters/database.ts'
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import {
  keywordKey,
  keywordRequests,
  keywordPeriodHours,
  keywordTokens,
  type KeywordEvent,
} from '#shared/keywords.ts'
import { plans, type PlanType } from '#shared/payments.ts'
import { findReport, saveReport, type PaidKind, type StoredReport } from './keyword-reports.ts'

export type Asking = { member: { id: string; plan: PlanType }; keyword: string }
export type OpenCost = {
  /** The charge of this call, in the member's tokens. */
  token: number
  /** The spendable balance afterwards. */
  available: number
  /** The end of the time in which the keyword opens for free. UTC. */
  open_until: string
}
/** What is sold, and how it is found when nobody asked for it today. */
export type KeywordPart<Data extends object> = {
  kind: PaidKind
  /** @throws AppError keyword_unavailable and others, without a charge; the signal's reason */
  read(deps: Dependencies, asking: Asking, signal: AbortSignal): Promise<Data>
}
type Part<Data extends object> = KeywordPart<Data>

/**
 * Returns a part for a keyword. A caller who disconnects has paid for it and finds it open.
 * @param asking.isFreeOnly refuses a call that would cost tokens
 * @throws AppError not_found for that refusal; service_closed on a public site with samples only; no_tokens with
 * detail, before any call to a provider; request_in_progress; too_many_requests; errors of `part.read`
 */
export async function openKeyword<Data extends object>(
  deps: Dependencies,
  part: Part<Data>,
  { isFreeOnly, ...asking }: Asking & { isFreeOnly: boolean },
): Promise<StoredReport<Data> & OpenCost> {
  const { member } = asking
  const open = await findOpenSearch(deps, deps.database, part.kind, asking)
  if (open) return reopen(deps, part, asking, open)
  if (isFreeOnly) throw new AppError('not_found')
  if (deps.keywords.isSample && deps.config.isPublic) throw new AppError('service_closed')
  await countUse(deps.database, `keyword:${member.id}`, keywordRequests)
  const run = await start(deps, part, asking)
  if (typeof run === 'string') return reopen(deps, part, asking, run)
  await run.finished
  const ended = await readSearch(deps.database, run.row.subject_id)
  if (ended.status !== 'done') throw run.error ?? new AppError('keyword_unavailable')
  return reopen(deps, part, asking, ended.open_until, ended.token)
}

/** `readAt` is null for data that are not stored yet. */
type Found = { data: object; readAt: string | null }

/** A successful search of the last 24 hours, by the database's clock. @returns the end of its open time */
async function findOpenSearch(
  { keywords: { isSample } }: Dependencies,
  db: Querier,
  kind: PaidKind,
  { member, keyword }: Asking,
): Promise<string | null> {
  const row = await db
    .selectFrom('keyword_search')
    .select(openUntil.as('open_until'))
    .where('user_id', '=', member.id)
    .where('kind', '=', kind)
    .where('key', '=', keywordKey(keyword))
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
async function start<Data extends object>(
  deps: Dependencies,
  part: Part<Data>,
  asking: Asking,
): Promise<LiveRun | string> {
  const { member, keyword } = asking
  const { kind } = part
  const key = keywordKey(keyword)
  const { isSample } = deps.keywords
  const price = plans[member.plan].isKeywordUnlimited ? 0 : keywordTokens
  try {
    return await startRun(runSettings(deps, null), {
      kind: keywordKind,
      memberId: member.id,
      ceiling: price,
      price,
      input: { kind, key, isSample },
      async open(trx) {
        const { id } = await trx
          .insertInto('keyword_search')
          .values({ user_id: member.id, kind, keyword, key, is_sample: isSample })
          .returning('id')
          .executeTakeFirstOrThrow()
        return {
          subjectId: id,
          attempt: 1,
          started: { type: 'started' as const, search_id: id, is_demo: isSample },
        }
      },
      async check(trx) {
        const open = await findOpenSearch(deps, trx, kind, asking)
        if (open) throw new AlreadyOpen(open)
      },
      work: ({ signal }) => orAborted(signal, readToday(deps, part, asking, signal)),
    })
  } catch (error) {
    if (error instanceof AlreadyOpen) return error.until
    throw await addErrorDetail(deps.database, error, { memberId: member.id, ceiling: price })
  }
}

/** Resolves with the first of both. A call to Naver is not aborted; its response is dropped. */
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

const reportOf = (deps: Dependencies, kind: PaidKind, keyword: string) => ({
  kind,
  key: keywordKey(keyword),
  isSample: deps.keywords.isSample,
})

/** Today's stored data, or new ones from the source. */
async function readToday<Data extends object>(
  deps: Dependencies,
  part: Part<Data>,
  asking: Asking,
  signal: AbortSignal,
): Promise<Found> {
  const known = await findReport<Data>(deps.database, reportOf(deps, part.kind, asking.keyword))
  if (known) return { data: known.data, readAt: known.read_at }
  return { data: await part.read(deps, asking, signal), readAt: null }
}

/** The data that the member paid for, also when they are more than a day old by now. */
export async function readStored<Data extends object>(
  deps: Dependencies,
  part: Part<Data>,
  asking: Asking,
  signal: AbortSignal = AbortSignal.any([]),
): Promise<StoredReport<Data>> {
  const report = reportOf(deps, part.kind, asking.keyword)
  const known = await findReport<Data>(deps.database, report, true)
  if (known) return known
  const data = await part.read(deps, asking, signal)
  return { data, read_at: await saveReport(deps.database, report, data) }
}

async function reopen<Data extends object>(
  deps: Dependencies,
  part: Part<Data>,
  asking: Asking,
  openUntilTime: string,
  token = 0,
): Promise<StoredReport<Data> & OpenCost> {
  const stored = await readStored(deps, part, asking)
  const { tokens } = await availableBalance(deps.database, asking.member.id)
  return { ...stored, token, available: tokens, open_until: openUntilTime }
}

const keywordEvent: z.ZodType<KeywordEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), search_id: z.int(), is_demo: z.boolean() }),
  queuedEvent,
  z.object({ type: z.literal('error'), code: errorCode }),
  doneEvent,
])

type KeywordRunState = Partial<Record<'started' | 'error' | 'done', KeywordEvent>>
type KeywordInput = { kind: PaidKind; key: string; isSample: boolean }

/** The kind of a search: its end stores the data in the report that all members share. */
export const keywordKind: RunKind<KeywordEvent, KeywordRunState, KeywordInput, Found> = {
  name: 'keyword_search',
  event: keywordEvent,
  empty: () => ({}),
  apply: (state, event) => (event.type === 'queued' ? state : { ...state, [event.type]: event }),
  snapshot: ({ started, error, done }) => [started, error, done].filter((event) => event !== undefined),
  async save(trx, run, _state, { status, error, token, made }) {
    if (made?.readAt === null) await saveReport(trx, run.input, made.data)
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
