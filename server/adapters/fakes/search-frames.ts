// Frames in which three providers report a web search before the answer. Shapes as their SDKs of November 2026 read
// them.
import type { WireFormat } from './wire-frames.ts'

export type FakeSearch = {
  queries: string[]
  pages: { url: string; title: string }[]
  /** The search itself fails, and the answer continues without it. */
  isRefused?: boolean
}

const sse = (data: object, event?: string) =>
  `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`

/** Frames to send after the answer's first frame. */
export function searchFrames(format: WireFormat, search: FakeSearch): string[] {
  if (format === 'openai') return openAi(search)
  if (format === 'anthropic') return anthropic(search)
  if (format === 'gemini') return gemini(search)
  throw new Error('Chat Completions has no search of its own.')
}

/**
 * Responses API: one item for each search, and one for an opened page, which is not charged. Sources have no titles.
 */
function openAi({ queries, pages, isRefused }: FakeSearch): string[] {
  const frame = (type: string, data: object) => sse({ type, ...data }, type)
  const calls = queries.map((query, index) => ({
    id: `ws_${index}`,
    action: {
      type: 'search',
      query,
      queries: [query],
      sources: index > 0 || isRefused ? [] : pages.map(({ url }) => ({ type: 'url', url })),
    },
  }))
  const opened = { id: 'ws_open', action: { type: 'open_page', url: pages[0]?.url ?? null } }
  return [...calls, opened].flatMap(({ id, action }, index) => {
    const place = { output_index: index + 1 }
    const item = { type: 'web_search_call', id }
    return [
      frame('response.output_item.added', { ...place, item: { ...item, status: 'in_progress' } }),
      frame('response.web_search_call.in_progress', { ...place, item_id: id }),
      frame('response.web_search_call.searching', { ...place, item_id: id }),
      frame('response.web_search_call.completed', { ...place, item_id: id }),
      frame('response.output_item.done', {
        ...place,
        item: { ...item, status: isRefused ? 'failed' : 'completed', action },
      }),
    ]
  })
}

/** Messages: one block requests each search, and another has its result. */
function anthropic({ queries, pages, isRefused }: FakeSearch): string[] {
  const frame = (type: string, data: object) => sse({ type, ...data }, type)
  return queries.flatMap((query, index) => {
    const [asked, answered] = [10 + index * 2, 11 + index * 2]
    const id = `srvtoolu_${index}`
    const content = isRefused
      ? { type: 'web_search_tool_result_error', error_code: 'unavailable' }
      : pages.slice(index === 0 ? 0 : pages.length).map((page) => ({
          type: 'web_search_result',
          ...page,
          encrypted_content: 'x',
          page_age: 'April 30, 2026',
        }))
    return [
      frame('content_block_start', {
        index: asked,
        content_block: { type: 'server_tool_use', id, name: 'web_search', input: {} },
      }),
      frame('content_block_delta', {
        index: asked,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify({ query }) },
      }),
      frame('content_block_stop', { index: asked }),
      frame('content_block_start', {
        index: answered,
        content_block: { type: 'web_search_tool_result', tool_use_id: id, content },
      }),
      frame('content_block_stop', { index: answered }),
    ]
  })
}

/** Gemini: the grounding of the answer; each page has a Google redirect address. */
function gemini({ queries, pages, isRefused }: FakeSearch): string[] {
  const groundingMetadata = isRefused
    ? {}
    : {
        webSearchQueries: queries,
        searchEntryPoint: { renderedContent: '<div></div>' },
        groundingChunks: pages.map(({ url, title }) => ({ web: { uri: url, title } })),
        groundingSupports: [],
      }
  return [
    sse({
      modelVersion: 'fake',
      responseId: 'fake',
      candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, index: 0, groundingMetadata }],
    }),
  ]
}
