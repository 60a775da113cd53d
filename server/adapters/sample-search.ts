// Sample pages for a machine that cannot search the web. The pages, screens and texts label them as samples.
import type { OutputLanguage } from '#shared/tools.ts'
import type { SearchHit } from './web-search.ts'

/** One page for each query, under a reserved name (RFC 2606). */
export const sampleHits = (queries: readonly string[], language: OutputLanguage): SearchHit[][] =>
  queries.map((query, index) => {
    const { title, text } = (language === 'Korean' ? korean : english)(query)
    return [{ url: `https://example.com/sample-${index + 1}`, title, excerpt: '', date: null, sample: text }]
  })

const korean = (query: string) => ({
  title: `견본 자료: ${query}`,
  text: `이 문장은 견본이며 실제 웹에서 찾은 것이 아닙니다. 검색 키를 넣으면 이 자리에 “${query}”에 관한 진짜 자료의 문장이 옵니다.`,
})
const english = (query: string) => ({
  title: `Sample source: ${query}`,
  text: `This sentence is a sample and was not found on the web. With a key for search, a sentence from a real source about “${query}” stands here.`,
})
