// Monthly search counts of keywords: free for members, and fetched once a day for all.
import type { TrendFigures } from '#server/adapters/keyword-source.ts'
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Database } from '#server/adapters/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { AppError } from '#shared/errors.ts'
import {
  dataLabRequests,
  keywordKey,
  keywordRequests,
  keywordTrendRequests,
  type KeywordTrend,
} from '#shared/keywords.ts'
import { findReport, saveReport } from './keyword-reports.ts'
import { siteDay } from '#shared/site.ts'

/** @throws AppError too_many_requests; keyword_unavailable, also when the site's calls of today are used up */
export async function readKeywordTrend(
  { database, keywords: source }: Dependencies,
  { memberId, keywords }: { memberId: string; keywords: string[] },
): Promise<KeywordTrend> {
  const { isSample } = source
  const report = { kind: 'trend', key: keywords.map(keywordKey).join(','), isSample } as const
  const known = await findReport<TrendFigures>(database, report)
  if (known) return { is_sample: isSample, read_at: known.read_at, ...known.data }
  await countUse(database, `keyword:${memberId}`, keywordRequests)
  const now = new Date()
  if (!isSample) await countDataLabCall(database, memberId, now)
  const figures = await source.readTrend(keywords, now)
  return { is_sample: isSample, read_at: await saveReport(database, report, figures), ...figures }
}

/** Days are Korean days, as at DataLab. */
async function countDataLabCall(database: Database, memberId: string, now: Date): Promise<void> {
  await countUse(database, `trend:${memberId}`, keywordTrendRequests)
  try {
    await countUse(database, `datalab:${siteDay(now)}`, dataLabRequests)
  } catch (error) {
    if (error instanceof AppError) throw new AppError('keyword_unavailable', { cause: error })
    throw error
  }
}
