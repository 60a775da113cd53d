// Maps the parts of every provider's stream, including parts that no wire format of today sends.
import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { expect, it } from 'vitest'
import { describeModel, type ModelPart } from './models.ts'

/** Sends both text parts of a stream and then `parts`; returns the result. */
async function read(...parts: LanguageModelV4StreamPart[]) {
  const provider = new MockLanguageModelV4({
    doStream: {
      stream: convertArrayToReadableStream<LanguageModelV4StreamPart>([
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Half a ' },
        { type: 'text-delta', id: '1', delta: 'sentence' },
        ...parts,
      ]),
    },
  })
  const seen: ModelPart[] = []
  const call = {
    instructions: 'Write.',
    prompt: 'A prompt.',
    files: [],
    maxOutputTokens: 500,
    isThoughtThrough: false,
    signal: new AbortController().signal,
  }
  const failure = await describeModel('gpt', provider)
    .stream(call, (part) => seen.push(part))
    .then(
      () => null,
      (error: unknown) => error,
    )
  const text = seen.map((part) => (part.type === 'text' ? part.delta : '')).join('')
  return { seen, text, failure, end: seen.find(({ type }) => type === 'end'), calls: provider.doStreamCalls }
}

const finish = (
  unified: LanguageModelV4FinishReason['unified'],
  { raw }: { raw: string | undefined } = { raw: unified },
): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw },
  usage: {
    inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 3, text: 3, reasoning: 0 },
  },
})

it('stop and a finished tool call complete a text; length ends it as one to be continued', async () => {
  const ends = { stop: 'complete', 'tool-calls': 'complete', length: 'length' } as const
  for (const [unified, reason] of Object.entries(ends))
    expect(await read(finish(unified as keyof typeof ends)), unified).toMatchObject({
      text: 'Half a sentence',
      failure: null,
      end: { type: 'end', reason, input: 10, output: 3 },
    })
})

it('a content filter, an error and an end without a finish reason are errors, and the deltas before them stay', async () => {
  const codes: [LanguageModelV4StreamPart[], string][] = [
    [[finish('content-filter')], 'model_refused'],
    [[finish('error')], 'stream_cut'],
    [[finish('other', { raw: undefined })], 'stream_cut'],
    [[], 'stream_cut'],
    [[{ type: 'error', error: { type: 'overloaded_error' } }], 'model_unavailable'],
  ]
  for (const [parts, code] of codes) {
    const { text, failure, end } = await read(...parts)
    expect([text, end], code).toEqual(['Half a sentence', undefined])
    expect(failure).toMatchObject({ name: 'ModelError', code })
  }
})

it('a finish reason of a compatible server’s own counts as complete', async () => {
  expect((await read(finish('other', { raw: 'eos' }))).end).toMatchObject({ reason: 'complete' })
})

it('a failed search or tool is not counted, and the text continues', async () => {
  const result = (isError: boolean, value: object): LanguageModelV4StreamPart => ({
    type: 'tool-result',
    toolCallId: 'search',
    toolName: 'web_search',
    result: value as never,
    isError,
  })
  const { seen, failure } = await read(
    result(true, { error: 'unavailable' }),
    result(false, { action: { type: 'search' } }),
    result(false, { action: { type: 'openPage' } }),
    { type: 'source', sourceType: 'url', id: '1', url: 'https://example.com/a', title: 'A' },
    finish('stop'),
  )
  expect(failure).toBeNull()
  expect(seen.filter(({ type }) => type === 'source')).toEqual([
    { type: 'source', url: 'https://example.com/a', title: 'A' },
  ])
  const counts = seen.map((part) => (part.type === 'searched' ? part.count : 0))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
})

it('reasoning is reported as activity, not text; the request has both prompts and the limit', async () => {
  const { seen, text, calls } = await read(
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
    finish('stop'),
  )
  expect(text).toBe('Half a sentence')
  expect(seen).toContainEqual({ type: 'alive', thought: 'Hm.' })
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({
    maxOutputTokens: 500,
    prompt: [
      { role: 'system', content: 'Write.' },
      { role: 'user', content: [{ type: 'text', text: 'A prompt.' }] },
    ],
  })
})
