// Passwords, with the official client; the test mailbox replaces a mail server.
import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMailbox,
  goodPassword as password,
  passMinute,
  signUpByMail,
} from '#backend/testing/mailbox.ts'
import { createOperator, createVisitor, follow, signIn, typed } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

const mailbox = createMailbox()
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({
    auth: { email: true, passwordRequiredCharacters: ['0123456789'] },
    sendMail: mailbox.sendMail,
  })
})
afterAll(() => backend.stop())

let count = 0
const newAddress = () => `writer${++count}@example.com`

it('A27: a sign-up waits for the code in its e-mail, then the password signs in', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  const started = await client.auth.signUp({
    email: email.toUpperCase(),
    password,
    options: { data: { lang: 'ko' } },
  })
  expect(started.error).toBeNull()
  expect([started.data.session, started.data.user?.email]).toEqual([null, email])
  expect(started.data.user?.confirmation_sent_at).toBeTruthy()
  expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
  expect(mailbox.last(email)).toMatchObject({ kind: 'signup', userMetadata: { lang: 'ko' } })
  const { code } = mailbox.last(email)
  const confirmed = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  expect(confirmed.data.user).toMatchObject({
    email,
    identities: [{ identity_data: { email_verified: true } }],
  })
  expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe('otp_expired')
  const signedIn = await client.auth.signInWithPassword({ email, password })
  expect(decodeJwt(signedIn.data.session?.access_token ?? '')).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { lang: 'ko' },
  })
})

it('A32: a weak password is refused with every reason at once, by its own error class', async () => {
  const client = createVisitor(backend)
  const weak = await client.auth.signUp({ email: newAddress(), password: 'short' })
  expect(isAuthWeakPasswordError(weak.error) && weak.error.reasons).toEqual(['length', 'characters'])
  const known = await client.auth.signUp({ email: newAddress(), password: 'Password1' })
  expect(isAuthWeakPasswordError(known.error) && known.error.reasons).toEqual(['pwned'])
  const long = await client.auth.signUp({ email: newAddress(), password: '가1'.repeat(30) })
  expect([isAuthApiError(long.error), long.error?.code]).toEqual([true, 'validation_failed'])
})

it('security 56: an unknown address and a wrong password get the same response, and a used address is not revealed', async () => {
  const email = newAddress()
  await signUpByMail(backend, mailbox, email)
  const client = createVisitor(backend)
  const wrong = await client.auth.signInWithPassword({ email, password: 'wrong-horse-7' })
  const unknown = await client.auth.signInWithPassword({ email: newAddress(), password })
  expect(wrong.error?.code).toBe('invalid_credentials')
  expect(unknown.error).toEqual(wrong.error)
  const mailsBefore = mailbox.mails.length
  const again = await client.auth.signUp({ email, password: 'other-horse-8' })
  expect(again.error).toBeNull()
  expect(again.data.user).toMatchObject({ email, identities: [] })
  expect((await client.auth.resetPasswordForEmail(newAddress())).error).toBeNull()
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  expect(mailbox.mails.length).toBe(mailsBefore)
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
})

it('security 42: the last sign-up before an address is verified sets the password', async () => {
  const email = newAddress()
  const attacker = createVisitor(backend)
  await attacker.auth.signUp({
    email,
    password: 'attacker-horse-1',
    options: { data: { name: 'Attacker' } },
  })
  const attackersCode = mailbox.last(email).code
  await passMinute(backend, email)
  const owner = createVisitor(backend)
  await owner.auth.signUp({ email, password })
  expect((await attacker.auth.verifyOtp({ email, token: attackersCode, type: 'signup' })).error?.code).toBe(
    'otp_expired',
  )
  const confirmed = await owner.auth.verifyOtp({ email, token: mailbox.last(email).code, type: 'signup' })
  expect(confirmed.data.user?.user_metadata).not.toHaveProperty('name')
  expect((await attacker.auth.signInWithPassword({ email, password: 'attacker-horse-1' })).error?.code).toBe(
    'invalid_credentials',
  )
  expect((await owner.auth.signInWithPassword({ email, password })).error).toBeNull()
})

it('security 42: a code for signing in confirms the address but never another person’s password', async () => {
  const email = newAddress()
  await createVisitor(backend).auth.signUp({ email, password: 'attacker-horse-1' })
  await passMinute(backend, email)
  const owner = createVisitor(backend)
  await owner.auth.resetPasswordForEmail(email)
  await owner.auth.verifyOtp({ email, token: mailbox.last(email).code, type: 'recovery' })
  expect(
    (await createVisitor(backend).auth.signInWithPassword({ email, password: 'attacker-horse-1' })).error
      ?.code,
  ).toBe('invalid_credentials')
  const victim = newAddress()
  await createVisitor(backend).auth.signUp({ email: victim, password: 'attacker-horse-1' })
  const google = await signIn(backend, 'google', typed('Owner', victim, true))
  expect(google.session.user.identities?.map(({ provider }) => provider)).toEqual(['google'])
  expect(
    (await createVisitor(backend).auth.signInWithPassword({ email: victim, password: 'attacker-horse-1' }))
      .error?.code,
  ).toBe('invalid_credentials')
})

it('security 42: an invitation deletes another person’s data at its address', async () => {
  const { admin } = createOperator(backend).auth
  const attackers = { password: 'attacker-horse-1', options: { data: { name: 'Attacker' } } }
  const email = newAddress()
  await createVisitor(backend).auth.signUp({ email, ...attackers })
  await passMinute(backend, email)
  await admin.inviteUserByEmail(email)
  await follow(mailbox.last(email).link)
  const linked = newAddress()
  await createVisitor(backend).auth.signUp({ email: linked, ...attackers })
  const { data } = await admin.generateLink({ type: 'invite', email: linked })
  await follow(data.properties?.action_link)
  for (const address of [email, linked]) {
    const { error } = await createVisitor(backend).auth.signInWithPassword({
      email: address,
      password: attackers.password,
    })
    expect(error?.code).toBe('invalid_credentials')
  }
})

it('security 42: a sign-up with the address of an existing member changes nothing', async () => {
  const { session } = await signIn(backend, 'kakao', typed('Unproved', 'kept-aside@example.com', false))
  const { admin } = createOperator(backend).auth
  await admin.updateUserById(session.user.id, { email: 'set-by-operator@example.com' })
  await createVisitor(backend).auth.signUp({ email: 'set-by-operator@example.com', password })
  const after = await admin.getUserById(session.user.id)
  expect(after.data.user?.identities?.map(({ provider }) => provider)).toEqual(['kakao'])
  expect(after.data.user?.user_metadata.full_name).toBe('Unproved')
})

it('A12, A27: a recovery sets a new password, and ends every other session', async () => {
  const email = newAddress()
  const { client: other } = await signUpByMail(backend, mailbox, email)
  const client = createVisitor(backend)
  await passMinute(backend, email)
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${backend.url}/ko` })
  const code = (await follow(mailbox.last(email).link)).searchParams.get('code') ?? ''
  const exchanged = await client.auth.exchangeCodeForSession(code)
  expect(decodeJwt(exchanged.data.session?.access_token ?? '')).toMatchObject({
    amr: [{ method: 'recovery' }],
  })
  expect((await client.auth.updateUser({ password })).error?.code).toBe('same_password')
  expect((await client.auth.updateUser({ password: 'better-horse-9' })).error).toBeNull()
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
  expect((await client.auth.signInWithPassword({ email, password: 'better-horse-9' })).error).toBeNull()
})

it('A27, security 50: an old session changes the password only with the code that reauthenticate sends', async () => {
  const email = newAddress()
  const { client, id } = await signUpByMail(backend, mailbox, email)
  await query(
    backend.database.authAdminUrl,
    `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
    [id],
  )
  const wanted = { password: 'better-horse-9' }
  expect((await client.auth.updateUser(wanted)).error?.code).toBe('reauthentication_needed')
  expect((await client.auth.reauthenticate()).error).toBeNull()
  const { code, link } = mailbox.last(email)
  expect(link).toBeNull()
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await client.auth.updateUser({ ...wanted, nonce: wrong })).error?.code).toBe(
    'reauthentication_not_valid',
  )
  expect((await client.auth.updateUser({ ...wanted, nonce: code })).error).toBeNull()
  expect((await client.auth.updateUser({ password: 'third-horse-10', nonce: code })).error?.code).toBe(
    'reauthentication_not_valid',
  )
})

it('security 119: neither codes nor passwords are stored or logged in plain text', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  await client.auth.signUp({ email, password })
  const { code } = mailbox.last(email)
  const [row] = await query<{ text: string }>(
    backend.database.authAdminUrl,
    `select u::text || t::text as text from auth.users u join auth.one_time_tokens t on t.user_id = u.id where u.email = $1`,
    [email],
  )
  expect(row?.text).not.toContain(password)
  expect(row?.text).not.toMatch(new RegExp(`\\b${code}\\b`))
  expect(row?.text).toMatch(/\$2b\$10\$/)
  expect(JSON.stringify(backend.logs)).not.toContain(password)
})

it('A28, A29, A30: errors that the official client raises by itself have the expected messages', async () => {
  const { auth } = createVisitor(backend)
  const incomplete = {} as never
  const both = 'You must provide either an email or phone number and a password'
  expect((await auth.signUp(incomplete)).error).toMatchObject({
    name: 'AuthInvalidCredentialsError',
    message: both,
  })
  expect((await auth.signInWithPassword(incomplete)).error?.message).toBe(both)
  expect((await auth.signInWithOtp(incomplete)).error?.message).toBe(
    'You must provide either an email or phone number.',
  )
  expect((await auth.resend(incomplete)).error?.message).toBe(
    'You must provide either an email or phone number and a type',
  )
  expect((await auth.getUser()).error).toMatchObject({
    name: 'AuthSessionMissingError',
    message: 'Auth session missing!',
  })
})

it('backend S8: only wrong passwords count as guesses', async () => {
  const email = newAddress()
  await createOperator(backend).auth.admin.createUser({ email, password, email_confirm: true })
  const attempt = async (given: string) =>
    (await createVisitor(backend).auth.signInWithPassword({ email, password: given })).error?.code
  for (let index = 0; index < 12; index++) expect(await attempt(password)).toBeUndefined()
  for (let index = 0; index < 10; index++) expect(await attempt('wrong-horse-7')).toBe('invalid_credentials')
  expect(await attempt(password)).toBe('over_request_rate_limit')
})

it('backend S8: recovery gives the same response for a known and an unknown address, also repeatedly, and does not wait for a mail server', async () => {
  const [known, unknown] = [newAddress(), newAddress()]
  await createOperator(backend).auth.admin.createUser({ email: known, password, email_confirm: true })
  const ask = async (email: string) => {
    const { error } = await createVisitor(backend).auth.resetPasswordForEmail(email)
    return error ? [error.status, error.code] : null
  }
  for (let index = 0; index < 8; index++) expect(await ask(known)).toEqual(await ask(unknown))
  const slow = newAddress()
  await createOperator(backend).auth.admin.createUser({ email: slow, password, email_confirm: true })
  const markUnused = mailbox.hold()
  expect(await ask(slow)).toBeNull()
  markUnused()
  await expect.poll(() => mailbox.mails.some(({ to }) => to === slow)).toBe(true)
})
