import { createServerClient } from '@supabase/ssr'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, createVisitor, signIn, visitProvider } from '#backend/testing/sign-in.ts'
import { startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

it('A01, A02: Google signs in through its stand-in with PKCE and comes back with the query it left with', async () => {
  const { session } = await signIn(backend, 'google', { choice: 'haneul' })
  expect(session.user.email).toBe('haneul.kim@example.com')
  expect(session.user.app_metadata).toEqual({ provider: 'google', providers: ['google'] })
  expect(session.user.user_metadata).toMatchObject({
    full_name: '김하늘',
    name: '김하늘',
    email_verified: true,
    phone_verified: false,
  })
  expect(session.provider_token).toBeTruthy()
})
