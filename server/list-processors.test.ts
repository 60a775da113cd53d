import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { listProcessors } from './list-processors.ts'

const listFor = (env: Record<string, string>) =>
  listProcessors(
    readConfig({
      SUPABASE_URL: 'http://127.0.0.1:3000',
      SUPABASE_PUBLISHABLE_KEY: 'p',
      SUPABASE_SECRET_KEY: 's',
      DATABASE_URL: 'postgres://a:b@127.0.0.1/c',
      ...env,
    }),
  )

it('L04: a machine without keys sends data only to its host', () => {
  expect(listFor({})).toEqual(['hosting'])
})

it('L04: every provider with a key is listed, and one at another URL as its own kind', () => {
  expect(listFor({ OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a' })).toEqual(['openai', 'anthropic', 'hosting'])
  expect(listFor({ OPENAI_API_KEY: 'o', OPENAI_BASE_URL: 'https://gateway.test' })).toEqual([
    'compatible',
    'hosting',
  ])
})

it('L04: keywords, cards and e-mail add their own', () => {
  expect(
    listFor({
      NAVER_SEARCHAD_API_KEY: 'n',
      NAVER_SEARCHAD_SECRET_KEY: 'n',
      NAVER_SEARCHAD_CUSTOMER_ID: 'n',
      NAVER_OPENAPI_CLIENT_ID: 'n',
      NAVER_OPENAPI_CLIENT_SECRET: 'n',
      TOSS_CLIENT_KEY: 'live_ck_1',
      TOSS_SECRET_KEY: 'live_sk_1',
      BILLING_KEY_SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtps://a:b@smtp.test:465',
      MAIL_FROM: 'a@example.com',
    }),
  ).toEqual(['naver', 'toss', 'mail', 'hosting'])
})
