import { createServerClient } from '@supabase/ssr'
import { expect, it } from 'vitest'
import { asAppError, hasSessionCookie, requireBackend, sessionCookieOptions } from './supabase.ts'

it('O14: a backend client without url or key is refused with the message of supabase-js', () => {
  expect(() => requireBackend({ url: ' ', key: 'k' })).toThrow('supabaseUrl is required.')
  expect(() => requireBackend({ url: 'http://127.0.0.1', key: '' })).toThrow('supabaseKey is required.')
})

it('O16, P21: codes of the data calls become codes of the product, and no other text passes', () => {
  expect(asAppError({ code: 'PGRST116' }).code).toBe('not_found')
  expect(asAppError({ code: '42501' }).code).toBe('sign_in_required')
  expect(asAppError({ code: 'P0001', message: 'no_tokens' }).code).toBe('no_tokens')
  const unknown = asAppError({ code: '23505', message: 'duplicate key value violates "user_pkey"' })
  expect([unknown.code, unknown.message]).toEqual(['try_again', 'try_again'])
})

it('A20: a session cookie is seen whole and in chunks, a verifier alone is none', () => {
  expect(hasSessionCookie('a=1; munjang-session=base64-x')).toBe(true)
  expect(hasSessionCookie('munjang-session.0=base64-x; munjang-session.1=y')).toBe(true)
  expect(hasSessionCookie('munjang-session-code-verifier=base64-x')).toBe(false)
  expect(hasSessionCookie('xmunjang-session=1; munjang-session=')).toBe(false)
})

it('A20, A23, A24: a session over 3180 characters is split into chunks, with the cookie rules, and rejoined exactly', async () => {
  const jar = new Map<string, string>()
  const written: { value: string; options: Record<string, unknown> }[] = []
  const session = {
    access_token: `${btoa('{"alg":"HS256"}')}.${btoa(JSON.stringify({ sub: 'u', exp: 4_102_444_800 })).replaceAll('=', '')}.c2ln`,
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: 4_102_444_800,
    token_type: 'bearer',
    user: {
      id: 'u',
      aud: 'authenticated',
      app_metadata: {},
      user_metadata: { user_auth: 'x'.repeat(6000), 이름: '민지' },
      identities: [{ identity_id: 'i' }],
      created_at: '',
    },
  }
  const client = () =>
    createServerClient('http://127.0.0.1:9', 'k', {
      cookieOptions: sessionCookieOptions,
      cookies: {
        getAll: () => [...jar].map(([name, value]) => ({ name, value })),
        setAll: (cookies) => {
          for (const { name, value, options } of cookies) {
            written.push({ value, options: options as Record<string, unknown> })
            jar.set(name, value)
          }
        },
      },
      global: { fetch: async () => Response.json(session.user) },
    })
  await client().auth.setSession(session as never)

  expect([...jar.keys()].filter((name) => jar.get(name))).toEqual([
    'munjang-session.0',
    'munjang-session.1',
    'munjang-session.2',
  ])
  expect(written.every(({ value }) => value.length <= 3180)).toBe(true)
  expect(written.at(-1)?.options).toMatchObject({
    path: '/',
    sameSite: 'lax',
    httpOnly: false,
    maxAge: 400 * 24 * 60 * 60,
  })
  const { data } = await client().auth.getSession()
  expect(data.session?.refresh_token).toBe('r')
  expect(data.session?.user.user_metadata).toEqual(session.user.user_metadata)
})

it('backend S14, S11: a session that ended elsewhere leads to the sign-in, and too many calls lead to their own error', () => {
  expect(asAppError({ code: 'PGRST301', message: 'The session has ended' }).code).toBe('sign_in_required')
  expect(asAppError({ code: 'PGRST303', message: 'JWT expired' }).code).toBe('sign_in_required')
  expect(asAppError({ code: 'over_request_rate_limit' }).code).toBe('too_many_requests')
})
