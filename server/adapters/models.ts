// Language models behind one call with one kind of stream. Providers of the AI SDK make the requests and parse the
// responses (decision 042).
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  type JSONSchema7,
  type LanguageModelV4,
  type LanguageModelV4FinishReason,
  type LanguageModelV4ProviderTool,
  type LanguageModelV4StreamPart,
  type SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import { z } from 'zod'
import { promptModelOf, vendorUrls, type ModelsConfig, type ProviderConfig } from '#server/models-config.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import type { ModelName } from '#shared/usage.ts'
import { createDemoModel } from './demo-model.ts'

/** A picture is one page. */
export type ModelFile = { mediaType: string; data: Uint8Array; pages: number }

/** An earlier question and its answer. */
export type Turn = { question: string; answer: string }

export type ModelCall = {
  instructions: string
  /** The conversation so far, in order. */
  turns?: Turn[]
  prompt: string
  files: ModelFile[]
  /** Requests JSON of this shape. */
  schema?: z.ZodType
  maxOutputTokens: number
  /** Allows more reasoning before the answer, which costs output tokens. */
  isThoughtThrough: boolean
  /** The model may search the web at most this often, through its provider. */
  search?: { usesMax: number }
  signal: AbortSignal
}

export type ModelPart =
  | { type: 'text'; delta: string }
  /** The model is at work without text yet. `thought` is counted where the provider reports no usage. */
  | { type: 'alive'; thought: string }
  /** A page that a search of the provider found. */
  | { type: 'source'; url: string; title: string }
  /** Searches that the provider made and charges for. */
  | { type: 'searched'; count: number }
  | { type: 'end'; reason: 'complete' | 'length'; input: number | undefined; output: number | undefined }

export type Model = {
  name: ModelName
  isDemo: boolean
  /** Whether the model reads a PDF as it is, for instance a scan without text. */
  canReadPdf: boolean
  /**
   * Streams the parts until the answer is complete.
   * @throws ModelError, also in the middle of the stream; the signal's reason when it was aborted
   */
  stream(call: ModelCall, onPart: (part: ModelPart) => void): Promise<void>
}

/** The reason why a model failed. `statusCode` and `retryAfterMs` come from the provider. */
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
export const createToolModel = (config: ModelsConfig): Model => createModel(config, config.tool, 'gpt')

/** The models of prompts. Without a key for a prompt's model, the tools' model answers. */
export function createPromptModels(config: ModelsConfig): PromptModels {
  const make = (name: PromptModelName) => createModel(config, promptModelOf(config, name), name)
  return { gpt: make('gpt'), gemini: make('gemini'), claude: make('claude') }
}
export type PromptModels = Record<PromptModelName, Model>

const createModel = (config: ModelsConfig, name: ModelName, asked: PromptModelName): Model =>
  describeModel(name, providers[name](config, asked))

/** The provider package of each family. Another vendor is another line here. */
const providers: Record<ModelName, (config: ModelsConfig, asked: PromptModelName) => LanguageModelV4> = {
  gpt: ({ gpt }) => createOpenAI(connection(gpt!, vendorUrls.gpt))(gpt!.modelId),
  gemini: ({ gemini }) => createGoogle(connection(gemini!, vendorUrls.gemini))(gemini!.modelId),
  claude: ({ claude }) => createAnthropic(connection(claude!, vendorUrls.claude))(claude!.modelId),
  compatible: ({ compatible }) =>
    createOpenAICompatible({
      name: 'compatible',
      includeUsage: true,
      supportsStructuredOutputs: true,
      ...connection(compatible!, ''),
    })(compatible!.modelId),
  demo: ({ demoDelayMs }, style) => createDemoModel({ delayMs: demoDelayMs, style }),
}

const connection = ({ apiKey, baseUrl }: ProviderConfig, vendorUrl: string) => ({
  ...(apiKey ? { apiKey } : {}),
  baseURL: baseUrl ?? vendorUrl,
})

/**
 * The reasoning effort of each family: more for outlines, which gain from it and whose price covers it, less for
 * everything else.
 * A compatible server may refuse the option.
 */
const reasoning = {
  gpt: { plan: 'medium', other: 'low' },
  gemini: { plan: 'medium', other: 'low' },
  claude: { plan: 'low', other: 'none' },
  compatible: { plan: 'provider-default', other: 'provider-default' },
  demo: { plan: 'provider-default', other: 'provider-default' },
} as const
/** OpenAI is asked not to store any text of members. It takes the limit of searches for the whole call. */
const providerOptions = ({ search }: ModelCall) => ({
  openai: { store: false, ...(search ? { maxToolCalls: search.usesMax } : {}) },
})

/** The search tool of each provider. Compatible servers have none. */
const searchTools: Record<ModelName, ((usesMax: number) => LanguageModelV4ProviderTool) | null> = {
  gpt: () => ({ type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} }),
  gemini: () => ({ type: 'provider', id: 'google.google_search', name: 'google_search', args: {} }),
  claude: (maxUses) => ({
    type: 'provider',
    id: 'anthropic.web_search_20250305',
    name: 'web_search',
    args: { maxUses },
  }),
  compatible: null,
  demo: null,
}

/** Wraps a provider’s model: one kind of parts, one kind of errors. */
export function describeModel(name: ModelName, model: LanguageModelV4): Model {
  return {
    name,
    isDemo: name === 'demo',
    // Compatible servers take pictures at most.
    canReadPdf: name !== 'compatible',
    async stream(call, onPart) {
      try {
        const { stream } = await model.doStream(toRequest(name, call))
        await readStream(stream, onPart)
      } catch (error) {
        if (call.signal.aborted) throw call.signal.reason
        throw toModelError(error)
      }
    },
  }
}

async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  onPart: (part: ModelPart) => void,
): Promise<void> {
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        onPart({ type: 'text', delta: part.delta })
        break
      case 'reasoning-delta':
        onPart({ type: 'alive', thought: part.delta })
        break
      case 'source':
        if (part.sourceType === 'url') onPart({ type: 'source', url: part.url, title: part.title ?? '' })
        break
      case 'tool-result':
        onPart({ type: 'searched', count: !part.isError && isSearch(part.result) ? 1 : 0 })
        break
      case 'error':
        throw part.error
      case 'finish':
        onPart({ type: 'searched', count: countGoogleSearches(part.providerMetadata) })
        onPart({
          type: 'end',
          reason: readReason(part.finishReason),
          input: part.usage.inputTokens.total,
          output: part.usage.outputTokens.total,
        })
        return
      default:
        onPart({ type: 'alive', thought: '' })
    }
  }
  throw new ModelError('stream_cut')
}

/** OpenAI also reports opening a page and looking through it as a search. Those are not charged. */
const isSearch = (result: unknown): boolean => {
  const { action } = (result ?? {}) as { action?: { type?: string } }
  return action?.type === undefined || action.type === 'search'
}

/** Gemini reports its search queries at the end. */
function countGoogleSearches(metadata: SharedV4ProviderMetadata | undefined): number {
  const grounding = metadata?.google?.groundingMetadata as { webSearchQueries?: unknown[] | null } | undefined
  return grounding?.webSearchQueries?.length ?? 0
}

/**
 * The finish reason is the only sign of a cut connection. Compatible servers have other reasons for a complete end.
 * @throws ModelError
 */
function readReason({ unified, raw }: LanguageModelV4FinishReason): 'complete' | 'length' {
  switch (unified) {
    case 'length':
      return 'length'
    case 'content-filter':
      throw new ModelError('model_refused')
    case 'stop':
    case 'tool-calls':
      return 'complete'
    default:
      if (unified === 'other' && raw !== undefined) return 'complete'
      throw new ModelError('stream_cut')
  }
}

function toRequest(name: ModelName, call: ModelCall): Parameters<LanguageModelV4['doStream']>[0] {
  const tool = call.search && searchTools[name]?.(call.search.usesMax)
  return {
    prompt: [
      { role: 'system', content: call.instructions },
      ...(call.turns ?? []).flatMap(toMessages),
      { role: 'user', content: [...call.files.map(toFilePart), { type: 'text', text: call.prompt }] },
    ],
    ...(call.schema ? { responseFormat: { type: 'json', schema: toStrictSchema(call.schema) } } : {}),
    maxOutputTokens: call.maxOutputTokens,
    reasoning: reasoning[name][call.isThoughtThrough ? 'plan' : 'other'],
    ...(tool ? { tools: [tool] } : {}),
    providerOptions: providerOptions(call),
    abortSignal: call.signal,
  }
}

const toMessages = ({ question, answer }: Turn) => [
  { role: 'user' as const, content: [{ type: 'text' as const, text: question }] },
  { role: 'assistant' as const, content: [{ type: 'text' as const, text: answer }] },
]

/** Members choose the names of their files, so the provider gets a neutral name. */
function toFilePart(file: ModelFile, index: number) {
  return {
    type: 'file' as const,
    data: { type: 'data' as const, data: file.data },
    mediaType: file.mediaType,
    filename: `attachment-${index + 1}.${file.mediaType.split('/')[1]}`,
  }
}

const strictSchemas = new WeakMap<z.ZodType, JSONSchema7>()

/** OpenAI's strict mode requires every property and allows no others. Our own check of the answer enforces bounds. */
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

/** Maps a provider's failure to our error. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  if (isUnreachable(error)) return new ModelError('model_unavailable', { cause: error })
  const statusCode = readStatus(error)
  if (statusCode === null) return new ModelError('stream_cut', { cause: error })
  const options = { cause: error, ...(statusCode ? { statusCode } : {}), ...readRetryAfter(error) }
  if (statusCode === 413) return new ModelError('file_too_large', options)
  if (statusCode === 408 || statusCode === 504) return new ModelError('model_timeout', options)
  return new ModelError('model_unavailable', options)
}

/** The providers' names for passing failures: OpenAI, Anthropic, Google. */
const passingKinds: Record<string, number> = {
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  RESOURCE_EXHAUSTED: 429,
  overloaded_error: 529,
  UNAVAILABLE: 503,
}

/**
 * The HTTP status of a refusal. An error in the middle of a stream has no status, but names its kind.
 * @returns null when the provider sent none: the connection or its content broke
 */
function readStatus(error: unknown): number | null {
  if (APICallError.isInstance(error)) return error.statusCode ?? 0
  if (error instanceof Error || typeof error !== 'object' || error === null) return null
  const outer = error as { error?: unknown; response?: { error?: unknown } }
  const { code, type, status } = (outer.response?.error ?? outer.error ?? outer) as Record<string, unknown>
  const kinds = [code, status, type].map((kind) => passingKinds[String(kind)] ?? (Number(kind) || 0))
  return kinds.find((kind) => kind >= 400 && kind < 600) ?? 500
}

/** The connection was never made (codes of Node's net, dns and tls). */
function isUnreachable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    typeof code === 'string' &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|CERT_|ERR_TLS)/.test(code)
  )
}

function readRetryAfter(error: unknown): { retryAfterMs?: number } {
  if (!APICallError.isInstance(error)) return {}
  const said = error.responseHeaders?.['retry-after']
  const seconds = Number(said)
  return said && Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {}
}
