// Searching the web for the sources of a text: Naver's API, or samples on a machine without keys. A provider's own search is a call of its
// model (models.ts), since the model decides what to look for.
import type { SearchConfig } from '#server/search-config.ts'
import type { SearchKind } from '#shared/research.ts'
import type { OutputLanguage } from '#shared/tools.ts'
import { createNaverOpenApi } from './naver-open-api.ts'
import { sampleHits } from './sample-search.ts'

export type SearchHit = {
  url: string
  title: string
  /** What the search itself says of the page. */
  excerpt: string
  /** YYYY-MM-DD, where the search says so. */
  date: string | null
  /** A page that cannot be read, because it is made up: its whole text. */
  sample?: string
}

export type WebSearch = {
  kind: SearchKind
  /**
   * What suits each query best, best first, query by query. Nothing for `model` and `none`.
   * @throws AppError keyword_unavailable
   */
  find(queries: readonly string[], language: OutputLanguage): Promise<SearchHit[][]>
}

export function createWebSearch(config: SearchConfig): WebSearch {
  if (config.kind === 'sample')
    return { kind: 'sample', find: (queries, language) => Promise.resolve(sampleHits(queries, language)) }
  if (config.kind !== 'naver') return { kind: config.kind, find: () => Promise.resolve([]) }
  const naver = createNaverOpenApi(config.openApi)
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
