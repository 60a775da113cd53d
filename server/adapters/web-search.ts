// Web search for the sources of a text: Naver's API, or samples on a machine without keys. A provider's own search is
// part of its model call (models.ts), since the model decides the queries.
import type { SearchConfig } from '#server/search-config.ts'
import type { SearchKind } from '#shared/research.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import type { CountCall } from './daily-calls.ts'
import { createNaverOpenApi } from './naver-open-api.ts'
import { sampleHits } from './sample-search.ts'

export type SearchHit = {
  url: string
  title: string
  /** The search result's own excerpt of the page. */
  excerpt: string
  /** YYYY-MM-DD, where the result has a date. */
  date: string | null
  /** The whole text of a made-up page, which cannot be fetched. */
  sample?: string
}

export type WebSearch = {
  kind: SearchKind
  /**
   * The most relevant results, best first, query by query. Nothing for `model` and `none`.
   * @throws AppError keyword_unavailable
   */
  find(queries: readonly string[], language: OutputLanguage): Promise<SearchHit[][]>
}

export function createWebSearch(config: SearchConfig, countCall: CountCall): WebSearch {
  if (config.kind === 'sample')
    return { kind: 'sample', find: (queries, language) => Promise.resolve(sampleHits(queries, language)) }
  if (config.kind !== 'naver') return { kind: config.kind, find: () => Promise.resolve([]) }
  const naver = createNaverOpenApi(config.openApi, countCall)
  return {
    kind: 'naver',
    find: (queries) =>
      Promise.all(
        queries.map(async (query) => {
          const answers = await Promise.all([naver.search('webkr', query), naver.search('news', query)])
          return answers
            .flatMap(({ contents }) => contents)
            .map(({ link, title, description, date }) => ({ url: link, title, excerpt: description, date }))
        }),
      ),
  }
}
