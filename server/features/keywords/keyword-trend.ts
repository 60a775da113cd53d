// Monthly search counts of keywords: free for members, and fetched once a day for all.
import type { TrendFigures } from '#server/adapters/keyword-source.ts'
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { keywordKey, keywordRequests, keywordTrendRequests, type KeywordTrend } from '#shared/keywords.ts'
import { findReport, saveReport } from './keyword-reports.ts'

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
  if (!isSample) await countUse(database, `trend:${memberId}`, keywordTrendRequests)
  const figures = await source.readTrend(keywords, new Date())
  return { is_sample: isSample, read_at: await saveReport(database, report, figures), ...figures }
}
