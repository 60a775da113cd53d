// The official client's error classes, each for a response of this backend or of a broken connection to it.
import {
  AuthImplicitGrantRedirectError,
  AuthInvalidTokenResponseError,
  AuthPKCEGrantCodeExchangeError,
  createClient,
  isAuthApiError,
  isAuthError,
  isAuthRetryableFetchError,
  type AuthError,
} from '@supabase/supabase-js'
import { serializeCookieHeader } from '@supabase/ssr'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMailbox } from '#backend/testing/mailbox.ts'
import { createVisitor } from '#backend/testing/sign-in.ts'
import { startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({ auth: { email: true }, sendMail: createMailbox().sendMail })
})
afterAll(() => backend.stop())

const email = 'somebody@example.com'

/** A client whose every request gets this response. */
function answeredBy(answer: () => Response | Promise<Response>) {
  return createClient(backend.url, backend.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async () => answer() },
  }).auth
}

it('A31, A32: the error classes differ by name, and have a code or status', async () => {
  const { auth } = createVisitor(backend)
  const errors: (AuthError | null)[] = [
    (await auth.signInWithPassword({ email, password: 'wrong-horse-7' })).error,
    (
      await answeredBy(() => new Response('<html>', { status: 418 })).signInWithPassword({
        email,
        password: 'x',
      })
    ).error,
    (await auth.getUser()).error,
    (await answeredBy(() => Response.json({})).signInWithPassword({ email, password: 'x' })).error,
    (await auth.signInWithPassword({} as never)).error,
    new AuthImplicitGrantRedirectError('refused'),
    new AuthPKCEGrantCodeExchangeError('refused'),
    (await answeredBy(() => new Response('', { status: 503 })).signInWithPassword({ email, password: 'x' }))
      .error,
    (await auth.signUp({ email, password: 'short' })).error,
  ]
  expect(errors.map((error) => error?.name)).toEqual([
    'AuthApiError',
    'AuthUnknownError',
    'AuthSessionMissingError',
    'AuthInvalidTokenResponseError',
    'AuthInvalidCredentialsError',
    'AuthImplicitGrantRedirectError',
    'AuthPKCEGrantCodeExchangeError',
    'AuthRetryableFetchError',
    'AuthWeakPasswordError',
  ])
  expect(errors.every((error) => isAuthError(error))).toBe(true)
  expect([isAuthApiError(errors[0]), errors[0]?.code]).toEqual([true, 'invalid_credentials'])
  expect(errors[3]?.message).toBe('Auth session or user missing')
  expect(new AuthInvalidTokenResponseError().message).toBe('Auth session or user missing')
})

it('A32: no response, 502, 503 and 504 are retryable errors', async () => {
  const away = answeredBy(() => Promise.reject(new TypeError('fetch failed')))
  const statuses = [(await away.signInWithPassword({ email, password: 'x' })).error]
  for (const status of [502, 503, 504]) {
    const { error } = await answeredBy(() => Response.json({}, { status })).signInWithPassword({
      email,
      password: 'x',
    })
    statuses.push(error)
  }
  expect(statuses.map((error) => [isAuthRetryableFetchError(error), error?.status])).toEqual([
    [true, 0],
    [true, 502],
    [true, 503],
    [true, 504],
  ])
})

it('A22: cookie options that every browser rejects are refused before they are sent', () => {
  const good = {
    maxAge: 60,
    path: '/',
    domain: 'example.com',
    sameSite: 'lax',
    expires: new Date(0),
  } as const
  expect(serializeCookieHeader('session', 'x', good)).toContain('SameSite=Lax')
  const bad: [object, string][] = [
    [{ maxAge: Number.NaN }, 'maxAge'],
    [{ maxAge: Number.POSITIVE_INFINITY }, 'maxAge'],
    [{ maxAge: 'soon' }, 'maxAge'],
    [{ domain: 'evil.example; Path=/' }, 'domain'],
    [{ path: '/\r\nSet-Cookie: x=y' }, 'path'],
    [{ expires: new Date('never') }, 'expires'],
    [{ expires: '2026-01-01' }, 'expires'],
    [{ priority: 'urgent' }, 'priority'],
    [{ sameSite: 'loose' }, 'sameSite'],
  ]
  for (const [options, name] of bad) {
    expect(() => serializeCookieHeader('session', 'x', options)).toThrow(`option ${name} is invalid`)
  }
})

it('backend S12: a type of code that is a property name of every JavaScript object is refused like any unknown one', async () => {
  const answer = await fetch(`${backend.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: backend.keys.publishableKey, 'content-type': 'application/json' },
    body: '{"type":"constructor","token_hash":"x"}',
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' })
  const link = `${backend.url}/auth/v1/verify?token=x&type=toString&redirect_to=${backend.url}`
  const followed = await fetch(link, { redirect: 'manual' })
  expect(followed.headers.get('location')).toContain('validation_failed')
})
