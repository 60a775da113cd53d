// Naver Search Ad API: searches, competition, flags and estimates of keywords.
// Facts: github.com/naver/searchad-apidoc (README, samples, Swagger of its gh-pages branch) and answers of its staff in the issues there.
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { SearchAdConfig } from '#server/config.ts'
import {
  keywordKey,
  relatedKeywordsMax,
  type KeywordEstimate,
  type KeywordMetrics,
  type KeywordReport,
  type Searches,
} from '#shared/keywords.ts'
import { AppError } from '#shared/errors.ts'
import type { CountCall } from './daily-calls.ts'
import { createSemaphore } from './semaphore.ts'
import { askNaver } from './naver-request.ts'

/** In KRW. The API takes values from 70, in steps of 10. */
const bids = [70, 200, 500, 1_000, 2_000, 5_000]

/** The maximum length of the queue. A member has one analysis at a time, so this is also the number of members. */
const waitingMax = 60
/** Together with the last request's own deadline, the wait stays within the hold of an analysis (`leaseSeconds`). */
const lineWaitMs = 60_000

type SearchAdFigures = Pick<KeywordReport, 'metrics' | 'flags' | 'estimates' | 'related'>

/**
 * Sends one request at a time: Naver answers too many with 429, and later with a longer block. Each process has its own
 * queue.
 */
export function createNaverSearchAd(config: SearchAdConfig, countCall: CountCall, waitMs = lineWaitMs) {
  const line = createSemaphore(1, {
    waitingMax,
    onFull: () => new AppError('keyword_unavailable', { cause: new Error('too many analyses wait') }),
  })

  /** @param path the signed path, without host and query */
  async function ask<Answer>(
    method: 'GET' | 'POST',
    path: string,
    options: {
      query?: Record<string, string>
      body?: unknown
      answer: z.ZodType<Answer>
      signal: AbortSignal
    },
  ): Promise<Answer> {
    const url = new URL(path, config.url)
    url.search = new URLSearchParams(options.query).toString()
    await acquirePlace(options.signal)
    try {
      await countCall('search_ad')
      return await askNaver(
        url,
        { method, headers: signedHeaders(config, method, path), body: options.body },
        options.answer,
      )
    } finally {
      // The semaphore is released after the pause; the caller does not wait for it.
      void wait(config.pauseMs, undefined, { ref: false }).then(line.release)
    }
  }

  async function acquirePlace(signal: AbortSignal): Promise<void> {
    try {
      await line.acquire(signal)
    } catch (error) {
      throw error instanceof AppError ? error : new AppError('keyword_unavailable', { cause: error })
    }
  }

  async function readRows(key: string, signal: AbortSignal): Promise<KeywordMetrics[]> {
    const query = { hintKeywords: key, showDetail: '1' }
    const { keywordList } = await ask('GET', '/keywordstool', { query, answer: keywordTool, signal })
    return keywordList.map(readMetrics)
  }

  return {
    /** Its searches alone, for one call. Null when it has too few to be counted. @throws AppError keyword_unavailable */
    async readVolume(keyword: string): Promise<KeywordMetrics | null> {
      const key = keywordKey(keyword)
      return metricsOf(key, await readRows(key, AbortSignal.timeout(waitMs)))
    },

    /** @throws AppError keyword_unavailable, also when the wait would be longer than an analysis is held */
    async read(keyword: string): Promise<SearchAdFigures> {
      const key = keywordKey(keyword)
      const signal = AbortSignal.timeout(waitMs)
      const rows = await readRows(key, signal)
      const managed = await ask('GET', '/ncc/managedKeyword', {
        query: { keywords: key },
        answer: managedKeywords,
        signal,
      })
      const { estimate } = await ask('POST', '/estimate/performance/keyword', {
        body: { device: 'BOTH', keywordplus: true, key, bids },
        answer: performance,
        signal,
      })
      return {
        metrics: metricsOf(key, rows),
        flags: readFlags(managed, key),
        estimates: estimate.map(readEstimate),
        related: rows.filter((row) => keywordKey(row.keyword) !== key).slice(0, relatedKeywordsMax),
      }
    },
  }
}

const metricsOf = (key: string, rows: readonly KeywordMetrics[]): KeywordMetrics | null =>
  rows.find((row) => keywordKey(row.keyword) === key) ?? null

/** The signature covers time, method and path; the secret is used as text, not decoded. */
function signedHeaders(config: SearchAdConfig, method: string, path: string): Record<string, string> {
  const timestamp = String(Date.now())
  return {
    'x-timestamp': timestamp,
    'x-api-key': config.apiKey,
    'x-customer': config.customerId,
    'x-signature': signSearchAd(config.secretKey, timestamp, method, path),
  }
}

export const signSearchAd = (secret: string, timestamp: string, method: string, path: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${method}.${path}`).digest('base64')

/** Numbers are numbers or text; small counts are `< 10`. */
const number = z.coerce.number().catch(0)
const count = z.union([z.number(), z.string()]).transform((value): Searches => {
  if (typeof value === 'string' && value.includes('<')) return { count: 10, less_than: true }
  const whole = Math.round(Number(value))
  return { count: Number.isFinite(whole) ? whole : 0, less_than: false }
})

const keywordRow = z.object({
  relKeyword: z.string(),
  monthlyPcQcCnt: count,
  monthlyMobileQcCnt: count,
  monthlyAvePcClkCnt: number,
  monthlyAveMobileClkCnt: number,
  monthlyAvePcCtr: number,
  monthlyAveMobileCtr: number,
  plAvgDepth: number,
  compIdx: z.string().optional(),
})
const keywordTool = z.object({ keywordList: z.array(keywordRow) })

/** Korean in observed responses, English in the reference. */
const competitions: Record<string, KeywordMetrics['competition']> = {
  낮음: 'low',
  중간: 'middle',
  높음: 'high',
  low: 'low',
  mid: 'middle',
  high: 'high',
}

const readMetrics = (row: z.infer<typeof keywordRow>): KeywordMetrics => ({
  keyword: row.relKeyword,
  pc_searches: row.monthlyPcQcCnt,
  mobile_searches: row.monthlyMobileQcCnt,
  pc_clicks: row.monthlyAvePcClkCnt,
  mobile_clicks: row.monthlyAveMobileClkCnt,
  pc_click_rate: row.monthlyAvePcCtr,
  mobile_click_rate: row.monthlyAveMobileCtr,
  ad_count: Math.round(row.plAvgDepth),
  competition: competitions[row.compIdx ?? ''] ?? null,
})

/** The response for an unknown keyword is UNCONFIRMED: no entry, or one without flags, counts as "not stated". */
const managedKeywords = z.array(
  z.object({
    keyword: z.string(),
    managedKeyword: z
      .object({ isAdult: z.boolean(), isRestricted: z.boolean(), isSellProhibit: z.boolean() })
      .nullish(),
  }),
)

function readFlags(managed: z.infer<typeof managedKeywords>, key: string): KeywordReport['flags'] {
  const flags = managed.find(({ keyword }) => keywordKey(keyword) === key)?.managedKeyword
  if (!flags) return null
  return {
    is_adult: flags.isAdult,
    is_restricted: flags.isRestricted,
    is_sell_prohibited: flags.isSellProhibit,
  }
}

/** That the period is a month and the currency KRW is UNCONFIRMED: the reference names neither. */
const performance = z.object({
  estimate: z.array(z.object({ bid: number, clicks: number, impressions: number, cost: number })),
})

function readEstimate({
  bid,
  clicks,
  impressions,
  cost,
}: z.infer<typeof performance>['estimate'][number]): KeywordEstimate {
  return {
    bid,
    impressions: Math.round(impressions),
    clicks: Math.round(clicks),
    click_rate: impressions > 0 ? Math.round((clicks / impressions) * 10_000) / 100 : null,
    cost_per_click: clicks > 0 ? Math.round(cost / clicks) : null,
    cost: Math.round(cost),
  }
}
