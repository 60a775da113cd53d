// One answer in the four wire formats, frame by frame. Shapes as the providers' SDKs of November 2026 read them.
export type WireFormat = 'openai' | 'chat' | 'anthropic' | 'gemini'
export type FakeUsage = { input: number; cached: number; output: number; reasoning: number }
export type Finish = 'stop' | 'length' | 'refused'

export type Frames = {
  /** Frames before the first text delta. */
  open: string[]
  text(delta: string): string
  /** The completion marker with the usage. Without it the stream counts as cut. */
  end: string[]
  /** An error in the middle of a stream that began with status 200. */
  error: string
}

export function frames(format: WireFormat, usage: FakeUsage, finish: Finish): Frames {
  return { openai: openAiFrames, chat: chatFrames, anthropic: anthropicFrames, gemini: geminiFrames }[format](
    usage,
    finish,
  )
}

/** The body of an error response before the stream. */
export function errorBody(format: WireFormat, status: number): unknown {
  const message = `fake error ${status}`
  if (format === 'anthropic')
    return {
      type: 'error',
      error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message },
      request_id: 'req_fake',
    }
  if (format === 'gemini')
    return { error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'INTERNAL' } }
  return {
    error: { message, type: 'error', param: null, code: status === 429 ? 'rate_limit_exceeded' : null },
  }
}

const sse = (data: unknown, event?: string) =>
  `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`

/** Responses API: only the last frame has the usage, and there is no [DONE]. */
function openAiFrames(usage: FakeUsage, finish: Finish): Frames {
  let sequence = 0
  const frame = (type: string, data: object) => sse({ type, sequence_number: sequence++, ...data }, type)
  const response = {
    id: 'resp_fake',
    object: 'response',
    created_at: 1_790_000_000,
    model: 'fake',
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    output: [],
  }
  const item = { type: 'message', id: 'msg_fake', role: 'assistant', status: 'in_progress', content: [] }
  const place = { item_id: 'msg_fake', output_index: 0, content_index: 0 }
  const counted = {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  }
  const open = [
    frame('response.created', { response }),
    frame('response.in_progress', { response }),
    frame('response.output_item.added', { output_index: 0, item }),
    frame('response.content_part.added', {
      ...place,
      part: { type: 'output_text', text: '', annotations: [] },
    }),
  ]
  const reason = finish === 'length' ? 'max_output_tokens' : 'content_filter'
  const last =
    finish === 'stop'
      ? frame('response.completed', { response: { ...response, status: 'completed', usage: counted } })
      : frame('response.incomplete', {
          response: { ...response, status: 'incomplete', incomplete_details: { reason }, usage: counted },
        })
  return {
    open,
    text: (delta) => frame('response.output_text.delta', { ...place, delta, logprobs: [] }),
    end: [
      frame('response.output_text.done', { ...place, text: '', logprobs: [] }),
      frame('response.output_item.done', { output_index: 0, item: { ...item, status: 'completed' } }),
      last,
    ],
    error: frame('error', {
      error: { type: 'server_error', code: 'server_error', message: 'fake error', param: null },
    }),
  }
}

/** Chat Completions: a chunk without choices has the usage; [DONE] follows. */
function chatFrames(usage: FakeUsage, finish: Finish): Frames {
  const chunk = (data: object) =>
    sse({
      id: 'chatcmpl-fake',
      object: 'chat.completion.chunk',
      created: 1_790_000_000,
      model: 'fake',
      ...data,
    })
  const delta = (content: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta: content, finish_reason }] })
  const counted = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  }
  return {
    open: [delta({ role: 'assistant', content: '' })],
    text: (content) => delta({ content }),
    end: [
      delta({}, { stop: 'stop', length: 'length', refused: 'content_filter' }[finish]),
      chunk({ choices: [], usage: counted }),
      'data: [DONE]\n\n',
    ],
    error: sse({ error: { message: 'fake error', type: 'server_error', param: null, code: null } }),
  }
}

/** Messages: the start has the input usage, the end has the output usage. */
function anthropicFrames(usage: FakeUsage, finish: Finish): Frames {
  const frame = (type: string, data: object) => sse({ type, ...data }, type)
  const input = {
    input_tokens: usage.input - usage.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
  }
  return {
    open: [
      frame('message_start', {
        message: {
          id: 'msg_fake',
          type: 'message',
          role: 'assistant',
          model: 'fake',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...input, output_tokens: 1 },
        },
      }),
      frame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      frame('ping', {}),
    ],
    text: (text) => frame('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    end: [
      frame('content_block_stop', { index: 0 }),
      frame('message_delta', {
        delta: {
          stop_reason: { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' }[finish],
          stop_sequence: null,
        },
        usage: { output_tokens: usage.output },
      }),
      frame('message_stop', {}),
    ],
    error: frame('error', { error: { type: 'overloaded_error', message: 'fake error' } }),
  }
}

/** Gemini: every frame has the same shape; the last one has the finish reason and the final usage. */
function geminiFrames(usage: FakeUsage, finish: Finish): Frames {
  const frame = (data: object) => sse({ modelVersion: 'fake', responseId: 'fake', ...data })
  const candidate = (text: string, finishReason?: string) => ({
    candidates: [
      { content: { role: 'model', parts: [{ text }] }, index: 0, ...(finishReason ? { finishReason } : {}) },
    ],
  })
  const input = {
    promptTokenCount: usage.input,
    ...(usage.cached ? { cachedContentTokenCount: usage.cached } : {}),
  }
  return {
    open: [],
    text: (text) => frame({ ...candidate(text), usageMetadata: { ...input, totalTokenCount: usage.input } }),
    end: [
      frame({
        ...candidate('', { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' }[finish]),
        usageMetadata: {
          ...input,
          candidatesTokenCount: usage.output - usage.reasoning,
          thoughtsTokenCount: usage.reasoning,
          totalTokenCount: usage.input + usage.output,
        },
      }),
    ],
    error: frame({ error: { code: 503, message: 'fake error', status: 'UNAVAILABLE' } }),
  }
}

/** The response of a provider that refuses the prompt itself. */
export function blockedFrames(format: WireFormat, usage: FakeUsage): string[] {
  if (format !== 'gemini') {
    const { open, end } = frames(format, { ...usage, output: 0, reasoning: 0 }, 'refused')
    return [...open, ...end]
  }
  return [
    sse({
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: usage.input, totalTokenCount: usage.input },
      modelVersion: 'fake',
    }),
  ]
}
