// The door to language models. Providers of AI SDK 7 make the requests, our own readers read the streams; in front of it there is one call
// with one kind of stream.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, type JSONSchema7, type LanguageModelV4 } from '@ai-sdk/provider'
import { z } from 'zod'
import { promptModelOf, type ModelsConfig, type ProviderConfig } from '#server/models-config.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import type { ModelName } from '#shared/usage.ts'
import { createDemoWriter } from './demo-writer.ts'
import { readFrames } from './read-frames.ts'
import { StreamFailure, streamReaders } from './stream-readers.ts'
import { createTappedFetch, type TappedFetch } from './tapped-fetch.ts'

/** A picture is one page. */
export type ModelFile = { mediaType: string; data: Uint8Array; pages: number }

/** What only the demo writer reads: it cannot understand a prompt, so it is told what the prompt asks for. */
export type DemoFacts = Record<string, string | string[]>

/** What was asked and answered before. */
export type Turn = { question: string; answer: string }

export type ModelCall = {
  instructions: string
  /** The conversation so far, in order. */
  turns?: Turn[]
  prompt: string
  files: ModelFile[]
  /** Asks for JSON of this shape. */
  schema?: z.ZodType
  maxOutputTokens: number
  /** Worth some thinking before the answer, which costs output tokens. */
  isThoughtThrough: boolean
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
  /** Whether a PDF can go to it as it is, for instance a scan without text. */
  canReadPdf: boolean
  /**
   * Tells what comes as it comes, until the answer is whole.
   * @throws ModelError, also in the middle of the stream; the signal's reason when it was aborted
   */
  stream(call: ModelCall, onPart: (part: ModelPart) => void): Promise<void>
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
export const createToolModel = (config: ModelsConfig): Model => createModel(config, config.tool)

/** What answers the prompts that are written for each model: that model, or, without its key, what the tools write with. */
export function createPromptModels(config: ModelsConfig): PromptModels {
  const make = (name: PromptModelName) => createModel(config, promptModelOf(config, name))
  return { gpt: make('gpt'), gemini: make('gemini'), claude: make('claude') }
}
export type PromptModels = Record<PromptModelName, Model>

function createModel(config: ModelsConfig, name: ModelName): Model {
  switch (name) {
    case 'gpt':
      return describe('gpt', streamFrames('gpt', openAi(config.gpt!)))
    case 'gemini':
      return describe('gemini', streamFrames('gemini', google(config.gemini!)))
    case 'claude':
      return describe('claude', streamFrames('claude', anthropic(config.claude!)))
    case 'compatible':
      return describe('compatible', streamFrames('compatible', compatible(config.compatible!)))
    case 'demo':
      return describe('demo', streamDemo(createDemoWriter({ delayMs: config.demoDelayMs })))
  }
}

type Fetch = TappedFetch['fetch']
type MakeModel = (fetch: Fetch) => LanguageModelV4

const openAi =
  ({ apiKey, baseUrl, modelId }: ProviderConfig): MakeModel =>
  (fetch) =>
    createOpenAI({ apiKey, fetch, ...(baseUrl ? { baseURL: baseUrl } : {}) })(modelId)
const google =
  ({ apiKey, baseUrl, modelId }: ProviderConfig): MakeModel =>
  (fetch) =>
    createGoogle({ apiKey, fetch, ...(baseUrl ? { baseURL: baseUrl } : {}) })(modelId)
const anthropic =
  ({ apiKey, baseUrl, modelId }: ProviderConfig): MakeModel =>
  (fetch) =>
    createAnthropic({ apiKey, fetch, ...(baseUrl ? { baseURL: baseUrl } : {}) })(modelId)
const compatible =
  ({ apiKey, baseUrl, modelId }: ProviderConfig): MakeModel =>
  (fetch) =>
    createOpenAICompatible({
      name: 'compatible',
      baseURL: baseUrl ?? '',
      includeUsage: true,
      supportsStructuredOutputs: true,
      fetch,
      ...(apiKey ? { apiKey } : {}),
    })(modelId)

/**
 * How much each family thinks before it answers: for plans, which are worth it and whose price holds it, and for everything else.
 * A server of one's own may refuse to hear of it.
 */
const reasoning = {
  gpt: { plan: 'medium', other: 'low' },
  gemini: { plan: 'medium', other: 'low' },
  claude: { plan: 'low', other: 'none' },
  compatible: { plan: 'provider-default', other: 'provider-default' },
  demo: { plan: 'provider-default', other: 'provider-default' },
} as const
/** Nothing that a person writes here is kept by OpenAI for later calls. */
const providerOptions = { openai: { store: false } }

function describe(name: ModelName, stream: Model['stream']): Model {
  return {
    name,
    isDemo: name === 'demo',
    // Servers of one's own take pictures at most.
    canReadPdf: name !== 'compatible',
    stream,
  }
}

/** The provider's package asks, we read what comes: see tapped-fetch.ts. */
function streamFrames(name: keyof typeof streamReaders, makeModel: MakeModel): Model['stream'] {
  return async (call, onPart) => {
    const tapped = createTappedFetch()
    try {
      const { stream } = await makeModel(tapped.fetch).doStream(toRequest(name, call))
      await stream.cancel()
      const answer = tapped.takeStream()
      if (!answer) throw new ModelError('stream_cut')
      const reader = streamReaders[name]()
      await readFrames(answer, (frame) => reader.read(frame).forEach(onPart))
      const end = reader.end()
      if (!end) throw new ModelError('stream_cut')
      if (end.reason === 'refused') throw new ModelError('model_refused')
      onPart({ type: 'end', reason: end.reason, input: end.input, output: end.output })
    } catch (error) {
      if (call.signal.aborted) throw call.signal.reason
      throw toModelError(error)
    }
  }
}

function streamDemo(writer: LanguageModelV4): Model['stream'] {
  return async (call, onPart) => {
    const request = toRequest('demo', call)
    const { stream } = await writer.doStream({ ...request, providerOptions: { demo: call.demo } })
    for await (const part of stream) {
      if (part.type === 'text-delta') onPart({ type: 'text', delta: part.delta })
      if (part.type === 'finish')
        onPart({
          type: 'end',
          reason: 'complete',
          input: part.usage.inputTokens.total,
          output: part.usage.outputTokens.total,
        })
    }
  }
}

function toRequest(name: ModelName, call: ModelCall): Parameters<LanguageModelV4['doStream']>[0] {
  return {
    prompt: [
      { role: 'system', content: call.instructions },
      ...(call.turns ?? []).flatMap(toMessages),
      { role: 'user', content: [...call.files.map(toFilePart), { type: 'text', text: call.prompt }] },
    ],
    ...(call.schema ? { responseFormat: { type: 'json', schema: toStrictSchema(call.schema) } } : {}),
    maxOutputTokens: call.maxOutputTokens,
    reasoning: reasoning[name][call.isThoughtThrough ? 'plan' : 'other'],
    providerOptions,
    abortSignal: call.signal,
  }
}

const toMessages = ({ question, answer }: Turn) => [
  { role: 'user' as const, content: [{ type: 'text' as const, text: question }] },
  { role: 'assistant' as const, content: [{ type: 'text' as const, text: answer }] },
]

/** People name their files, so what they are called stays within the prompt. */
function toFilePart(file: ModelFile, index: number) {
  return {
    type: 'file' as const,
    data: { type: 'data' as const, data: file.data },
    mediaType: file.mediaType,
    filename: `attachment-${index + 1}.${file.mediaType.split('/')[1]}`,
  }
}

const strictSchemas = new WeakMap<z.ZodType, JSONSchema7>()

/** OpenAI's strict mode wants every property required and nothing besides; bounds are left to our own check of the answer. */
function toStrictSchema(schema: z.ZodType): JSONSchema7 {
  const known = strictSchemas.get(schema)
  if (known) return known
  const json = z.toJSONSchema(schema, {
    override: ({ jsonSchema: node }) => {
      for (const key of ['minItems', 'maxItems', 'minLength', 'maxLength', '$schema'] as const)
        delete node[key]
    },
  }) as JSONSchema7
  strictSchemas.set(schema, json)
  return json
}

/** What a provider's failure means for us. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  if (error instanceof StreamFailure)
    return new ModelError('model_unavailable', { cause: error, statusCode: error.statusCode })
  if (isUnreachable(error)) return new ModelError('model_unavailable', { cause: error })
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

/** The connection never came about (codes of Node's net, dns and tls). */
function isUnreachable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    typeof code === 'string' &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|CERT_|ERR_TLS)/.test(code)
  )
}

function readRetryAfter(error: APICallError): { retryAfterMs?: number } {
  const seconds = Number(error.responseHeaders?.['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 && error.responseHeaders?.['retry-after']
    ? { retryAfterMs: seconds * 1000 }
    : {}
}
