// Keyword research: what is asked, what it costs and what is shown (K01-K12).
import { z } from 'zod'

export const keywordLimits = { minLength: 2, maxLength: 50, trendKeywordsMax: 5 } as const
/** Charged for an analysis, in the member's tokens (K08). */
export const keywordTokens = 1_000
/** For so long the same analysis opens again for nothing (K09, B03). */
export const keywordPeriodHours = 24
export const relatedKeywordsMax = 100
export const contentsMax = 10

/** Composed letters, one space between words: as it is shown. */
export const cleanKeyword = (keyword: string): string => keyword.normalize('NFC').trim().replace(/\s+/g, ' ')

/** As Naver's keyword tool compares keywords: without spaces, Latin letters in one case. */
export const keywordKey = (keyword: string): string => cleanKeyword(keyword).replaceAll(' ', '').toUpperCase()

/** What is wrong with a keyword, or null. */
export function findKeywordProblem(
  keyword: string,
): 'enter_keyword' | 'keyword_too_short' | 'keyword_too_long' | null {
  const { length } = Array.from(keywordKey(keyword))
  if (length === 0) return 'enter_keyword'
  if (length < keywordLimits.minLength) return 'keyword_too_short'
  return length > keywordLimits.maxLength ? 'keyword_too_long' : null
}

/** Searches of a month. Naver tells small numbers only as "fewer than 10": then `less_than` is true and `count` is 10. */
const searches = z.object({ count: z.int(), less_than: z.boolean() })
export type Searches = z.infer<typeof searches>

const metrics = z.object({
  keyword: z.string(),
  pc_searches: searches,
  mobile_searches: searches,
  /** Clicks on advertisements in a month. */
  pc_clicks: z.number(),
  mobile_clicks: z.number(),
  /** In per cent. */
  pc_click_rate: z.number(),
  mobile_click_rate: z.number(),
  /** Advertisements shown on average. */
  ad_count: z.int(),
  competition: z.enum(['low', 'middle', 'high']).nullable(),
})
export type KeywordMetrics = z.infer<typeof metrics>

const content = z.object({
  title: z.string(),
  /** http or https. */
  link: z.string(),
  description: z.string(),
  /** The blog's name; empty for pages of the web. */
  source: z.string(),
  /** `2026-11-21`, or null. */
  date: z.string().nullable(),
})
export type KeywordContent = z.infer<typeof content>

export const keywordReport = z.object({
  keyword: z.string(),
  is_sample: z.boolean(),
  /** UTC. */
  read_at: z.string(),
  /** Null when nobody searches for it enough to be counted. */
  metrics: metrics.nullable(),
  /** Null when Naver does not say. */
  flags: z
    .object({ is_adult: z.boolean(), is_restricted: z.boolean(), is_sell_prohibited: z.boolean() })
    .nullable(),
  /** What an advertisement with such a bid may expect in a month. Bids and costs in KRW. */
  estimates: z.array(
    z.object({
      bid: z.int(),
      impressions: z.int(),
      clicks: z.int(),
      click_rate: z.number().nullable(),
      cost_per_click: z.int().nullable(),
      cost: z.int(),
    }),
  ),
  /** Documents so far. */
  blog_count: z.int(),
  web_count: z.int(),
  related: z.array(metrics),
  blogs: z.array(content),
  webs: z.array(content),
})
export type KeywordReport = z.infer<typeof keywordReport>
export type KeywordEstimate = KeywordReport['estimates'][number]

/** Searches of each month of the last year, compared: the largest of all months and keywords is 100. */
export const keywordTrend = z.object({
  is_sample: z.boolean(),
  read_at: z.string(),
  /** `2026-11`, in order. */
  months: z.array(z.string()),
  series: z.array(z.object({ keyword: z.string(), ratios: z.array(z.number()) })),
})
export type KeywordTrend = z.infer<typeof keywordTrend>

/** Both sides together; a lower bound when one of them is only known to be small. */
export function totalSearches({ pc_searches: pc, mobile_searches: mobile }: KeywordMetrics): Searches {
  return { count: pc.count + mobile.count, less_than: pc.less_than && mobile.less_than }
}

export const keywordDataForm = z.strictObject({ keyword: z.string('invalid').transform(cleanKeyword) })
export const keywordTrendForm = z.strictObject({
  keywords: z
    .array(z.string('invalid').transform(cleanKeyword), 'invalid')
    .min(1, 'required')
    .max(keywordLimits.trendKeywordsMax, 'invalid'),
})
