import { createClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor, signIn, typed } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

type Refreshed = { status: number; code: string | undefined; refreshToken: string | undefined }

async function refresh(token: string): Promise<Refreshed> {
  const response = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: backend.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: token }),
  })
  const body = (await response.json()) as { error_code?: string; refresh_token?: string }
  return { status: response.status, code: body.error_code, refreshToken: body.refresh_token }
}

/** Moves the last use of every refresh token of a session into the past, past the reuse window. */
function ageTokens(sessionId: unknown): Promise<object[]> {
  return query(
    backend.database.authAdminUrl,
    `update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds' where session_id = $1`,
    [sessionId],
  )
}

const sessionIdOf = (accessToken: string) => decodeJwt(accessToken).session_id

it('A13: a refresh rotates the token and keeps the session, its methods and the user', async () => {
  const { client, session } = await signIn(backend, 'google', { choice: 'haneul' })
  const { data, error } = await client.auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
    session_id: sessionIdOf(session.access_token),
    amr: [{ method: 'oauth', timestamp: expect.any(Number) }],
    sub: session.user.id,
  })
})

it('security 48: two tabs that refresh concurrently both stay signed in', async () => {
  const { session } = await signIn(backend, 'google', { choice: 'haneul' })
  const tabs = await Promise.all(Array.from({ length: 5 }, () => refresh(session.refresh_token)))
  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(tabs.map(({ refreshToken }) => refreshToken)).size).toBe(1)
  expect((await refresh(tabs[0]?.refreshToken ?? '')).status).toBe(200)
})

it('security 48: a refresh token that is reused after the window ends the whole session, the thief’s included', async () => {
  const { client, session } = await signIn(backend, 'google', { choice: 'emma' })
  const first = await refresh(session.refresh_token)
  const stolen = await refresh(first.refreshToken ?? '')
  expect(stolen.status).toBe(200)
  await ageTokens(sessionIdOf(session.access_token))
  expect(await refresh(session.refresh_token)).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
  })
  expect((await refresh(stolen.refreshToken ?? '')).status).toBe(400)
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

it('backend S7: a client that never got the response may retry with the same token, however late, and stays signed in', async () => {
  const { session } = await signIn(backend, 'google', { choice: 'emma' })
  const lost = await refresh(session.refresh_token)
  await ageTokens(sessionIdOf(session.access_token))
  const again = await refresh(session.refresh_token)
  expect(again).toMatchObject({ status: 200, refreshToken: lost.refreshToken })
  expect((await refresh(again.refreshToken ?? '')).status).toBe(200)
  await ageTokens(sessionIdOf(session.access_token))
  expect(await refresh(session.refresh_token)).toMatchObject({ code: 'refresh_token_already_used' })
})

it('A15: an unknown refresh token is refused for good, so that clients drop the session', async () => {
  expect(await refresh('nobody-knows')).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  expect(await refresh('')).toMatchObject({ status: 400, code: 'validation_failed' })
})

it('people change their user_metadata, null removes a key, and it stays small enough for a token', async () => {
  const { client } = await signIn(backend, 'google', { choice: 'emma' })
  const updated = await client.auth.updateUser({ data: { nickname: '에마', theme: 'dark' } })
  expect(updated.data.user?.user_metadata).toMatchObject({
    nickname: '에마',
    theme: 'dark',
    full_name: 'Emma Wilson',
  })
  expect((await client.auth.updateUser({ data: { big: 'x'.repeat(9_000) } })).error?.code).toBe(
    'validation_failed',
  )
  await client.auth.updateUser({ data: { first: 'x'.repeat(5_000) } })
  expect((await client.auth.updateUser({ data: { second: 'x'.repeat(5_000) } })).error?.code).toBe(
    'validation_failed',
  )
  await client.auth.updateUser({ data: { first: null } })
  const removed = await client.auth.updateUser({ data: { theme: null } })
  expect(removed.data.user?.user_metadata).not.toHaveProperty('theme')
})

it('security 47: a user cannot change app_metadata, role or e-mail through the own account', async () => {
  const { client, session } = await signIn(backend, 'google', { choice: 'emma' })
  const forged = await fetch(`${backend.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: backend.keys.publishableKey,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      role: 'service_role',
      app_metadata: { role: 'owner' },
      aud: 'x',
      data: { role: 'service_role' },
    }),
  })
  expect(forged.status).toBe(200)
  const { data } = await client.auth.refreshSession()
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
    role: 'authenticated',
    aud: 'authenticated',
    app_metadata: { provider: 'google', providers: ['google'] },
  })
  expect((await client.auth.updateUser({ email: 'other@example.com' })).error?.code).toBe(
    'email_provider_disabled',
  )
  expect((await client.auth.updateUser({ password: 'long-enough-1!' })).error?.code).toBe(
    'email_provider_disabled',
  )
})

it('A19, security 49: signing out ends this session, the others or all of them', async () => {
  const people = await Promise.all(
    [1, 2, 3].map(() => signIn(backend, 'google', typed('Scope', 'scope@example.com', true))),
  )
  const [first, second, third] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  const isAlive = async (one: typeof first) =>
    !(await one.client.auth.getUser(one.session.access_token)).error
  expect((await first.client.auth.signOut({ scope: 'local' })).error).toBeNull()
  expect([await isAlive(first), await isAlive(second), await isAlive(third)]).toEqual([false, true, true])
  expect((await second.client.auth.signOut({ scope: 'others' })).error).toBeNull()
  expect([await isAlive(second), await isAlive(third)]).toEqual([true, false])
  expect((await second.client.auth.signOut()).error).toBeNull()
  expect(await isAlive(second)).toBe(false)
  expect((await refresh(second.session.refresh_token)).code).toBe('refresh_token_not_found')
})

it('A18: signing out of an ended session answers 403, which clients treat as success', async () => {
  const { client, session } = await signIn(backend, 'google', { choice: 'emma' })
  await query(backend.database.authAdminUrl, 'delete from auth.sessions where id = $1', [
    sessionIdOf(session.access_token),
  ])
  expect((await client.auth.signOut()).error).toBeNull()
})

it('security 8: auth refuses missing, invalid and other issuers’ tokens', async () => {
  const client = createVisitor(backend)
  expect((await client.auth.getUser('x.y.z')).error).toMatchObject({ status: 403, code: 'bad_jwt' })
  const keyOnly = await fetch(`${backend.url}/auth/v1/user`, {
    headers: { apikey: backend.keys.publishableKey },
  })
  expect([keyOnly.status, await keyOnly.json()]).toEqual([
    401,
    { code: 401, error_code: 'no_authorization', msg: expect.any(String) },
  ])
  expect((await fetch(`${backend.url}/auth/v1/user`)).status).toBe(401)
})

it('security 41: the methods for passwords, e-mails, phones, guests and factors are disabled with GoTrue’s errors', async () => {
  const client = createVisitor(backend)
  const email = 'somebody@example.com'
  const answers = await Promise.all([
    client.auth.signUp({ email, password: 'long-enough-1!' }),
    client.auth.signUp({ phone: '+821012345678', password: 'long-enough-1!' }),
    client.auth.signInAnonymously(),
    client.auth.signInWithPassword({ email, password: 'x' }),
    client.auth.signInWithPassword({ phone: '+821012345678', password: 'x' }),
    client.auth.signInWithOtp({ email }),
    client.auth.signInWithOtp({ phone: '+821012345678' }),
    client.auth.signInWithIdToken({ provider: 'google', token: 'x' }),
    client.auth.signInWithSSO({ domain: 'example.com' }),
    client.auth.verifyOtp({ email, token: '123456', type: 'email' }),
    client.auth.resend({ type: 'signup', email }),
    client.auth.resetPasswordForEmail(email),
  ])
  expect(answers.map(({ error }) => error?.code)).toEqual([
    'email_provider_disabled',
    'phone_provider_disabled',
    'anonymous_provider_disabled',
    'email_provider_disabled',
    'phone_provider_disabled',
    'email_provider_disabled',
    'phone_provider_disabled',
    'validation_failed',
    'saml_provider_disabled',
    'otp_expired',
    'email_provider_disabled',
    'email_provider_disabled',
  ])
  const { client: member, session } = await signIn(backend, 'google', { choice: 'emma' })
  const [memberIdentity] = session.user.identities ?? []
  if (!memberIdentity) throw new Error('A member without an identity.')
  expect((await member.auth.mfa.enroll({ factorType: 'phone', phone: '+821012345678' })).error?.code).toBe(
    'mfa_phone_enroll_not_enabled',
  )
  expect((await member.auth.unlinkIdentity(memberIdentity)).error?.code).toBe('manual_linking_disabled')
  expect((await member.auth.updateUser({ password: 'long-enough-1!' })).error?.code).toBe(
    'email_provider_disabled',
  )
  expect((await member.auth.linkIdentity({ provider: 'kakao' })).error?.code).toBe('manual_linking_disabled')
  expect(
    await query(backend.database.authAdminUrl, `select from auth.users where email = $1`, [email]),
  ).toHaveLength(0)
})

it('the secret key creates, reads, lists, changes, bans and deletes users', async () => {
  const { admin } = createOperator(backend).auth
  const created = await admin.createUser({
    email: 'New@Example.com',
    email_confirm: true,
    user_metadata: { a: 1 },
    app_metadata: { plan: 'x' },
  })
  expect(created.error).toBeNull()
  const user = created.data.user
  expect(user).toMatchObject({
    email: 'new@example.com',
    user_metadata: { a: 1 },
    app_metadata: { provider: 'email', providers: ['email'], plan: 'x' },
  })
  const id = user?.id ?? ''
  const updated = await admin.updateUserById(id, {
    user_metadata: { user_auth: 'member' },
    app_metadata: { plan: null },
  })
  expect(updated.data.user).toMatchObject({
    user_metadata: { a: 1, user_auth: 'member' },
    app_metadata: { provider: 'email' },
  })
  expect(updated.data.user?.app_metadata).not.toHaveProperty('plan')
  expect((await admin.getUserById(id)).data.user?.email).toBe('new@example.com')
  const list = await admin.listUsers({ page: 1, perPage: 1 })
  expect([list.data.users.length, (list.data as { total: number }).total > 1]).toEqual([1, true])
  expect((await admin.createUser({ email: 'new@example.com' })).error?.code).toBe('email_exists')
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
  expect((await admin.getUserById('00000000-0000-4000-8000-000000000000')).error?.status).toBe(404)
})

it('security 32: a banned user can neither refresh nor sign in, until the ban ends', async () => {
  const { admin } = createOperator(backend).auth
  const person = typed('Banned', 'banned@example.com', true)
  const { session } = await signIn(backend, 'google', person)
  expect((await admin.updateUserById(session.user.id, { ban_duration: '24h' })).error).toBeNull()
  expect((await refresh(session.refresh_token)).code).toBe('user_banned')
  await expect(signIn(backend, 'google', person)).rejects.toThrow('error_code=user_banned')
  await admin.updateUserById(session.user.id, { ban_duration: 'none' })
  expect((await refresh(session.refresh_token)).status).toBe(200)
})

it('security 49: deleting a user ends the sessions, a soft deletion anonymises the user', async () => {
  const { admin } = createOperator(backend).auth
  const gone = await signIn(backend, 'google', typed('Gone', 'gone@example.com', true))
  await admin.deleteUser(gone.session.user.id)
  expect((await refresh(gone.session.refresh_token)).code).toBe('refresh_token_not_found')
  const soft = await signIn(backend, 'google', typed('Soft', 'soft@example.com', true))
  await admin.deleteUser(soft.session.user.id, true)
  const [row] = await query(
    backend.database.authAdminUrl,
    'select row_to_json(u)::text as text from auth.users u where id = $1',
    [soft.session.user.id],
  )
  expect(JSON.stringify(row)).not.toMatch(/soft@example|"Soft"/)
  expect((await soft.client.auth.getUser()).error).not.toBeNull()
})

it('security 9: admin endpoints require the secret key', async () => {
  const visitor = createVisitor(backend)
  expect((await visitor.auth.admin.listUsers()).error).toMatchObject({ status: 403, code: 'not_admin' })
  const { session } = await signIn(backend, 'google', { choice: 'emma' })
  const member = createClient(backend.url, backend.keys.publishableKey, {
    accessToken: async () => session.access_token,
  })
  const response = await fetch(`${backend.url}/auth/v1/admin/users`, {
    headers: { apikey: backend.keys.publishableKey, authorization: `Bearer ${session.access_token}` },
  })
  expect(response.status).toBe(403)
  expect((await member.from('users').select()).status).toBe(404)
})

it('A27: settings and health report the enabled methods', async () => {
  const ask = async (path: string) =>
    (
      await fetch(`${backend.url}/auth/v1/${path}`, { headers: { apikey: backend.keys.publishableKey } })
    ).json()
  expect(await ask('settings')).toMatchObject({
    external: { google: true, kakao: true, email: false, phone: false },
    disable_signup: false,
  })
  expect(await ask('health')).toMatchObject({ name: 'GoTrue' })
})
