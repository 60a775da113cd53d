// The fallbacks for services without keys, on a developer's machine: listed at each start, and forbidden in public
// where marked.
import type { Config } from '#server/config.ts'
import type { ProviderKeys } from 'local-backend'

export type Fallback = {
  for: 'database' | 'sign-in' | 'writing' | 'pictures' | 'cards' | 'mail' | 'keywords'
  says: string
}

/** Providers that the environment has both keys for. */
export function readProviders(env: NodeJS.ProcessEnv): { google?: ProviderKeys; kakao?: ProviderKeys } {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, KAKAO_CLIENT_ID, KAKAO_CLIENT_SECRET } = env
  return {
    ...(GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
      ? { google: { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET } }
      : {}),
    ...(KAKAO_CLIENT_ID && KAKAO_CLIENT_SECRET
      ? { kakao: { clientId: KAKAO_CLIENT_ID, clientSecret: KAKAO_CLIENT_SECRET } }
      : {}),
  }
}

export function listFallbacks(config: Config, env: NodeJS.ProcessEnv): Fallback[] {
  const { google, kakao } = readProviders(env)
  return [
    ...(env.DATABASE_URL
      ? []
      : [
          {
            for: 'database',
            says: 'Database: the embedded Postgres (DATABASE_URL names another one).',
          } as const,
        ]),
    ...((google && kakao) || env.SUPABASE_URL
      ? []
      : [
          {
            for: 'sign-in',
            says: 'Sign-in: the development sign-in stands in for providers without keys (set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, KAKAO_CLIENT_ID and KAKAO_CLIENT_SECRET).',
          } as const,
        ]),
    ...(config.isDemoModel
      ? [
          {
            for: 'writing',
            says: 'Writing: the demo writer (set OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY).',
          } as const,
        ]
      : []),
    ...(config.pictures.model === 'demo'
      ? [
          {
            for: 'pictures',
            says: 'Pictures: drawn samples (set OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or COMPATIBLE_IMAGE_MODEL).',
          } as const,
        ]
      : []),
    ...(config.cards.kind === 'simulator'
      ? [
          {
            for: 'cards',
            says: 'Cards: a simulator that moves no money (set TOSS_CLIENT_KEY, TOSS_SECRET_KEY and BILLING_KEY_SECRET).',
          } as const,
        ]
      : []),
    ...(config.mail.kind === 'log'
      ? [
          {
            for: 'mail',
            says: 'Mail: shown in the log and sent to nobody (set SMTP_URL and MAIL_FROM).',
          } as const,
        ]
      : []),
    ...(config.keywords
      ? []
      : [
          {
            for: 'keywords',
            says: 'Keywords: sample figures (set the five NAVER_ keys of docs/operating.md).',
          } as const,
        ]),
  ]
}
