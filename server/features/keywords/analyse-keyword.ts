// An analysis of a keyword: paid once a day, and only when there is something to show.
import { sql } from 'kysely'
import { availableBalance } from '#server/metering/ledger.ts'
import { refusalWithFacts } from '#server/runs/refusal-with-facts.ts'
import type { RunKind } from '#server/runs/run-kind.ts'
import { openRun, settleRun } from '#server/runs/run-row.ts'
import type { Querier } from '#server/outside/database.ts'
import type { KeywordFigures } from '#server/outside/keyword-source.ts'
import { countUse } from '#server/outside/rate-limit.ts'
import type { Parts } from '#server/parts.ts'
import { AppError } from '#shared/errors.ts'
import {
  keywordKey,
  keywordRequests,
  keywordPeriodHours,
  keywordTokens,
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
  parts: Parts,
  { member, keyword, isFreeOnly }: Asking & { isFreeOnly: boolean },
): Promise<KeywordAnalysis> {
  const key = keywordKey(keyword)
  const { isSample } = parts.keywords
  const open = await findOpenSearch(parts.database, member.id, { key, isSample })
  if (open) return reopen(parts, { member, keyword }, open)
  if (isFreeOnly) throw new AppError('not_found')
  if (isSample && parts.config.isPublic) throw new AppError('service_closed')
  await countUse(parts.database, `keyword:${member.id}`, keywordRequests)
  const price = plans[member.plan].isKeywordUnlimited ? 0 : keywordTokens
  const search = await openSearch(parts, { member, keyword, price })
  if (typeof search === 'string') return reopen(parts, { member, keyword }, search)
  try {
    const found = await read(parts, keyword)
    const settled = await settle(parts, { ...search, key, price, found })
    return await answer(parts, { member, keyword }, { ...found, ...settled })
  } catch (error) {
    await fail(parts, search, error)
    throw error
  }
}

/** `readAt` is null for what is not kept yet. */
type Found = { figures: KeywordFigures; readAt: string | null }
type Kept = Found & { readAt: string }
type Search = { id: number; runId: number }

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

/** @returns the search with its hold, or until when it is open, because another call has paid for it in the meantime */
async function openSearch(
  { database, keywords: { isSample } }: Parts,
  { member, keyword, price }: Asking & { price: number },
): Promise<Search | string> {
  const key = keywordKey(keyword)
  try {
    return await database.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto('keyword_search')
        .values({ user_id: member.id, keyword, key, is_sample: isSample })
        .returning('id')
        .executeTakeFirstOrThrow()
      const run = await openRun(trx, {
        kind: 'keyword_search',
        subjectId: id,
        attempt: 1,
        memberId: member.id,
        tokens: price,
        images: 0,
        model: '',
        input: {},
        leaseSeconds,
      })
      // The run is the member's only one: whoever had one before has settled, so this look is the last word.
      const open = await findOpenSearch(trx, member.id, { key, isSample })
      if (open) throw new AlreadyOpen(open)
      return { id, runId: run.id }
    })
  } catch (error) {
    if (error instanceof AlreadyOpen) return error.until
    throw await refusalWithFacts(database, error, { memberId: member.id, ceiling: price })
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
/** Longer than an analysis may wait for its turn at Naver and then take. */
const leaseSeconds = 90

/** What is known from today, or what the source says now. */
async function read({ database, keywords }: Parts, keyword: string): Promise<Found> {
  const report = { kind: 'data', key: keywordKey(keyword), isSample: keywords.isSample } as const
  const known = await findReport<KeywordFigures>(database, report)
  if (known) return { figures: known.data, readAt: known.read_at }
  return { figures: await keywords.read(keyword), readAt: null }
}

/** For whoever has paid: what they saw, also when it is more than a day old by now. */
async function readAgain(parts: Parts, keyword: string): Promise<Kept> {
  const report = { kind: 'data', key: keywordKey(keyword), isSample: parts.keywords.isSample } as const
  const known = await findReport<KeywordFigures>(parts.database, report, true)
  if (known) return { figures: known.data, readAt: known.read_at }
  const figures = await parts.keywords.read(keyword)
  return { figures, readAt: await keepReport(parts.database, report, figures) }
}

function settle(
  { database, keywords }: Parts,
  { id, runId, key, price, found }: Search & { key: string; price: number; found: Found },
): Promise<{ token: number; openUntil: string; readAt: string }> {
  return database.transaction().execute(async (trx) => {
    const report = { kind: 'data', key, isSample: keywords.isSample } as const
    const readAt = found.readAt ?? (await keepReport(trx, report, found.figures))
    const charged = await settleRun(trx, { id: runId, status: 'done', tokens: price, images: 0 })
    // It was taken for lost, and the tokens were given back.
    if (!charged) throw new AppError('keyword_unavailable')
    const row = await trx
      .updateTable('keyword_search')
      .set({ status: 'done', token: charged.token, done_at: sql<string>`now()` })
      .where('id', '=', id)
      .returning(openUntil.as('open_until'))
      .executeTakeFirstOrThrow()
    return { token: charged.token, openUntil: row.open_until, readAt }
  })
}

async function fail({ database }: Parts, { id, runId }: Search, error: unknown): Promise<void> {
  await database.transaction().execute(async (trx) => {
    await settleRun(trx, { id: runId, status: 'failed', tokens: 0, images: 0 })
    await trx
      .updateTable('keyword_search')
      .set({ status: 'failed', error_code: error instanceof AppError ? error.code : 'try_again' })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute()
  })
}

async function reopen(parts: Parts, asking: Asking, until: string): Promise<KeywordAnalysis> {
  return answer(parts, asking, { ...(await readAgain(parts, asking.keyword)), openUntil: until, token: 0 })
}

async function answer(
  { database, keywords }: Parts,
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

/** A search is answered at once and sends no events: all that is left to do for one whose process died is to say so. */
export const keywordKind: RunKind<never, null, object> = {
  name: 'keyword_search',
  empty: () => null,
  apply: (state) => state,
  snapshot: () => [],
  async save(trx, run, _state, { status, error }) {
    await trx
      .updateTable('keyword_search')
      .set({ status, error_code: error?.code ?? null })
      .where('id', '=', run.subject_id)
      .where('status', '=', 'running')
      .execute()
    return []
  },
}
