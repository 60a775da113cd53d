// What the frames of the four wire formats mean. Shapes: the vendors' own typings of November 2026 (openai 6.49, @anthropic-ai/sdk 1.11, @google/genai 2.32).
import type { ModelPart } from './models.ts'

type StreamReader = {
  /** What a frame says, in order. @throws StreamFailure when the provider gives up in the middle */
  read(frame: unknown): ModelPart[]
  /** After the last frame: the end, or null when it never came. */
  end(): End | null
}
type End = {
  reason: 'complete' | 'length' | 'refused'
  input: number | undefined
  output: number | undefined
}

/** An error frame after a 200. `statusCode` as the provider would have answered without a stream. */
export class StreamFailure extends Error {
  readonly statusCode: number
  constructor(message: string, statusCode: number) {
    super(message)
    this.name = 'StreamFailure'
    this.statusCode = statusCode
  }
}

export const streamReaders = {
  gpt: readResponses,
  claude: readMessages,
  gemini: readGemini,
  compatible: readChat,
} satisfies Record<string, () => StreamReader>

const alive: ModelPart = { type: 'alive', thought: '' }
const text = (delta: string): ModelPart => ({ type: 'text', delta })
const thought = (delta: string): ModelPart => ({ type: 'alive', thought: delta })
const sum = (...counts: (number | undefined | null)[]) =>
  counts.every((count) => count === undefined || count === null)
    ? undefined
    : counts.reduce<number>((total, count) => total + (count ?? 0), 0)

type ResponsesFrame = {
  type?: string
  delta?: string
  code?: string | null
  message?: string
  error?: { code?: string | null; type?: string; message?: string } | null
  response?: {
    usage?: { input_tokens?: number; output_tokens?: number } | null
    incomplete_details?: { reason?: string } | null
    error?: { code?: string; message?: string } | null
  }
}

/** OpenAI Responses: usage stands in the last frame only. */
function readResponses(): StreamReader {
  let end = null as End | null
  const finish = (reason: End['reason'], { response }: ResponsesFrame) => {
    const isRefused = end?.reason === 'refused'
    end = {
      reason: isRefused ? 'refused' : reason,
      input: response?.usage?.input_tokens,
      output: response?.usage?.output_tokens,
    }
    return []
  }
  return {
    read(value) {
      const frame = value as ResponsesFrame
      switch (frame.type) {
        case 'response.output_text.delta':
          return [text(frame.delta ?? '')]
        case 'response.reasoning_summary_text.delta':
          return [thought(frame.delta ?? '')]
        case 'response.completed':
          return finish('complete', frame)
        case 'response.incomplete':
          return finish(
            frame.response?.incomplete_details?.reason === 'content_filter' ? 'refused' : 'length',
            frame,
          )
        case 'response.refusal.delta':
          return finish('refused', frame)
        case 'response.failed':
          throw openAiFailure(frame.response?.error)
        case 'error':
          throw openAiFailure(frame.error ?? frame)
        default:
          return [alive]
      }
    },
    end: () => end,
  }
}

type ChatFrame = {
  choices?: {
    delta?: { content?: string | null; reasoning_content?: string | null; reasoning?: string | null }
    finish_reason?: string | null
  }[]
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null
  error?: { code?: string | null; type?: string; message?: string } | null
}

/** OpenAI Chat Completions and what others make of it (Ollama, vLLM): usage comes after the reason, in a frame without choices. */
function readChat(): StreamReader {
  let reason: End['reason'] | null = null
  let usage: ChatFrame['usage'] = null
  return {
    read(value) {
      const frame = value as ChatFrame
      if (frame.error) throw openAiFailure(frame.error)
      usage = frame.usage ?? usage
      const choice = frame.choices?.[0]
      const asked = choice?.finish_reason
      if (asked) reason = asked === 'length' ? 'length' : asked === 'content_filter' ? 'refused' : 'complete'
      const thinking = choice?.delta?.reasoning_content ?? choice?.delta?.reasoning
      if (thinking) return [thought(thinking)]
      return choice?.delta?.content ? [text(choice.delta.content)] : [alive]
    },
    end: () => reason && { reason, input: usage?.prompt_tokens, output: usage?.completion_tokens },
  }
}

/** Only what may pass by itself is told apart: too many requests now, not a quota that is used up. */
function openAiFailure(error: { code?: string | null; message?: string } | null | undefined): StreamFailure {
  return new StreamFailure(error?.message ?? 'error', error?.code === 'rate_limit_exceeded' ? 429 : 500)
}

type MessagesFrame = {
  type?: string
  message?: {
    usage?: {
      input_tokens?: number
      cache_creation_input_tokens?: number | null
      cache_read_input_tokens?: number | null
    }
  }
  delta?: {
    type?: string
    text?: string
    partial_json?: string
    thinking?: string
    stop_reason?: string | null
  }
  usage?: { output_tokens?: number }
  error?: { type?: string; message?: string }
}
const messagesStatuses: Record<string, number> = { rate_limit_error: 429, overloaded_error: 529 }
const messagesReasons: Record<string, End['reason']> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'refused',
}

/** Anthropic Messages: the input side is counted at the start, the output side at the end. */
function readMessages(): StreamReader {
  let reason: string | null = null
  let isOver = false
  let input: number | undefined
  let output: number | undefined
  return {
    read(value) {
      const frame = value as MessagesFrame
      switch (frame.type) {
        case 'message_start': {
          const usage = frame.message?.usage
          input = sum(usage?.input_tokens, usage?.cache_creation_input_tokens, usage?.cache_read_input_tokens)
          return input === undefined ? [alive] : [{ type: 'input', tokens: input }]
        }
        case 'content_block_delta':
          if (frame.delta?.type === 'text_delta') return [text(frame.delta.text ?? '')]
          // Models without structured output answer through a tool that the SDK makes up for them.
          if (frame.delta?.type === 'input_json_delta') return [text(frame.delta.partial_json ?? '')]
          return [thought(frame.delta?.thinking ?? '')]
        case 'message_delta':
          reason = frame.delta?.stop_reason ?? reason
          output = frame.usage?.output_tokens ?? output
          return [alive]
        case 'message_stop':
          isOver = true
          return []
        case 'error':
          throw new StreamFailure(
            frame.error?.message ?? 'error',
            messagesStatuses[frame.error?.type ?? ''] ?? 500,
          )
        default:
          return [alive]
      }
    },
    end: () => (isOver ? { reason: messagesReasons[reason ?? ''] ?? 'complete', input, output } : null),
  }
}

type GeminiFrame = {
  candidates?: {
    content?: { parts?: { text?: string; thought?: boolean }[] }
    finishReason?: string
  }[]
  promptFeedback?: { blockReason?: string }
  usageMetadata?: { promptTokenCount?: number; candidatesTokenCount?: number; thoughtsTokenCount?: number }
  error?: { code?: number; message?: string }
}

/** Gemini: every frame has one shape, and the last usage counts. A prompt that is refused has no candidate. */
function readGemini(): StreamReader {
  let reason: End['reason'] | null = null
  let usage: GeminiFrame['usageMetadata']
  return {
    read(value) {
      const frame = value as GeminiFrame
      if (frame.error) throw new StreamFailure(frame.error.message ?? 'error', frame.error.code ?? 500)
      usage = frame.usageMetadata ?? usage
      if (frame.promptFeedback?.blockReason) reason = 'refused'
      const candidate = frame.candidates?.[0]
      const asked = candidate?.finishReason
      if (asked) reason = asked === 'STOP' ? 'complete' : asked === 'MAX_TOKENS' ? 'length' : 'refused'
      const parts = candidate?.content?.parts ?? []
      if (parts.length === 0) return [alive]
      return parts.map((part) => (part.thought ? thought(part.text ?? '') : text(part.text ?? '')))
    },
    end: () =>
      reason && {
        reason,
        input: usage?.promptTokenCount,
        output: sum(usage?.candidatesTokenCount, usage?.thoughtsTokenCount),
      },
  }
}
