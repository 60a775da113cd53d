// The source of keyword figures: Naver, or samples on a machine without its keys.
import type { KeywordsConfig } from '#server/config.ts'
import type { FoundPost, KeywordMetrics, KeywordReport, KeywordTrend } from '#shared/keywords.ts'
import type { CountCall } from './daily-calls.ts'
import { createNaverOpenApi } from './naver-open-api.ts'
import { createNaverSearchAd } from './naver-search-ad.ts'
import { createSampleKeywords } from './sample-keywords.ts'

export type KeywordFigures = Omit<KeywordReport, 'keyword' | 'is_sample' | 'read_at'>
export type TrendFigures = Pick<KeywordTrend, 'months' | 'series'>

export type KeywordSource = {
  isSample: boolean
  /** @throws AppError keyword_unavailable */
  read(keyword: string): Promise<KeywordFigures>
  /** Its searches alone. Null when it has too few to be counted. @throws AppError keyword_unavailable */
  readVolume(keyword: string, today: Date): Promise<KeywordMetrics | null>
  /** The first hundred posts of the blog search, in order. @throws AppError keyword_unavailable */
  readPosts(keyword: string, today: Date): Promise<FoundPost[]>
  /** The last twelve whole months. @throws AppError keyword_unavailable */
  readTrend(keywords: readonly string[], today: Date): Promise<TrendFigures>
}

export function createKeywordSource(config: KeywordsConfig | null, countCall: CountCall): KeywordSource {
  if (!config) return createSampleKeywords()
  const searchAd = createNaverSearchAd(config.searchAd, countCall)
  const openApi = createNaverOpenApi(config.openApi, countCall)
  return {
    isSample: false,
    async read(keyword) {
      const [figures, blog, web] = await Promise.all([
        searchAd.read(keyword),
        openApi.search('blog', keyword),
        openApi.search('webkr', keyword),
      ])
      return {
        ...figures,
        blog_count: blog.total,
        web_count: web.total,
        blogs: blog.contents,
        webs: web.contents,
      }
    },
    readVolume: (keyword) => searchAd.readVolume(keyword),
    readPosts: (keyword) => openApi.readPosts(keyword),
    readTrend: (keywords, today) => openApi.readTrend(keywords, today),
  }
}
