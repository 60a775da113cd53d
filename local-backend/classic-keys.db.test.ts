// Support for clients with Supabase's older keys: anon and service_role as JWTs, and HS256.
import { createClient } from '@supabase/supabase-js'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBackend, createOutbox } from '#backend/main.ts'
import { signIn } from '#backend/testing/sign-in.ts'
import { startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({ accessTokenAlgorithm: 'HS256' }, { withLibrary: true })
})
afterAll(() => backend.stop())

const withKey = (key: string) =>
  createClient(backend.url, key, { auth: { persistSession: false, autoRefreshToken: false } })

it('security 9: the classic keys have the same rights as the new ones, and no more', async () => {
  const anon = withKey(backend.keys.anonKey)
  const service = withKey(backend.keys.serviceRoleKey)
  expect((await anon.auth.admin.listUsers()).error?.code).toBe('not_admin')
  expect((await service.auth.admin.listUsers()).error).toBeNull()
  expect((await anon.rpc('no_such_function')).error?.code).toBe('PGRST202')
  const inBrowser = await fetch(`${backend.url}/rest/v1/`, {
    headers: { apikey: backend.keys.serviceRoleKey, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
  })
  expect(inBrowser.status).toBe(401)
})

it('security 8: access tokens by HS256 sign a member in, and the client verifies them by a request', async () => {
  const { client, session } = await signIn(backend, 'google', { choice: 'emma' })
  expect(decodeProtectedHeader(session.access_token).alg).toBe('HS256')
  const { data, error } = await client.auth.getClaims()
  expect([error, data?.claims.sub]).toEqual([null, session.user.id])
  expect((await client.auth.refreshSession()).error).toBeNull()
})

it('security 41: a backend with weak keys, or with a method without its sender, does not start', async () => {
  const options = {
    authenticatorUrl: backend.database.authenticatorUrl,
    authAdminUrl: backend.database.authAdminUrl,
    publicUrl: backend.url,
    redirectAllowList: [],
    providers: {},
    developmentIdentityProvider: false,
  }
  const weak = { ...backend.keys, proxySecret: 'secret' }
  await expect(createBackend({ ...options, keys: weak })).rejects.toThrow('proxySecret')
  await expect(createBackend({ ...options, keys: backend.keys, auth: { email: true } })).rejects.toThrow(
    'sendMail',
  )
})

it('security 119: the outbox that shows codes cannot start in production', () => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    expect(() => createOutbox()).toThrow('production')
  } finally {
    process.env.NODE_ENV = before
  }
  const lines: string[] = []
  const outbox = createOutbox((line) => lines.push(line))
  const mail = {
    kind: 'recovery',
    to: 'a@example.com',
    code: '123456',
    link: null,
    redirectTo: '',
    userId: '',
    userMetadata: {},
  } as const
  for (let count = 0; count < 101; count++) void outbox.sendMail(mail)
  expect([outbox.mails.length, lines[0]]).toEqual([100, 'Mail (recovery) to a@example.com: code 123456'])
})
