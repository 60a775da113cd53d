// The models for texts and pictures, from the values of config.ts.
import type { PromptModelName } from '#shared/prompts.ts'
import type { ModelName } from '#shared/usage.ts'
import type { Environment } from './config.ts'

export type ProviderConfig = { apiKey: string; baseUrl: string | undefined; modelId: string }

export type ModelsConfig = {
  /** The tools' model; `demo` is the fallback for a machine without keys. */
  tool: ModelName
  gpt: ProviderConfig | null
  gemini: ProviderConfig | null
  claude: ProviderConfig | null
  compatible: ProviderConfig | null
  /** A model that sends nothing for this long has failed. */
  timeoutSeconds: number
  demoDelayMs: number
}

/** The image model; `demo` is the fallback for a machine without a key for one. */
export type PicturesConfig = {
  model: 'gpt' | 'gemini' | 'compatible' | 'demo'
  provider: ProviderConfig | null
  /** A picture that takes longer than this has failed. */
  timeoutSeconds: number
}

/**
 * The vendors' own URLs. The provider packages always get them, because they would otherwise read the environment
 * themselves: an empty variable ended the start.
 */
export const vendorUrls = {
  gpt: 'https://api.openai.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
  claude: 'https://api.anthropic.com/v1',
} as const

/** Ids that the provider packages have in November 2026; each variable can replace one. */
const defaultModelIds = {
  gpt: 'gpt-5.4-mini',
  gemini: 'gemini-3.5-flash',
  claude: 'claude-sonnet-5-5',
} as const
const defaultPictureIds = { gpt: 'gpt-image-1.5', gemini: 'gemini-2.5-flash-image' } as const

/** @throws Error that names the missing variable */
export function readModels(value: Environment): ModelsConfig {
  const gpt = provider(value.OPENAI_API_KEY, value.OPENAI_BASE_URL, value.OPENAI_MODEL ?? defaultModelIds.gpt)
  const gemini = provider(
    value.GOOGLE_GENERATIVE_AI_API_KEY,
    value.GOOGLE_BASE_URL,
    value.GOOGLE_MODEL ?? defaultModelIds.gemini,
  )
  const claude = provider(
    value.ANTHROPIC_API_KEY,
    value.ANTHROPIC_BASE_URL,
    value.ANTHROPIC_MODEL ?? defaultModelIds.claude,
  )
  const compatible = readCompatible(value)
  const available = { gpt, gemini, claude, compatible }
  const first = (['gpt', 'gemini', 'claude', 'compatible'] as const).find((name) => available[name])
  const tool = value.TOOL_MODEL ?? first ?? 'demo'
  if (tool !== 'demo' && !available[tool]) {
    throw new Error(`The configuration is not complete:\n  TOOL_MODEL: is ${tool}, but its key is missing`)
  }
  return { tool, ...available, timeoutSeconds: value.MODEL_TIMEOUT_SECONDS, demoDelayMs: value.DEMO_DELAY_MS }
}

/**
 * The same keys and URLs as for texts. A compatible server makes pictures only when a model is named for it.
 * @throws Error that names the missing variable
 */
export function readPictures(value: Environment, { gpt, gemini, compatible }: ModelsConfig): PicturesConfig {
  const { OPENAI_IMAGE_MODEL, GOOGLE_IMAGE_MODEL, COMPATIBLE_IMAGE_MODEL } = value
  const available = {
    gpt: gpt && { ...gpt, modelId: OPENAI_IMAGE_MODEL ?? defaultPictureIds.gpt },
    gemini: gemini && { ...gemini, modelId: GOOGLE_IMAGE_MODEL ?? defaultPictureIds.gemini },
    compatible:
      compatible && COMPATIBLE_IMAGE_MODEL ? { ...compatible, modelId: COMPATIBLE_IMAGE_MODEL } : null,
    demo: null,
  }
  const first = (['gpt', 'gemini', 'compatible'] as const).find((name) => available[name])
  const model = value.IMAGE_MODEL ?? first ?? 'demo'
  if (model !== 'demo' && !available[model]) {
    const missing = model === 'compatible' ? 'its address or COMPATIBLE_IMAGE_MODEL' : 'its key'
    throw new Error(
      `The configuration is not complete:\n  IMAGE_MODEL: is ${model}, but ${missing} is missing`,
    )
  }
  return { model, provider: available[model], timeoutSeconds: value.IMAGE_TIMEOUT_SECONDS }
}

/** The model that answers a prompt for this model: the model itself, or the tools' model when it has no key here. */
export const promptModelOf = (models: ModelsConfig, name: PromptModelName): ModelName =>
  models[name] ? name : models.tool

function provider(
  apiKey: string | undefined,
  baseUrl: string | undefined,
  modelId: string,
): ProviderConfig | null {
  return apiKey ? { apiKey, baseUrl, modelId } : null
}

/** Ollama and vLLM need no key, but always a URL and a model. */
function readCompatible(value: Environment): ProviderConfig | null {
  if (!value.COMPATIBLE_BASE_URL) return null
  if (!value.COMPATIBLE_MODEL) {
    throw new Error(
      'The configuration is not complete:\n  COMPATIBLE_MODEL: is missing (COMPATIBLE_BASE_URL is set)',
    )
  }
  return {
    apiKey: value.COMPATIBLE_API_KEY ?? '',
    baseUrl: value.COMPATIBLE_BASE_URL,
    modelId: value.COMPATIBLE_MODEL,
  }
}
