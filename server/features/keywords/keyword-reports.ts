// Stores keyword figures for a day, shared by all members.
import { sql } from 'kysely'
import type { Database, Querier } from '#server/adapters/database.ts'
import { keywordPeriodHours, keywordWeeksStored } from '#shared/keywords.ts'

export type StoredReport<Data> = { data: Data; read_at: string }
/** What members pay for: an analysis, or a brief. */
export type PaidKind = 'data' | 'brief'
type ReportKey = { kind: PaidKind | 'trend'; key: string; isSample: boolean }

/** @param isAnyAge includes reports older than a day that still exist */
export async function findReport<Data>(
  db: Querier,
  { kind, key, isSample }: ReportKey,
  isAnyAge = false,
): Promise<StoredReport<Data> | null> {
  const row = await db
    .selectFrom('private.keyword_report')
    .select(['data', 'read_at'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('is_sample', '=', isSample)
    .$if(!isAnyAge, (query) =>
      query.where('read_at', '>', sql<string>`now() - make_interval(hours => ${keywordPeriodHours})`),
    )
    .executeTakeFirst()
  return row ? { data: row.data as Data, read_at: row.read_at } : null
}

/** @returns the time of reading, by the database's clock */
export async function saveReport(
  db: Querier,
  { kind, key, isSample }: ReportKey,
  data: object,
): Promise<string> {
  const json = JSON.stringify(data)
  const { read_at } = await db
    .insertInto('private.keyword_report')
    .values({ kind, key, is_sample: isSample, data: json })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key', 'is_sample']).doUpdateSet({ data: json, read_at: sql<string>`now()` }),
    )
    .returning('read_at')
    .executeTakeFirstOrThrow()
  return read_at
}

/**
 * A member who paid an hour before midnight opens it for a day, so reports are stored for two days. Removed keywords can
 * be restored for one.
 */
export async function forgetReports(db: Database): Promise<void> {
  await db
    .deleteFrom('private.keyword_report')
    .where('read_at', '<', sql<string>`now() - make_interval(hours => ${2 * keywordPeriodHours})`)
    .execute()
  await db
    .deleteFrom('private.daily_call')
    .where('day', '<', sql<string>`private.korean_day() - 7`)
    .execute()
  await db
    .deleteFrom('saved_keyword_week')
    .where('week', '<', sql<string>`private.korean_week() - ${7 * keywordWeeksStored}::integer`)
    .execute()
  await db
    .deleteFrom('keyword_rank')
    .where('day', '<', sql<string>`private.korean_day() - ${7 * keywordWeeksStored}::integer`)
    .execute()
  await db
    .deleteFrom('saved_keyword')
    .where('removed_at', '<', sql<string>`now() - make_interval(hours => ${keywordPeriodHours})`)
    .execute()
}
