// Actions with the secret key for other users: passwords, invitations, links, sessions.
import { hash } from 'bcryptjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutbox } from '#backend/main.ts'
import { createOperator, createVisitor, follow, signIn, typed } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'
import { sweep } from './sweep.ts'
import { createPool } from '#backend/database.ts'

const outbox = createOutbox()
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({
    auth: { email: true, phone: true, signUp: false },
    sendMail: outbox.sendMail,
    sendTextMessage: outbox.sendTextMessage,
  })
})
afterAll(() => backend.stop())

const password = 'correct-horse-7'
let count = 0
const newAddress = () => `guest${++count}@example.com`
const admin = () => createOperator(backend).auth.admin
const textTo = (phone: string) => outbox.messages.findLast(({ to }) => to === phone)?.code ?? ''

it('A27: an invitation is sent by e-mail, signs its person in, and works once', async () => {
  const email = newAddress()
  const invited = await admin().inviteUserByEmail(email, {
    data: { lang: 'ko' },
    redirectTo: `${backend.url}/ko`,
  })
  expect(invited.data.user).toMatchObject({
    email,
    invited_at: expect.any(String),
    user_metadata: { lang: 'ko' },
  })
  const mail = outbox.mails.at(-1)
  expect(mail).toMatchObject({ kind: 'invite', to: email, redirectTo: `${backend.url}/ko` })
  const landed = await follow(mail?.link)
  const token = new URLSearchParams(landed.hash.slice(1)).get('access_token') ?? ''
  expect((await createVisitor(backend).auth.getUser(token)).data.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
  })
  expect((await follow(mail?.link)).searchParams.get('error_code')).toBe('otp_expired')
  expect((await admin().inviteUserByEmail(email)).error?.code).toBe('email_exists')
})

it('A27: links of every kind are generated without an e-mail', async () => {
  const email = newAddress()
  const sent = outbox.mails.length
  const signUp = await admin().generateLink({ type: 'signup', email, password })
  expect(signUp.data.properties).toMatchObject({
    verification_type: 'signup',
    email_otp: expect.stringMatching(/^\d{6}$/),
  })
  const client = createVisitor(backend)
  const { hashed_token: hashedToken = '' } = signUp.data.properties ?? {}
  expect((await client.auth.verifyOtp({ token_hash: hashedToken, type: 'signup' })).data.user?.email).toBe(
    email,
  )
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  const magic = await admin().generateLink({
    type: 'magiclink',
    email,
    options: { redirectTo: `${backend.url}/en` },
  })
  expect((await follow(magic.data.properties?.action_link)).pathname).toBe('/en')
  const recovery = await admin().generateLink({ type: 'recovery', email })
  expect(
    (
      await client.auth.verifyOtp({
        email,
        token: recovery.data.properties?.email_otp ?? '',
        type: 'recovery',
      })
    ).error,
  ).toBeNull()
  const newEmail = newAddress()
  const current = await admin().generateLink({ type: 'email_change_current', email, newEmail })
  const next = await admin().generateLink({ type: 'email_change_new', email, newEmail })
  await client.auth.verifyOtp({
    token_hash: current.data.properties?.hashed_token ?? '',
    type: 'email_change',
  })
  const changed = await client.auth.verifyOtp({
    token_hash: next.data.properties?.hashed_token ?? '',
    type: 'email_change',
  })
  expect(changed.data.user?.email).toBe(newEmail)
  expect((await admin().generateLink({ type: 'signup', email: newEmail, password })).error?.code).toBe(
    'email_exists',
  )
  expect((await admin().generateLink({ type: 'recovery', email: newAddress() })).error?.code).toBe(
    'user_not_found',
  )
  expect(
    (await admin().generateLink({ type: 'invite', email: newAddress() })).data.user?.invited_at,
  ).toBeTruthy()
  expect((await admin().generateLink({ type: 'other' as 'invite', email })).error?.code).toBe(
    'validation_failed',
  )
  expect(outbox.mails.length).toBe(sent)
})

it('security 9: invitations and links require the secret key', async () => {
  const { session } = await signInSomebody()
  for (const path of ['invite', 'admin/generate_link', `admin/users/${session.user.id}/factors`]) {
    const response = await fetch(`${backend.url}/auth/v1/${path}`, {
      method: path.endsWith('factors') ? 'GET' : 'POST',
      headers: { apikey: backend.keys.publishableKey, authorization: `Bearer ${session.access_token}` },
    })
    expect([path, response.status]).toEqual([path, 403])
  }
})

async function signInSomebody() {
  const email = newAddress()
  await admin().createUser({ email, password, email_confirm: true })
  const client = createVisitor(backend)
  const { data } = await client.auth.signInWithPassword({ email, password })
  if (!data.session) throw new Error('The sign-in failed.')
  return { client, session: data.session, email }
}

it('the secret key sets passwords, imports hashes and signs users out', async () => {
  const { client, session, email } = await signInSomebody()
  expect((await admin().signOut(session.access_token, 'global')).error).toBeNull()
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await admin().updateUserById(session.user.id, { password: 'short' })).error?.code).toBe(
    'weak_password',
  )
  await admin().updateUserById(session.user.id, { password: 'better-horse-9' })
  expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await client.auth.signInWithPassword({ email, password: 'better-horse-9' })).error).toBeNull()
  const moved = newAddress()
  await admin().createUser({
    email: moved,
    password_hash: await hash('brought-along-1', 4),
    email_confirm: true,
  })
  expect(
    (await client.auth.signInWithPassword({ email: moved, password: 'brought-along-1' })).error,
  ).toBeNull()
  const weak = await client.auth.signInWithPassword({ email: moved, password: 'brought-along-1' })
  expect(weak.data).not.toHaveProperty('weakPassword')
  const short = newAddress()
  await admin().createUser({ email: short, password_hash: await hash('tiny', 4), email_confirm: true })
  expect((await client.auth.signInWithPassword({ email: short, password: 'tiny' })).data).toMatchObject({
    weakPassword: { reasons: ['length'] },
  })
  expect((await admin().createUser({ email: newAddress(), password_hash: 'plain' })).error?.code).toBe(
    'validation_failed',
  )
  expect((await admin().createUser({ email: newAddress(), role: 'postgres' })).error?.code).toBe(
    'validation_failed',
  )
})

it('A27: by phone: a code confirms, signs in, and changes the number', async () => {
  const phone = '+821012345678'
  await admin().createUser({ phone, password })
  const client = createVisitor(backend)
  expect((await client.auth.signInWithPassword({ phone, password })).error?.code).toBe('phone_not_confirmed')
  expect((await client.auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })).error).toBeNull()
  const { data } = await client.auth.verifyOtp({ phone, token: textTo(phone), type: 'sms' })
  expect(data.user).toMatchObject({ phone: '821012345678', phone_confirmed_at: expect.any(String) })
  const next = '+82 1099998888'
  await client.auth.updateUser({ phone: next })
  const moved = await client.auth.verifyOtp({
    phone: next,
    token: textTo('+821099998888'),
    type: 'phone_change',
  })
  expect(moved.data.user?.phone).toBe('821099998888')
  expect((await client.auth.reauthenticate()).error).toBeNull()
  expect(outbox.messages.at(-1)).toMatchObject({ kind: 'reauthentication', to: '+821099998888' })
  expect((await client.auth.signInWithOtp({ phone: 'abc' })).error?.code).toBe('validation_failed')
})

it('A27: with sign-ups disabled, no method creates an account', async () => {
  const client = createVisitor(backend)
  const answers = await Promise.all([
    client.auth.signUp({ email: newAddress(), password }),
    client.auth.signUp({ phone: '+821000000000', password }),
    client.auth.signInAnonymously(),
    client.auth.signInWithOtp({ email: newAddress() }),
  ])
  expect(answers.map(({ error }) => error?.code)).toEqual(Array.from({ length: 4 }, () => 'signup_disabled'))
  await expect(signIn(backend, 'google', typed('New', newAddress(), true))).rejects.toThrow(
    'error_code=signup_disabled',
  )
})

it('security 119: a sweep deletes unusable rows, and nothing else', async () => {
  const { client, session } = await signInSomebody()
  const idle = await signInSomebody()
  const { authAdminUrl } = backend.database
  await query(
    authAdminUrl,
    `update auth.sessions set created_at = now() - interval '401 days', updated_at = now() - interval '401 days' where user_id = $1`,
    [idle.session.user.id],
  )
  await client.auth.refreshSession()
  await query(
    authAdminUrl,
    `update auth.refresh_tokens set updated_at = now() - interval '31 days' where user_id = $1 and revoked`,
    [session.user.id],
  )
  const recovered = newAddress()
  await admin().createUser({ email: recovered, email_confirm: true })
  await client.auth.resetPasswordForEmail(recovered)
  await query(
    authAdminUrl,
    `update auth.one_time_tokens set created_at = created_at - interval '25 hours' where relates_to = $1`,
    [recovered],
  )
  await query(authAdminUrl, `update auth.flow_state set created_at = now() - interval '25 hours'`)
  const pool = createPool(authAdminUrl, 1, () => {})
  await sweep(pool)
  await pool.end()
  const [left] = await query(
    authAdminUrl,
    `select (select count(*)::int from auth.sessions where user_id = $1) as idle_sessions,
       (select count(*)::int from auth.sessions where user_id = $2) as live_sessions,
       (select count(*)::int from auth.refresh_tokens where user_id = $2::text) as live_tokens,
       (select count(*)::int from auth.one_time_tokens where relates_to = $3) as codes,
       (select count(*)::int from auth.flow_state) as flows`,
    [idle.session.user.id, session.user.id, recovered],
  )
  expect(left).toEqual({ idle_sessions: 0, live_sessions: 1, live_tokens: 1, codes: 0, flows: 0 })
  expect((await client.auth.refreshSession()).error).toBeNull()
})
