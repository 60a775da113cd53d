// The only reader of the environment. Missing or wrong variables are named before anything starts.
import { z } from 'zod'
import type { Business } from '#shared/business.ts'
import type { RedirectRule } from '#shared/request-config.ts'
import { videoMegabytesMax } from '#shared/uploads.ts'
import { isPublicSite, requireKnownReach } from './reach.ts'
import { businessEnvironment, readBusiness } from './business-config.ts'
import { readMail, type MailConfig } from './mail-config.ts'
import { readSearch, type SearchConfig } from './search-config.ts'
import { readModels, readPictures, type ModelsConfig, type PicturesConfig } from './models-config.ts'

export type SearchAdConfig = {
  url: string
  apiKey: string
  secretKey: string
  customerId: string
  /** The pause between two requests: Naver assigns each licence a rate per second. */
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
/** Without keys a simulator charges cards on a local machine, and a public site has no payments. */
export type CardsConfig = TossConfig | { kind: 'simulator' } | { kind: 'closed' }

export type Config = {
  isProduction: boolean
  host: string
  port: number
  /** Without a trailing slash. */
  publicOrigin: string
  /** The site is public: nothing that costs a balance or money runs on development fallbacks. */
  isPublic: boolean
  /** Origins whose pages may call /v1. */
  ownOrigins: string[]
  isProxyTrusted: boolean
  supabase: {
    /** The backend's URL for this server. */
    url: string
    /** Its URL for the browser; empty means our own origin. */
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
  /** Null: sample figures are used. */
  keywords: KeywordsConfig | null
  /** The web search for texts with sources. */
  search: SearchConfig
  cards: CardsConfig
  mail: MailConfig
  /** Null: pages say that the details of the business are not configured. */
  business: Business | null
  /** The largest video in a text, in bytes (B01). */
  videoMaxBytes: number
  payments: {
    /** Encrypts billing keys. Without it every member must enter the card again. */
    billingKeySecret: string
    /** The time that a process may take for one charge before another looks it up. */
    leaseSeconds: number
    /** The age after which a charge that the provider does not find was surely never made. */
    graceSeconds: number
  }
  /** False removes the service worker from every browser. */
  hasServiceWorker: boolean
  /** Whether background jobs run in this process; otherwise `worker.ts` runs them. */
  hasJobs: boolean
  deletedAccounts: {
    /** The days in which a deleted account cannot sign up again. */
    days: number
    /** The key of the hashes that remain of it. */
    hashKey: string
  }
  runs: { leaseSeconds: number; capacity: number; drainSeconds: number }
  redirectRules: RedirectRule[]
  /** The base path of the product's own calls: the configured base and `/v1` (O19). */
  apiBase: string
}

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
  API_BASE_PATH: z
    .string()
    .regex(/^(\/[\w-]+)*$/, 'must be empty or a path like /api')
    .default(''),
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
  PROXY_SECRET: z.union([z.literal(''), z.string().min(32, 'must have 32 characters or more')]).optional(),
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
  WEB_SEARCH: z.enum(['model', 'naver', 'off']).optional(),
  TOSS_URL: origin.default('https://api.tosspayments.com'),
  TOSS_CLIENT_KEY: optional,
  TOSS_SECRET_KEY: optional,
  TOSS_TIMEOUT_SECONDS: seconds(65),
  BILLING_KEY_SECRET: optional,
  SMTP_URL: optional,
  VIDEO_MAX_MEGABYTES: z.coerce.number().int().min(1).max(videoMegabytesMax).default(100),
  MAIL_FROM: optional,
  ...businessEnvironment,
  PAYMENT_LEASE_SECONDS: seconds(90),
  PAYMENT_GRACE_SECONDS: seconds(600),
  RUN_LEASE_SECONDS: seconds(20).refine(Number.isInteger, 'must be whole seconds'),
  RUN_DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(90),
  RUN_CAPACITY: z.coerce.number().int().min(1).max(10_000).default(100),
  DELETED_ACCOUNT_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  DELETED_ACCOUNT_KEY: optional,
  JOBS: z.enum(['on', 'off']).default('on'),
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
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
export type Environment = z.infer<typeof environment>

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
  requireKnownReach(value)
  const localOrigins = ['localhost', '127.0.0.1', '[::1]', value.HOST].map(
    (host) => `http://${host}:${value.PORT}`,
  )
  const publicOrigin = value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT}`
  const ownOrigins = value.PUBLIC_ORIGIN ? [publicOrigin] : localOrigins
  const isSameOrigin = [publicOrigin, ...localOrigins].includes(value.SUPABASE_URL)
  const models = readModels(value)
  const keywords = readKeywords(value)
  const supabasePublicUrl = value.SUPABASE_PUBLIC_URL ?? (isSameOrigin ? '' : value.SUPABASE_URL)
  return {
    isProduction: value.NODE_ENV === 'production',
    host: value.HOST,
    port: value.PORT,
    publicOrigin,
    isPublic: isPublicSite(value),
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
    proxySecret: value.PROXY_SECRET || null,
    isDevelopmentSignIn: value.DEVELOPMENT_SIGN_IN,
    apiBase: `${value.API_BASE_PATH}/v1`,
    isDemoModel: models.tool === 'demo',
    models,
    pictures: readPictures(value, models),
    keywords,
    search: readSearch(value.WEB_SEARCH, models, keywords),
    cards: readCards(value),
    videoMaxBytes: value.VIDEO_MAX_MEGABYTES * 1024 * 1024,
    mail: readMail({ url: value.SMTP_URL, from: value.MAIL_FROM, isPublic: isPublicSite(value) }),
    business: readBusiness(value),
    payments: {
      billingKeySecret: value.BILLING_KEY_SECRET ?? `billing-keys:${value.SUPABASE_SECRET_KEY}`,
      leaseSeconds: value.PAYMENT_LEASE_SECONDS,
      graceSeconds: value.PAYMENT_GRACE_SECONDS,
    },
    hasJobs: value.JOBS === 'on',
    hasServiceWorker: value.SERVICE_WORKER === 'on',
    deletedAccounts: {
      days: value.DELETED_ACCOUNT_DAYS,
      hashKey: value.DELETED_ACCOUNT_KEY ?? `deleted-accounts:${value.SUPABASE_SECRET_KEY}`,
    },
    runs: {
      leaseSeconds: value.RUN_LEASE_SECONDS,
      capacity: value.RUN_CAPACITY,
      drainSeconds: value.RUN_DRAIN_SECONDS,
    },
    redirectRules: value.REDIRECT_RULES,
  }
}

const naverKeys = [
  'NAVER_SEARCHAD_API_KEY',
  'NAVER_SEARCHAD_SECRET_KEY',
  'NAVER_SEARCHAD_CUSTOMER_ID',
  'NAVER_OPENAPI_CLIENT_ID',
  'NAVER_OPENAPI_CLIENT_SECRET',
] as const

/** Either all of them or none, because a part of an analysis would look complete. */
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

function readCards(value: Environment): CardsConfig {
  const { TOSS_CLIENT_KEY: clientKey, TOSS_SECRET_KEY: secretKey } = value
  if (!clientKey && !secretKey) {
    return { kind: isPublicSite(value) ? 'closed' : 'simulator' }
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

/** `NAME=` in an environment file means "not set", except where an empty value has its own meaning. */
function withoutEmpty(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' || name === 'SUPABASE_PUBLIC_URL'),
  )
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  return issue.message
}
