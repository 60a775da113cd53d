// The door to language models. Everything behind it are providers of AI SDK 7; in front of it there is one call with one kind of stream.
// The providers' own interface is called, without the SDK's streamText above it: that one costs more per piece of text than everything else here.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type JSONSchema7, type LanguageModelV4 } from '@ai-sdk/provider'
import { z } from 'zod'
import type { ModelsConfig, ProviderConfig } from '#server/config.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { ModelName } from '#shared/usage.ts'
import { createDemoWriter } from './demo-writer.ts'

export type ModelFile = { name: string; mediaType: string; data: Uint8Array }

/** What only the demo writer reads: it cannot understand a prompt, so it is told what the prompt asks for. */
export type DemoFacts = Record<string, string | string[]>

export type ModelCall = {
  instructions: string
  prompt: string
  files: ModelFile[]
  /** Asks for JSON of this shape. */
  schema?: z.ZodType
  maxOutputTokens: number
  signal: AbortSignal
  demo: DemoFacts
}

export type ModelPart =
  | { type: 'text'; delta: string }
  /** The model is at work but says nothing yet: thoughts, pings. `thought` counts where no usage is reported. */
  | { type: 'alive'; thought: string }
  /** Anthropic tells the input side first; it stands when the rest is lost. */
  | { type: 'input'; tokens: number }
  | { type: 'end'; reason: 'complete' | 'length'; input: number | undefined; output: number | undefined }

export type Model = {
  name: ModelName
  isDemo: boolean
  /** Whether it takes a PDF as it is. Pictures come as JPEG, which all of them read. */
  canReadPdf: boolean
  /** @throws ModelError, also in the middle of the stream; the signal's reason when it was aborted */
  stream(call: ModelCall): AsyncIterable<ModelPart>
}

/** Why a model gave nothing (more). `statusCode` and `retryAfterMs` are what the provider said. */
export class ModelError extends AppError {
  readonly statusCode: number | undefined
  readonly retryAfterMs: number | undefined

  constructor(
    code: ErrorCode,
    options: { cause?: unknown; statusCode?: number; retryAfterMs?: number } = {},
  ) {
    super(code, { cause: options.cause })
    this.name = 'ModelError'
    this.statusCode = options.statusCode
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The model that the tools write with, as config chose it. */
export function createToolModel(config: ModelsConfig): Model {
  switch (config.tool) {
    case 'gpt':
      return fromSdk('gpt', openAi(config.gpt!))
    case 'gemini':
      return fromSdk('gemini', google(config.gemini!))
    case 'claude':
      return fromSdk('claude', anthropic(config.claude!))
    case 'compatible':
      return fromSdk('compatible', compatible(config.compatible!))
    case 'demo':
      return fromSdk('demo', createDemoWriter({ delayMs: config.demoDelayMs }))
  }
}

const openAi = ({ apiKey, baseUrl, modelId }: ProviderConfig) =>
  createOpenAI({ apiKey, ...(baseUrl ? { baseURL: baseUrl } : {}) })(modelId)
const google = ({ apiKey, baseUrl, modelId }: ProviderConfig) =>
  createGoogle({ apiKey, ...(baseUrl ? { baseURL: baseUrl } : {}) })(modelId)
const anthropic = ({ apiKey, baseUrl, modelId }: ProviderConfig) =>
  createAnthropic({ apiKey, ...(baseUrl ? { baseURL: baseUrl } : {}) })(modelId)
const compatible = ({ apiKey, baseUrl, modelId }: ProviderConfig) =>
  createOpenAICompatible({
    name: 'compatible',
    baseURL: baseUrl ?? '',
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(apiKey ? { apiKey } : {}),
  })(modelId)

/**
 * Thinking before writing costs tokens that the estimate does not hold: as little of it as each family offers.
 * Claude can go without; a server of one's own may refuse to hear of it.
 */
const reasoning = {
  gpt: 'low',
  gemini: 'low',
  claude: 'none',
  compatible: 'provider-default',
  demo: 'provider-default',
} as const
/** Nothing that a person writes here is kept by OpenAI for later calls. */
const providerOptions = { openai: { store: false } }

function fromSdk(name: ModelName, model: LanguageModelV4): Model {
  return {
    name,
    isDemo: name === 'demo',
    // Servers of one's own take pictures at most.
    canReadPdf: name !== 'compatible',
    stream: (call) => streamParts(name, model, call),
  }
}

async function* streamParts(
  name: ModelName,
  model: LanguageModelV4,
  call: ModelCall,
): AsyncGenerator<ModelPart> {
  try {
    const { stream } = await model.doStream({
      prompt: [
        { role: 'system', content: call.instructions },
        { role: 'user', content: [...call.files.map(toFilePart), { type: 'text', text: call.prompt }] },
      ],
      ...(call.schema ? { responseFormat: { type: 'json', schema: toStrictSchema(call.schema) } } : {}),
      maxOutputTokens: call.maxOutputTokens,
      reasoning: reasoning[name],
      providerOptions: { ...providerOptions, ...(name === 'demo' ? { demo: call.demo } : {}) },
      abortSignal: call.signal,
    })
    let isEnded = false
    for await (const part of stream) {
      if (part.type === 'text-delta') yield { type: 'text', delta: part.delta }
      else if (part.type === 'reasoning-delta') yield { type: 'alive', thought: part.delta }
      else if (part.type === 'custom') yield* readEarlyInput(part.providerMetadata)
      else if (part.type === 'error') throw part.error
      else if (part.type === 'finish') {
        isEnded = true
        yield readEnd(part.finishReason.unified, {
          inputTokens: part.usage.inputTokens.total,
          outputTokens: part.usage.outputTokens.total,
        })
      } else yield { type: 'alive', thought: '' }
    }
    if (!isEnded) throw new ModelError('stream_cut')
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason
    throw toModelError(error)
  }
}

function readEnd(
  reason: string,
  usage: { inputTokens: number | undefined; outputTokens: number | undefined },
): ModelPart {
  const counted = { input: usage.inputTokens, output: usage.outputTokens }
  if (reason === 'stop') return { type: 'end', reason: 'complete', ...counted }
  if (reason === 'length') return { type: 'end', reason: 'length', ...counted }
  if (reason === 'content-filter') throw new ModelError('model_refused')
  throw new ModelError('stream_cut')
}

/** Seen right after message_start (kind `anthropic.message_start`). */
function* readEarlyInput(metadata: unknown): Generator<ModelPart> {
  const result = z
    .object({ anthropic: z.object({ usage: z.object({ input_tokens: z.number() }) }) })
    .safeParse(metadata)
  if (result.success) yield { type: 'input', tokens: result.data.anthropic.usage.input_tokens }
}

function toFilePart(file: ModelFile) {
  return {
    type: 'file' as const,
    data: { type: 'data' as const, data: file.data },
    mediaType: file.mediaType,
    filename: file.name,
  }
}

/** OpenAI's strict mode wants every property required and nothing besides; bounds are left to our own check of the answer. */
function toStrictSchema(schema: z.ZodType): JSONSchema7 {
  const json = z.toJSONSchema(schema, {
    override: ({ jsonSchema: node }) => {
      for (const key of ['minItems', 'maxItems', 'minLength', 'maxLength', '$schema'] as const)
        delete node[key]
    },
  })
  return json as JSONSchema7
}

function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  if (!APICallError.isInstance(error)) return new ModelError('stream_cut', { cause: error })
  const { statusCode } = error
  const options = {
    cause: error,
    ...(statusCode === undefined ? {} : { statusCode }),
    ...readRetryAfter(error),
  }
  if (statusCode === 413) return new ModelError('file_too_large', options)
  if (statusCode === 408 || statusCode === 504) return new ModelError('model_timeout', options)
  return new ModelError('model_unavailable', options)
}

function readRetryAfter(error: APICallError): { retryAfterMs?: number } {
  const seconds = Number(error.responseHeaders?.['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 && error.responseHeaders?.['retry-after']
    ? { retryAfterMs: seconds * 1000 }
    : {}
}
