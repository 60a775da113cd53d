import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const least = {
  SUPABASE_URL: 'http://127.0.0.1:3000',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's3cret',
  DATABASE_URL: 'postgres://user:pass@127.0.0.1/db',
}

it('the minimal configuration runs on one machine with the demo writer', () => {
  const config = readConfig(least)
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicOrigin: 'http://localhost:3000',
    isDemoModel: true,
    models: { tool: 'demo' },
  })
  expect(config.supabase).toMatchObject({ publicUrl: '', issuer: 'http://localhost:3000/auth/v1' })
})

it('every wrong or missing variable is named, and no value is shown', () => {
  const run = () =>
    readConfig({
      ...least,
      PORT: 'abc',
      DATABASE_URL: 'mysql://user:s3cret@host',
      SUPABASE_URL: undefined,
      RUN_CAPACITY: '0',
    })
  expect(run).toThrow(
    /PORT[\s\S]*SUPABASE_URL: is missing[\s\S]*DATABASE_URL: must start with postgres[\s\S]*RUN_CAPACITY/,
  )
  expect(run).not.toThrow(/s3cret/)
})

it('O14: without the backend’s URL or key nothing starts', () => {
  expect(() => readConfig({ ...least, SUPABASE_URL: '' })).toThrow('SUPABASE_URL: is missing')
  expect(() => readConfig({ ...least, SUPABASE_PUBLISHABLE_KEY: '' })).toThrow(
    'SUPABASE_PUBLISHABLE_KEY: is missing',
  )
})

it('O19: calls are under the configured base and /v1', () => {
  expect(readConfig(least).apiBase).toBe('/v1')
  expect(readConfig({ ...least, API_BASE_PATH: '/inner/api' }).apiBase).toBe('/inner/api/v1')
  for (const wrong of ['api', '/api/', 'https://api.example', '/a b'])
    expect(() => readConfig({ ...least, API_BASE_PATH: wrong }), wrong).toThrow('API_BASE_PATH')
})

it('the first model with a key writes; a named model needs its key', () => {
  expect(readConfig({ ...least, ANTHROPIC_API_KEY: 'k' })).toMatchObject({
    isDemoModel: false,
    models: { tool: 'claude' },
  })
  expect(
    readConfig({ ...least, ANTHROPIC_API_KEY: 'k', GOOGLE_GENERATIVE_AI_API_KEY: 'g' }).models.tool,
  ).toBe('gemini')
  expect(readConfig({ ...least, ANTHROPIC_API_KEY: 'k', TOOL_MODEL: 'demo' }).models.tool).toBe('demo')
  expect(() => readConfig({ ...least, TOOL_MODEL: 'gpt' })).toThrow('TOOL_MODEL')
  expect(() => readConfig({ ...least, COMPATIBLE_BASE_URL: 'http://127.0.0.1:11434/v1' })).toThrow(
    'COMPATIBLE_MODEL',
  )
})

it('a hosted backend has its own URL for browsers and issuer of tokens', () => {
  const config = readConfig({
    ...least,
    SUPABASE_URL: 'https://x.supabase.co/',
    PUBLIC_ORIGIN: 'https://munjang.example/',
  })
  expect(config.supabase).toMatchObject({
    publicUrl: 'https://x.supabase.co',
    issuer: 'https://x.supabase.co/auth/v1',
  })
  expect(config.ownOrigins).toEqual(['https://munjang.example'])
})

it('the first key of an image model, or the named model, makes pictures; otherwise they are drawn samples', () => {
  const pictures = (env: Record<string, string>) => readConfig({ ...least, ...env }).pictures
  expect(pictures({ ANTHROPIC_API_KEY: 'a' })).toEqual({ model: 'demo', provider: null, timeoutSeconds: 120 })
  expect(pictures({ OPENAI_API_KEY: 'a', GOOGLE_GENERATIVE_AI_API_KEY: 'b' })).toMatchObject({
    model: 'gpt',
    provider: { apiKey: 'a', modelId: 'gpt-image-1.5' },
  })
  expect(
    pictures({
      OPENAI_API_KEY: 'a',
      GOOGLE_GENERATIVE_AI_API_KEY: 'b',
      IMAGE_MODEL: 'gemini',
      GOOGLE_IMAGE_MODEL: 'm',
    }),
  ).toMatchObject({ model: 'gemini', provider: { apiKey: 'b', modelId: 'm' } })
  const own = { COMPATIBLE_BASE_URL: 'http://127.0.0.1:8000', COMPATIBLE_MODEL: 'text' }
  expect(pictures(own).model).toBe('demo')
  expect(pictures({ ...own, COMPATIBLE_IMAGE_MODEL: 'flux' })).toMatchObject({
    model: 'compatible',
    provider: { modelId: 'flux' },
  })
  expect(() => pictures({ IMAGE_MODEL: 'gpt' })).toThrow('IMAGE_MODEL: is gpt, but its key is missing')
  expect(() => pictures({ ...own, IMAGE_MODEL: 'compatible' })).toThrow('COMPATIBLE_IMAGE_MODEL is missing')
})

it('row 37: redirect rules come from the configuration and must be well formed', () => {
  const rules = [{ from: '/ko/old', to: 'https://elsewhere.example' }]
  expect(readConfig({ ...least, REDIRECT_RULES: JSON.stringify(rules) }).redirectRules).toEqual(rules)
  expect(() => readConfig({ ...least, REDIRECT_RULES: '[{"from":"ko"}]' })).toThrow('REDIRECT_RULES')
  expect(() => readConfig({ ...least, REDIRECT_RULES: '{' })).toThrow('REDIRECT_RULES')
})

it('M02: without keys a simulator charges cards, but never in public; a part of the settings is an error', () => {
  expect(readConfig(least).cards).toEqual({ kind: 'simulator' })
  const open = { ...least, NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://munjang.example' }
  expect(readConfig(open).cards).toEqual({ kind: 'closed' })
  expect(readConfig({ ...open, PUBLIC_ORIGIN: 'http://localhost:3000' }).cards).toEqual({ kind: 'simulator' })
  const keys = {
    TOSS_CLIENT_KEY: 'live_ck_x',
    TOSS_SECRET_KEY: 'live_sk_x',
    BILLING_KEY_SECRET: 'x'.repeat(32),
  }
  expect(readConfig({ ...open, ...keys }).cards).toMatchObject({ kind: 'toss', clientKey: 'live_ck_x' })
  expect(() => readConfig({ ...open, ...keys, TOSS_SECRET_KEY: '' })).toThrow('TOSS_SECRET_KEY: is missing')
  expect(() => readConfig({ ...open, ...keys, BILLING_KEY_SECRET: 'short' })).toThrow('BILLING_KEY_SECRET')
  expect(() => readConfig({ ...open, ...keys, TOSS_CLIENT_KEY: 'live_gck_x' })).toThrow('test_ck_')
})

it('security 116: mail needs a server and a sender together; without them e-mails go to the log, and a public site has none', () => {
  expect(readConfig(least).mail).toEqual({ kind: 'log' })
  const open = { ...least, NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://munjang.example' }
  expect(readConfig(open).mail).toEqual({ kind: 'closed' })
  const mail = {
    SMTP_URL: 'smtps://me%40munjang.example:s3%2Fcret@smtp.example.com',
    MAIL_FROM: 'Munjang <hello@munjang.example>',
  }
  expect(readConfig({ ...open, ...mail }).mail).toEqual({
    kind: 'smtp',
    host: 'smtp.example.com',
    port: 465,
    isSecure: true,
    needsTls: true,
    login: { user: 'me@munjang.example', pass: 's3/cret' },
    from: 'Munjang <hello@munjang.example>',
  })
  expect(readConfig({ ...least, ...mail, SMTP_URL: 'smtp://127.0.0.1:2525' }).mail).toMatchObject({
    port: 2525,
    isSecure: false,
    needsTls: false,
    login: null,
  })
  for (const wrong of [
    { SMTP_URL: mail.SMTP_URL },
    { MAIL_FROM: mail.MAIL_FROM },
    { ...mail, SMTP_URL: 'https://user:s3cret@smtp.example.com' },
    { ...mail, MAIL_FROM: 'hello' },
    { ...mail, MAIL_FROM: 'a@b.example\r\nBcc: s3cret@b.example' },
  ]) {
    const run = () => readConfig({ ...least, ...wrong })
    expect(run).toThrow(/SMTP_URL: must be|MAIL_FROM: must be/)
    expect(run).not.toThrow(/s3cret/)
  }
})
