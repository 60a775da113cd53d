// Every row of README.md's table for auth that needs neither a provider's page nor a mailbox, with plain calls.
import { randomUUID } from 'node:crypto'
import { createServerClient } from '@supabase/ssr'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpCode } from '#backend/auth/totp.ts'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { newMember, startTarget, type Target } from './target.ts'

let target: Target
let visitor: SupabaseClient
let operator: SupabaseClient
beforeAll(async () => {
  target = await startTarget()
  visitor = createVisitor(target)
  operator = createOperator(target)
})
afterAll(() => target.stop())

it('A01: signInWithOAuth leads to authorize with a challenge', async () => {
  const { data } = await visitor.auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${target.url}/after`, skipBrowserRedirect: true, scopes: 'email' },
  })
  const url = new URL(data.url ?? '')
  expect(url.origin + url.pathname).toBe(`${target.url}/auth/v1/authorize`)
  expect(url.searchParams.get('code_challenge_method')).toBe('s256')
  expect((await visitor.auth.exchangeCodeForSession(randomUUID())).error).not.toBeNull()
})

it('A13, A15: a session is read, refreshed, set again, and refused when its token is unknown', async () => {
  const { client, session } = await newMember(target)
  expect((await client.auth.getSession()).data.session?.access_token).toBe(session.access_token)
  const refreshed = await client.auth.refreshSession()
  expect(refreshed.error).toBeNull()
  expect(refreshed.data.session?.refresh_token).not.toBe(session.refresh_token)
  const elsewhere = createVisitor(target)
  const tokens = refreshed.data.session ?? session
  expect((await elsewhere.auth.setSession(tokens)).data.user?.id).toBe(session.user.id)
  const unknown = await createVisitor(target).auth.refreshSession({ refresh_token: 'nobody-knows' })
  expect(unknown.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

it('A23: the user, the claims and the identities of a session agree', async () => {
  const { client, session, email } = await newMember(target)
  expect((await client.auth.getUser()).data.user).toMatchObject({ id: session.user.id, email })
  expect((await client.auth.getClaims()).data?.claims).toMatchObject({
    sub: session.user.id,
    role: 'authenticated',
    aud: 'authenticated',
    aal: 'aal1',
    is_anonymous: false,
  })
  expect((await client.auth.getUserIdentities()).data?.identities).toMatchObject([{ provider: 'email' }])
  expect((await client.auth.getUser('x.y.z')).error).toMatchObject({ status: 403, code: 'bad_jwt' })
})

it('A24: users change their own metadata and password', async () => {
  const { client, email } = await newMember(target)
  const changed = await client.auth.updateUser({ data: { nickname: '문장이', gone: null } })
  expect(changed.data.user?.user_metadata).toMatchObject({ nickname: '문장이' })
  const password = randomUUID()
  expect((await client.auth.updateUser({ password })).error).toBeNull()
  expect((await createVisitor(target).auth.signInWithPassword({ email, password })).error).toBeNull()
  const wrong = await createVisitor(target).auth.signInWithPassword({ email, password: 'wrong' })
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
})

it('A19: signing out ends this session, the others, or all', async () => {
  const { client, email, password } = await newMember(target)
  const other = createVisitor(target)
  await other.auth.signInWithPassword({ email, password })
  expect((await client.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect((await other.auth.refreshSession()).error).not.toBeNull()
  expect((await client.auth.refreshSession()).error).toBeNull()
  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect((await client.auth.getUser()).data.user).toBeNull()
})

it('A25, A26: a factor raises the session, is listed, and is removed again', async () => {
  const { client } = await newMember(target)
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect(enrolled.data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
  const factorId = enrolled.data?.id ?? ''
  const secret = enrolled.data?.type === 'totp' ? enrolled.data.totp.secret : ''
  const code = totpCode(secret, Math.floor(Date.now() / 30_000))
  const { data: challenge } = await client.auth.mfa.challenge({ factorId })
  const refused = await client.auth.mfa.verify({
    factorId,
    challengeId: challenge?.id ?? '',
    code: code === '000000' ? '111111' : '000000',
  })
  expect(refused.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
    { id: factorId, status: 'verified' },
  ])
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
})

it('A27: disabled methods return GoTrue’s errors', async () => {
  const { client } = await newMember(target)
  expect((await visitor.auth.signInAnonymously()).error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
  })
  expect((await visitor.auth.signInWithSSO({ domain: 'example.com' })).error?.code).toBe(
    'saml_provider_disabled',
  )
  const linked = await client.auth.linkIdentity({ provider: 'kakao', options: { skipBrowserRedirect: true } })
  expect(linked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
})

it('the secret key creates, finds, lists, changes, signs out and deletes users', async () => {
  const { admin } = operator.auth
  const { client, session, email } = await newMember(target)
  const { id } = session.user
  expect((await admin.getUserById(id)).data.user).toMatchObject({ email })
  expect((await admin.listUsers({ page: 1, perPage: 1 })).data.users).toHaveLength(1)
  const banned = await admin.updateUserById(id, { app_metadata: { plan: 'x' }, ban_duration: '1h' })
  expect(banned.data.user?.app_metadata).toMatchObject({ plan: 'x' })
  expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'user_banned' })
  await admin.updateUserById(id, { ban_duration: 'none' })
  expect((await admin.signOut(session.access_token)).error).toBeNull()
  expect((await client.auth.refreshSession()).error).not.toBeNull()
  expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' })
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  expect((await createVisitor(target).auth.admin.listUsers()).error?.status).toBe(403)
})

it('A27: a generated link signs in without a mail, once', async () => {
  const { email } = await newMember(target)
  const { data } = await operator.auth.admin.generateLink({ type: 'magiclink', email })
  const token_hash = data.properties?.hashed_token ?? ''
  const client = createVisitor(target)
  const verified = await client.auth.verifyOtp({ token_hash, type: 'magiclink' })
  expect([verified.error, verified.data.user?.email]).toEqual([null, email])
  const again = await createVisitor(target).auth.verifyOtp({ token_hash, type: 'magiclink' })
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
})

it('A20: @supabase/ssr keeps the session in cookies that a second client reads back', async () => {
  const { email, password } = await newMember(target)
  const jar = new Map<string, string>()
  const serverClient = () =>
    createServerClient(target.url, target.keys.publishableKey, {
      cookieOptions: { name: 'session' },
      cookies: {
        getAll: () => [...jar].map(([name, value]) => ({ name, value })),
        setAll: (cookies) => cookies.forEach(({ name, value }) => jar.set(name, value)),
      },
    })
  expect((await serverClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  expect((await serverClient().auth.getUser()).data.user?.email).toBe(email)
  expect((await serverClient().from('note').insert({ text: 'from a cookie' })).error).toBeNull()
})
