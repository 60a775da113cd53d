import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { answerWell, startFakeProvider, type Reply } from './fakes/fake-provider.ts'
import type { WireFormat } from './fakes/wire-frames.ts'
import { createToolModel, type ModelPart } from './models.ts'

const formats: WireFormat[] = ['openai', 'chat', 'anthropic', 'gemini']

const backendEnvironment = {
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  DATABASE_URL: 'postgres://x',
}

/** Makes one call to a fake that speaks `format`, and returns the result. */
async function call(
  format: WireFormat,
  reply: Reply,
  options: { schema?: z.ZodType; signal?: AbortSignal; search?: { usesMax: number } } = {},
) {
  const fake = await startFakeProvider((request) => ({ ...answerWell(request), ...reply }))
  const config = readConfig({ ...backendEnvironment, ...fake.env(format) })
  const parts: ModelPart[] = []
  let error: unknown = null
  try {
    const order = {
      instructions: 'Write.',
      prompt: 'A prompt.',
      files: [],
      maxOutputTokens: 500,
      isThoughtThrough: false,
      signal: options.signal ?? new AbortController().signal,
      ...(options.schema ? { schema: options.schema } : {}),
      ...(options.search ? { search: options.search } : {}),
    }
    await createToolModel(config.models).stream(order, (part) => parts.push(part))
  } catch (problem) {
    error = problem
  }
  await fake.close()
  const text = parts.map((part) => (part.type === 'text' ? part.delta : '')).join('')
  return { parts, text, error, end: parts.find((part) => part.type === 'end'), calls: fake.calls }
}

it.each([
  ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
  ['GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_BASE_URL'],
])('a key with an empty URL in the environment creates a model', (key, address) => {
  vi.stubEnv(address, '')
  const config = readConfig({ ...backendEnvironment, [key]: 'k', [address]: '' })
  expect(createToolModel(config.models).isDemo).toBe(false)
  vi.unstubAllEnvs()
})

it.each(formats)('R5: %s gives its whole text, and usage that counts reasoning and cache', async (format) => {
  const { text, end } = await call(format, {
    text: '안녕하세요. 한 문장이에요.',
    usage: { input: 120, cached: 20, output: 40, reasoning: 15 },
  })
  expect(text).toBe('안녕하세요. 한 문장이에요.')
  expect(end).toEqual({ type: 'end', reason: 'complete', input: 120, output: 55 })
})

it.each(formats)('R5: %s gives the same text from single bytes, with Hangul intact', async (format) => {
  const { text } = await call(format, { text: '한 글자씩 와도 깨지지 않아요. 😀', isBytewise: true })
  expect(text).toBe('한 글자씩 와도 깨지지 않아요. 😀')
})

it.each(formats)('R5: %s asks for an object by its schema', async (format) => {
  const { text, calls } = await call(
    format,
    {},
    { schema: z.object({ tags: z.array(z.string()).min(1).max(3) }) },
  )
  expect(calls[0]?.part).toBe('tags')
  expect(JSON.parse(text)).toHaveProperty('tags')
})

it.each(formats)('R5: %s reports that it ended at the token limit', async (format) => {
  const { end } = await call(format, {
    text: '잘렸어요',
    finish: 'length',
    usage: { input: 10, output: 500 },
  })
  expect(end).toEqual({ type: 'end', reason: 'length', input: 10, output: 500 })
})

const failures: [string, Reply, string][] = [
  ['401', { status: 401 }, 'model_unavailable'],
  ['429', { status: 429, headers: { 'retry-after': '2' } }, 'model_unavailable'],
  ['500', { status: 500 }, 'model_unavailable'],
  ['an HTML 502', { html: true, status: 502 }, 'model_unavailable'],
  ['504', { status: 504 }, 'model_timeout'],
  ['413', { status: 413 }, 'file_too_large'],
  ['a refused prompt', { isBlocked: true }, 'model_refused'],
  [
    'a missing end marker',
    { text: '한 문장이 끝나기 전에 끊겨요', fault: { after: 1, kind: 'cut' } },
    'stream_cut',
  ],
  [
    'malformed events',
    { text: '한 문장이 끝나기 전에 끊겨요', fault: { after: 1, kind: 'malformed' } },
    'stream_cut',
  ],
]
it.each(
  formats.flatMap((format) => failures.map(([name, reply, code]) => [format, name, reply, code] as const)),
)('row 61: %s with %s becomes an error of the catalogue', async (format, _name, reply, code) => {
  const { error, end } = await call(format, reply)
  expect(error).toMatchObject({ code })
  expect(end).toBeUndefined()
})

it.each(formats)(
  'row 61: %s that breaks the connection or sends an error after some text ends in an error',
  async (format) => {
    for (const kind of ['reset', 'error'] as const) {
      const { error, text } = await call(format, {
        text: '여기까지는 왔어요. 그리고 끊겨요.',
        fault: { after: 1, kind },
      })
      expect(error).toMatchObject({ name: 'ModelError' })
      expect(text).toBe('여기까지는 왔어요. 그')
    }
  },
)

it.each(formats)(
  'row 61: %s that a filter ends in the middle is refused, and the deltas before it stay',
  async (format) => {
    const { error, text, end } = await call(format, { text: '여기까지는 왔어요.', finish: 'refused' })
    expect(error).toMatchObject({ code: 'model_refused' })
    expect([text, end]).toEqual(['여기까지는 왔어요.', undefined])
  },
)

it('row 61: the error of a 429 has the provider’s waiting time', async () => {
  const { error } = await call('openai', { status: 429, headers: { 'retry-after': '2' } })
  expect(error).toMatchObject({ statusCode: 429, retryAfterMs: 2_000 })
})

it('an abort ends the stream with its own reason', async () => {
  const abort = new AbortController()
  const reason = new Error('stop')
  const running = call('openai', { text: 'x', fault: { after: 1, kind: 'hang' } }, { signal: abort.signal })
  abort.abort(reason)
  expect((await running).error).toBe(reason)
})

it('row 68: the key goes to its own provider only, and requests ask OpenAI not to store the text', async () => {
  const { calls } = await call('openai', {})
  expect(calls[0]?.headers.authorization).toBe('Bearer key-openai')
  expect(calls[0]?.body).toMatchObject({ store: false, max_output_tokens: 500 })
})

const search = {
  queries: ['library hours', 'library card'],
  pages: [
    { url: 'https://library.example.com/hours', title: 'Hours' },
    { url: 'https://news.example.com/card?id=1', title: 'A new card' },
  ],
}
const searching: WireFormat[] = ['openai', 'anthropic', 'gemini']

it.each(searching)(
  '%s searches the web when allowed: pages and searches are reported, and not as text',
  async (format) => {
    const { parts, text, calls } = await call(format, { text: 'Found.', search }, { search: { usesMax: 3 } })
    const found = parts.flatMap((part) => (part.type === 'source' ? [part.url] : []))
    expect(found).toEqual(search.pages.map(({ url }) => url))
    const searched = parts.reduce((sum, part) => sum + (part.type === 'searched' ? part.count : 0), 0)
    expect([searched, text]).toEqual([2, 'Found.'])
    expect(calls[0]!.part).toBe('search')
  },
)

it('requests to OpenAI and Anthropic limit the number of searches', async () => {
  const [{ calls: openAi }, { calls: anthropic }] = [
    await call('openai', { text: 'Found.' }, { search: { usesMax: 3 } }),
    await call('anthropic', { text: 'Found.' }, { search: { usesMax: 3 } }),
  ]
  expect(openAi[0]!.body).toMatchObject({ max_tool_calls: 3 })
  expect(anthropic[0]!.body.tools).toMatchObject([{ name: 'web_search', max_uses: 3 }])
})

it.each(searching)('%s still answers when its search fails, and no search is counted', async (format) => {
  const refused = { ...search, isRefused: true }
  const { parts, text, error } = await call(
    format,
    { text: 'Nothing.', search: refused },
    { search: { usesMax: 3 } },
  )
  const counted = parts.filter(
    (part) => part.type === 'source' || (part.type === 'searched' && part.count > 0),
  )
  expect([counted, text, error]).toEqual([[], 'Nothing.', null])
})

it.each(formats)('%s gets no search tool unless the call asks for one', async (format) => {
  const { calls } = await call(format, { text: 'A text.' })
  expect([calls[0]!.body.tools, calls[0]!.body.max_tool_calls]).toEqual([undefined, undefined])
})
