// How often keywords were searched for, month by month: free for members, and read once a day for everybody.
import type { TrendFigures } from '#server/outside/keyword-source.ts'
import { countUse } from '#server/outside/rate-limit.ts'
import type { Parts } from '#server/parts.ts'
import { keywordKey, keywordRequests, type KeywordTrend } from '#shared/keywords.ts'
import { findReport, keepReport } from './keyword-reports.ts'

/** @throws AppError too_many_requests, keyword_unavailable */
export async function readKeywordTrend(
  { database, keywords: source }: Parts,
  { memberId, keywords }: { memberId: string; keywords: string[] },
): Promise<KeywordTrend> {
  const { isSample } = source
  const report = { kind: 'trend', key: keywords.map(keywordKey).join(','), isSample } as const
  const known = await findReport<TrendFigures>(database, report)
  if (known) return { is_sample: isSample, read_at: known.read_at, ...known.data }
  await countUse(database, `keyword:${memberId}`, keywordRequests)
  const figures = await source.readTrend(keywords, new Date())
  return { is_sample: isSample, read_at: await keepReport(database, report, figures), ...figures }
}
