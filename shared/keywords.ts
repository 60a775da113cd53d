// Keyword research: its request, price and result (K01-K12).
import type { ErrorCode } from './errors.ts'
import type { RunStatus } from './tools.ts'

export const keywordLimits = {
  minLength: 2,
  maxLength: 50,
  trendKeywordsMax: 5,
  noteMaxLength: 500,
  listNameMaxLength: 30,
} as const
/** The lists of one member's saved keywords. */
export const keywordListsMax = 20
/** The price of an analysis, in the member's tokens (K08). */
export const keywordTokens = 1_000
/** Within these hours the same analysis opens again without a charge (K09, B03). */
export const keywordPeriodHours = 24
/** The limit of one member for analyses and trends together. */
export const keywordRequests = { max: 60, windowSeconds: 600 } as const
/** Trends that one member may fetch in a day, so that none uses up the site's share of DataLab. */
export const keywordTrendRequests = { max: 60, windowSeconds: 86_400 } as const
/** The weeks of a saved keyword's history. */
export const keywordWeeksStored = 53
export const relatedKeywordsMax = 100
export const contentsMax = 10
/** The posts among which a blog is looked for. */
export const postsMax = 100
/** The checks of a blog's rank that a member may ask for in a day, in addition to the daily one. */
export const rankRequests = { max: 20, windowSeconds: 86_400 } as const

/** The displayed form: composed letters, one space between words. */
export const cleanKeyword = (keyword: string): string => keyword.normalize('NFC').trim().replace(/\s+/g, ' ')

/** The form in which Naver's keyword tool compares keywords: without spaces, Latin letters in one case. */
export const keywordKey = (keyword: string): string => cleanKeyword(keyword).replaceAll(' ', '').toUpperCase()

/** The problem of a keyword, as the key of its message under `errors.`, or null. */
export function findKeywordProblem(
  keyword: string,
): 'enter_keyword' | 'keyword_too_short' | 'field.too_long' | null {
  const { length } = Array.from(keywordKey(keyword))
  if (length === 0) return 'enter_keyword'
  if (length < keywordLimits.minLength) return 'keyword_too_short'
  return length > keywordLimits.maxLength ? 'field.too_long' : null
}

/**
 * Searches of a month. Naver reports small numbers only as "fewer than 10": then `less_than` is true and `count` is 10.
 */
export type Searches = { count: number; less_than: boolean }

export type KeywordMetrics = {
  keyword: string
  pc_searches: Searches
  mobile_searches: Searches
  /** Clicks on advertisements in a month. */
  pc_clicks: number
  mobile_clicks: number
  /** In per cent. */
  pc_click_rate: number
  mobile_click_rate: number
  /** Advertisements shown on average. */
  ad_count: number
  competition: 'low' | 'middle' | 'high' | null
}

export type KeywordContent = {
  title: string
  /** http or https. */
  link: string
  description: string
  /** The blog's name; empty for pages of the web. */
  source: string
  /** `2026-11-21`, or null. */
  date: string | null
}

/** A result of the blog search. `position` begins with 1; `link` is http or https. */
export type FoundPost = { position: number; title: string; link: string }

/** The expected month of an advertisement with this bid. Bids and costs in KRW. */
export type KeywordEstimate = {
  bid: number
  impressions: number
  clicks: number
  click_rate: number | null
  cost_per_click: number | null
  cost: number
}

/** The events of an analysis; its result is the response. */
export type KeywordEvent =
  | { type: 'started'; search_id: number; is_demo: boolean }
  | { type: 'queued'; position: number }
  | { type: 'error'; code: ErrorCode }
  | { type: 'done'; status: Exclude<RunStatus, 'queued' | 'running'>; token: number; available: number }

export type KeywordReport = {
  keyword: string
  is_sample: boolean
  /** UTC. */
  read_at: string
  /** Null when it has too few searches to be counted. */
  metrics: KeywordMetrics | null
  /** Null when Naver does not report them. */
  flags: { is_adult: boolean; is_restricted: boolean; is_sell_prohibited: boolean } | null
  estimates: KeywordEstimate[]
  /** Documents so far. */
  blog_count: number
  web_count: number
  related: KeywordMetrics[]
  blogs: KeywordContent[]
  webs: KeywordContent[]
}

/** Relative searches of each month of the last year: the largest value of all months and keywords is 100. */
export type KeywordTrend = {
  is_sample: boolean
  /** UTC. */
  read_at: string
  /** `2026-11`, in order. */
  months: string[]
  series: { keyword: string; ratios: number[] }[]
}

/** Both sides together; a lower bound when one of them is only reported as small. */
export function totalSearches({ pc_searches: pc, mobile_searches: mobile }: KeywordMetrics): Searches {
  return { count: pc.count + mobile.count, less_than: pc.less_than && mobile.less_than }
}
