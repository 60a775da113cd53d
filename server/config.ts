// The only reader of the environment. What is missing or wrong is named before anything starts.
import { z } from 'zod'
import type { RedirectRule } from '#shared/server-facts.ts'
import type { PromptModelName } from '#shared/prompts.ts'
import type { ModelName } from '#shared/usage.ts'
import { readMail, type MailConfig } from './mail-config.ts'

export type ProviderConfig = { apiKey: string; baseUrl: string | undefined; modelId: string }

export type ModelsConfig = {
  /** What the tools write with; `demo` is the stand-in for a machine without keys. */
  tool: ModelName
  gpt: ProviderConfig | null
  gemini: ProviderConfig | null
  claude: ProviderConfig | null
  compatible: ProviderConfig | null
  /** A model that says nothing for this long has failed. */
  timeoutSeconds: number
  demoDelayMs: number
}

/** What makes pictures; `demo` is the stand-in for a machine without a key for a model that does. */
export type PicturesConfig = {
  model: 'gpt' | 'gemini' | 'compatible' | 'demo'
  provider: ProviderConfig | null
  /** A picture that takes longer than this has failed. */
  timeoutSeconds: number
}

export type SearchAdConfig = {
  url: string
  apiKey: string
  secretKey: string
  customerId: string
  /** Between two requests: Naver tells each licence how many a second it bears. */
  pauseMs: number
}
export type OpenApiConfig = { url: string; clientId: string; clientSecret: string }
/** Two services of Naver: searches and advertisements, and documents and trends. */
export type KeywordsConfig = { searchAd: SearchAdConfig; openApi: OpenApiConfig }

export type TossConfig = {
  kind: 'toss'
  url: string
  clientKey: string
  secretKey: string
  /** A charge may take a minute. */
  timeoutSeconds: number
}
/** Without keys a simulator stands in on one's own machine, and in public nothing can be paid. */
export type CardsConfig = TossConfig | { kind: 'simulator' } | { kind: 'closed' }

export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** Without a trailing slash. */
  publicOrigin: string
  /** Origins whose pages may call /v1. */
  ownOrigins: string[]
  isProxyTrusted: boolean
  supabase: {
    /** Where this server reaches the backend. */
    url: string
    /** Where the browser reaches it; empty means our own origin. */
    publicUrl: string
    publishableKey: string
    secretKey: string
    /** `iss` of every access token. */
    issuer: string
    /** Only for older hosted projects that still sign with a shared secret (HS256). */
    jwtSecret: string | null
  }
  databaseUrl: string
  databaseConnectionsMax: number
  proxySecret: string | null
  isDevelopmentSignIn: boolean
  isDemoModel: boolean
  models: ModelsConfig
  pictures: PicturesConfig
  /** Null: samples stand in for keyword figures. */
  keywords: KeywordsConfig | null
  cards: CardsConfig
  mail: MailConfig
  payments: {
    /** Encrypts the keys of cards: whoever loses it asks every member for the card anew. */
    billingKeySecret: string
    /** How long a process may take for one charge before another looks it up. */
    leaseSeconds: number
    /** From when on a charge that the provider does not know was surely never made. */
    graceSeconds: number
  }
  /** Whether background jobs run in this process; `worker.ts` runs them otherwise. */
  hasJobs: boolean
  deletedAccounts: {
    /** How long a deleted account cannot sign up again. */
    days: number
    /** Keys the hashes that remain of it. */
    hashKey: string
  }
  runs: { leaseSeconds: number; capacity: number }
  redirectRules: RedirectRule[]
}

/** Ids known to the provider packages in November 2026; each can be replaced by its variable. */
const defaultModelIds = {
  gpt: 'gpt-5.4-mini',
  gemini: 'gemini-3.5-flash',
  claude: 'claude-sonnet-5-5',
} as const
const defaultPictureIds = { gpt: 'gpt-image-1.5', gemini: 'gemini-2.5-flash-image' } as const

const optional = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()
const isYes = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1')
const seconds = (fallback: number) => z.coerce.number().min(0.1).max(3600).default(fallback)
const origin = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const redirectRules = z.array(z.strictObject({ from: z.string().startsWith('/'), to: z.string().min(1) }))

const environment = z.object({
  NODE_ENV: optional,
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_ORIGIN: origin.optional(),
  SUPABASE_URL: origin,
  SUPABASE_PUBLIC_URL: z.union([z.literal(''), origin]).optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1),
  SUPABASE_SECRET_KEY: z.string().min(1),
  AUTH_ISSUER: origin.optional(),
  SUPABASE_JWT_SECRET: optional,
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://'),
  DATABASE_CONNECTIONS_MAX: z.coerce.number().int().min(2).max(200).default(10),
  PROXY_SECRET: optional,
  TRUSTED_PROXY: isYes,
  DEVELOPMENT_SIGN_IN: isYes,
  OPENAI_API_KEY: optional,
  OPENAI_BASE_URL: origin.optional(),
  OPENAI_MODEL: optional,
  OPENAI_IMAGE_MODEL: optional,
  ANTHROPIC_API_KEY: optional,
  ANTHROPIC_BASE_URL: origin.optional(),
  ANTHROPIC_MODEL: optional,
  GOOGLE_GENERATIVE_AI_API_KEY: optional,
  GOOGLE_BASE_URL: origin.optional(),
  GOOGLE_MODEL: optional,
  GOOGLE_IMAGE_MODEL: optional,
  COMPATIBLE_BASE_URL: origin.optional(),
  COMPATIBLE_API_KEY: optional,
  COMPATIBLE_MODEL: optional,
  COMPATIBLE_IMAGE_MODEL: optional,
  TOOL_MODEL: z.enum(['gpt', 'gemini', 'claude', 'compatible', 'demo']).optional(),
  MODEL_TIMEOUT_SECONDS: seconds(60),
  IMAGE_MODEL: z.enum(['gpt', 'gemini', 'compatible', 'demo']).optional(),
  IMAGE_TIMEOUT_SECONDS: seconds(120),
  DEMO_DELAY_MS: z.coerce.number().min(0).max(1000).default(18),
  NAVER_SEARCHAD_URL: origin.default('https://api.searchad.naver.com'),
  NAVER_SEARCHAD_API_KEY: optional,
  NAVER_SEARCHAD_SECRET_KEY: optional,
  NAVER_SEARCHAD_CUSTOMER_ID: optional,
  NAVER_SEARCHAD_PAUSE_MS: z.coerce.number().int().min(0).max(60_000).default(500),
  NAVER_OPENAPI_URL: origin.default('https://openapi.naver.com'),
  NAVER_OPENAPI_CLIENT_ID: optional,
  NAVER_OPENAPI_CLIENT_SECRET: optional,
  TOSS_URL: origin.default('https://api.tosspayments.com'),
  TOSS_CLIENT_KEY: optional,
  TOSS_SECRET_KEY: optional,
  TOSS_TIMEOUT_SECONDS: seconds(65),
  BILLING_KEY_SECRET: optional,
  SMTP_URL: optional,
  MAIL_FROM: optional,
  PAYMENT_LEASE_SECONDS: seconds(90),
  PAYMENT_GRACE_SECONDS: seconds(600),
  RUN_LEASE_SECONDS: seconds(20).refine(Number.isInteger, 'must be whole seconds'),
  RUN_CAPACITY: z.coerce.number().int().min(1).max(10_000).default(100),
  DELETED_ACCOUNT_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  DELETED_ACCOUNT_KEY: optional,
  JOBS: z.enum(['on', 'off']).default('on'),
  REDIRECT_RULES: z
    .string()
    .optional()
    .transform((value, context) => {
      if (!value) return []
      try {
        return redirectRules.parse(JSON.parse(value))
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON like [{"from":"/ko/old","to":"/ko/new"}]' })
        return z.NEVER
      }
    }),
})
type Environment = z.infer<typeof environment>

/**
 * Reads and checks the environment.
 * @throws Error that names every wrong variable, never its value
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const result = environment.safeParse(withoutEmpty(env))
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${String(issue.path[0])}: ${describe(issue)}`)
    throw new Error(`The configuration is not complete:\n${lines.join('\n')}`)
  }
  const value = result.data
  const localOrigins = ['localhost', '127.0.0.1', '[::1]', value.HOST].map(
    (host) => `http://${host}:${value.PORT}`,
  )
  const publicOrigin = value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT}`
  const ownOrigins = value.PUBLIC_ORIGIN ? [publicOrigin] : localOrigins
  const isSameOrigin = [publicOrigin, ...localOrigins].includes(value.SUPABASE_URL)
  const models = readModels(value)
  const supabasePublicUrl = value.SUPABASE_PUBLIC_URL ?? (isSameOrigin ? '' : value.SUPABASE_URL)
  return {
    isProduction: value.NODE_ENV === 'production',
    host: value.HOST,
    port: value.PORT,
    publicOrigin,
    ownOrigins,
    isProxyTrusted: value.TRUSTED_PROXY,
    supabase: {
      url: value.SUPABASE_URL,
      publicUrl: supabasePublicUrl,
      publishableKey: value.SUPABASE_PUBLISHABLE_KEY,
      secretKey: value.SUPABASE_SECRET_KEY,
      issuer: value.AUTH_ISSUER ?? `${supabasePublicUrl || publicOrigin}/auth/v1`,
      jwtSecret: value.SUPABASE_JWT_SECRET ?? null,
    },
    databaseUrl: value.DATABASE_URL,
    databaseConnectionsMax: value.DATABASE_CONNECTIONS_MAX,
    proxySecret: value.PROXY_SECRET ?? null,
    isDevelopmentSignIn: value.DEVELOPMENT_SIGN_IN,
    isDemoModel: models.tool === 'demo',
    models,
    pictures: readPictures(value, models),
    keywords: readKeywords(value),
    cards: readCards(value, publicOrigin),
    mail: readMail({ url: value.SMTP_URL, from: value.MAIL_FROM, isPublic: isPublic(value, publicOrigin) }),
    payments: {
      billingKeySecret: value.BILLING_KEY_SECRET ?? `billing-keys:${value.SUPABASE_SECRET_KEY}`,
      leaseSeconds: value.PAYMENT_LEASE_SECONDS,
      graceSeconds: value.PAYMENT_GRACE_SECONDS,
    },
    hasJobs: value.JOBS === 'on',
    deletedAccounts: {
      days: value.DELETED_ACCOUNT_DAYS,
      hashKey: value.DELETED_ACCOUNT_KEY ?? `deleted-accounts:${value.SUPABASE_SECRET_KEY}`,
    },
    runs: { leaseSeconds: value.RUN_LEASE_SECONDS, capacity: value.RUN_CAPACITY },
    redirectRules: value.REDIRECT_RULES,
  }
}

function readModels(value: Environment): ModelsConfig {
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

/** The same keys and addresses as for texts. A server of one's own makes pictures only when one of its models is named for it. */
function readPictures(value: Environment, { gpt, gemini, compatible }: ModelsConfig): PicturesConfig {
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

const naverKeys = [
  'NAVER_SEARCHAD_API_KEY',
  'NAVER_SEARCHAD_SECRET_KEY',
  'NAVER_SEARCHAD_CUSTOMER_ID',
  'NAVER_OPENAPI_CLIENT_ID',
  'NAVER_OPENAPI_CLIENT_SECRET',
] as const

/** All of them or none: half of an analysis would look like a whole one. */
function readKeywords(value: Environment): KeywordsConfig | null {
  const missing = naverKeys.filter((name) => !value[name])
  if (missing.length === naverKeys.length) return null
  if (missing.length > 0) {
    throw new Error(
      `The configuration is not complete:\n${missing.map((name) => `  ${name}: is missing`).join('\n')}`,
    )
  }
  return {
    searchAd: {
      url: value.NAVER_SEARCHAD_URL,
      apiKey: value.NAVER_SEARCHAD_API_KEY!,
      secretKey: value.NAVER_SEARCHAD_SECRET_KEY!,
      customerId: value.NAVER_SEARCHAD_CUSTOMER_ID!,
      pauseMs: value.NAVER_SEARCHAD_PAUSE_MS,
    },
    openApi: {
      url: value.NAVER_OPENAPI_URL,
      clientId: value.NAVER_OPENAPI_CLIENT_ID!,
      clientSecret: value.NAVER_OPENAPI_CLIENT_SECRET!,
    },
  }
}

const secretMinLength = 32

function readCards(value: Environment, publicOrigin: string): CardsConfig {
  const { TOSS_CLIENT_KEY: clientKey, TOSS_SECRET_KEY: secretKey } = value
  if (!clientKey && !secretKey) {
    return { kind: isPublic(value, publicOrigin) ? 'closed' : 'simulator' }
  }
  const missing = [
    ...(clientKey ? [] : ['TOSS_CLIENT_KEY: is missing']),
    ...(secretKey ? [] : ['TOSS_SECRET_KEY: is missing']),
    // Keys of the payment widget cannot make billing keys.
    ...(clientKey && !/^(test|live)_ck_/.test(clientKey)
      ? ['TOSS_CLIENT_KEY: must be a key for the API, test_ck_… or live_ck_…']
      : []),
    ...(secretKey && !/^(test|live)_sk_/.test(secretKey)
      ? ['TOSS_SECRET_KEY: must be a key for the API, test_sk_… or live_sk_…']
      : []),
    ...((value.BILLING_KEY_SECRET?.length ?? 0) >= secretMinLength
      ? []
      : [`BILLING_KEY_SECRET: must have at least ${secretMinLength} characters`]),
  ]
  if (missing.length > 0)
    throw new Error(`The configuration is not complete:\n${missing.map((line) => `  ${line}`).join('\n')}`)
  return {
    kind: 'toss',
    url: value.TOSS_URL,
    clientKey: clientKey!,
    secretKey: secretKey!,
    timeoutSeconds: value.TOSS_TIMEOUT_SECONDS,
  }
}

const isPublic = (value: Environment, publicOrigin: string): boolean =>
  value.NODE_ENV === 'production' && Boolean(value.PUBLIC_ORIGIN) && !isLoopback(publicOrigin)

const isLoopback = (origin: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)

/** What answers a prompt that is written for a model: that model, or what the tools write with when it has no key here. */
export const promptModelOf = (models: ModelsConfig, name: PromptModelName): ModelName =>
  models[name] ? name : models.tool

function provider(
  apiKey: string | undefined,
  baseUrl: string | undefined,
  modelId: string,
): ProviderConfig | null {
  return apiKey ? { apiKey, baseUrl, modelId } : null
}

/** Ollama and vLLM need no key, but always an address and a model. */
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

/** `NAME=` in a file of variables means "not set", except where empty has a meaning of its own. */
function withoutEmpty(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' || name === 'SUPABASE_PUBLIC_URL'),
  )
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  return issue.message
}
