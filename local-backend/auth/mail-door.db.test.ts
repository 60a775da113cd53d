// Accounts by e-mail, as the official client drives them; the outbox stands in for the mail server.
import {
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthWeakPasswordError,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutbox, type Mail } from '#backend/main.ts'
import { createOperator, createVisitor, follow, signIn, typed } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

/** bcrypt and a machine that may be busy with other tests. */
const heavyTestMilliseconds = 30_000

const outbox = createOutbox()
let isPostClosed = false
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({
    auth: { email: true, anonymousUsers: true, passwordRequiredCharacters: ['0123456789'] },
    sendMail: async (mail) => {
      if (isPostClosed) throw new Error('The post office is closed.')
      await outbox.sendMail(mail)
    },
  })
})
afterAll(() => backend.stop())

const password = 'correct-horse-7'
let count = 0
const newAddress = () => `writer${++count}@example.com`

function lastMail(to: string): Mail {
  const mail = outbox.mails.findLast((candidate) => candidate.to === to)
  if (!mail) throw new Error(`No mail to ${to}.`)
  return mail
}

/** Lets a minute pass between two mails to one person. */
async function passMinute(email: string): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '61 seconds'`
  const columns = [
    'confirmation_sent_at',
    'recovery_sent_at',
    'email_change_sent_at',
    'reauthentication_sent_at',
  ]
  await query(
    backend.database.authAdminUrl,
    `update auth.users set ${columns.map(earlier).join(', ')} where email = $1`,
    [email],
  )
}

async function member(email: string): Promise<{ client: SupabaseClient; id: string }> {
  const client = createVisitor(backend)
  await client.auth.signUp({ email, password })
  const { data, error } = await client.auth.verifyOtp({ email, token: lastMail(email).code, type: 'signup' })
  if (error) throw error
  return { client, id: data.user?.id ?? '' }
}

it(
  'A27: a sign-up waits for the code in its mail, then the password opens the door',
  async () => {
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
    expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe(
      'email_not_confirmed',
    )
    expect(lastMail(email)).toMatchObject({ kind: 'signup', userMetadata: { lang: 'ko' } })
    const { code } = lastMail(email)
    const confirmed = await client.auth.verifyOtp({ email, token: code, type: 'email' })
    expect(confirmed.data.user).toMatchObject({
      email,
      identities: [{ identity_data: { email_verified: true } }],
    })
    expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe(
      'otp_expired',
    )
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
  },
  heavyTestMilliseconds,
)

it('A32: a weak password is refused with every reason at once, by its own error class', async () => {
  const client = createVisitor(backend)
  const weak = await client.auth.signUp({ email: newAddress(), password: 'short' })
  expect(isAuthWeakPasswordError(weak.error) && weak.error.reasons).toEqual(['length', 'characters'])
  const known = await client.auth.signUp({ email: newAddress(), password: 'Password1' })
  expect(isAuthWeakPasswordError(known.error) && known.error.reasons).toEqual(['pwned'])
  const long = await client.auth.signUp({ email: newAddress(), password: '가1'.repeat(30) })
  expect([isAuthApiError(long.error), long.error?.code]).toEqual([true, 'validation_failed'])
})

it(
  'security 56: an unknown address and a wrong password answer alike, and a taken address is not given away',
  async () => {
    const email = newAddress()
    await member(email)
    const client = createVisitor(backend)
    const wrong = await client.auth.signInWithPassword({ email, password: 'wrong-horse-7' })
    const unknown = await client.auth.signInWithPassword({ email: newAddress(), password })
    expect(wrong.error?.code).toBe('invalid_credentials')
    expect({ ...unknown.error }).toEqual({ ...wrong.error })
    const mailsBefore = outbox.mails.length
    const again = await client.auth.signUp({ email, password: 'other-horse-8' })
    expect(again.error).toBeNull()
    expect(again.data.user).toMatchObject({ email, identities: [] })
    expect((await client.auth.resetPasswordForEmail(newAddress())).error).toBeNull()
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
    expect(outbox.mails.length).toBe(mailsBefore)
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  },
  heavyTestMilliseconds,
)

it(
  'security 42: who signs up with an address last, and before anybody proved it, decides about the password',
  async () => {
    const email = newAddress()
    const attacker = createVisitor(backend)
    await attacker.auth.signUp({
      email,
      password: 'attacker-horse-1',
      options: { data: { name: 'Attacker' } },
    })
    const attackersCode = lastMail(email).code
    await passMinute(email)
    const owner = createVisitor(backend)
    await owner.auth.signUp({ email, password })
    expect((await attacker.auth.verifyOtp({ email, token: attackersCode, type: 'signup' })).error?.code).toBe(
      'otp_expired',
    )
    const confirmed = await owner.auth.verifyOtp({ email, token: lastMail(email).code, type: 'signup' })
    expect(confirmed.data.user?.user_metadata).not.toHaveProperty('name')
    expect(
      (await attacker.auth.signInWithPassword({ email, password: 'attacker-horse-1' })).error?.code,
    ).toBe('invalid_credentials')
    expect((await owner.auth.signInWithPassword({ email, password })).error).toBeNull()
  },
  heavyTestMilliseconds,
)

it(
  'security 42: a code for signing in confirms the address but never a password that somebody else left there',
  async () => {
    const email = newAddress()
    await createVisitor(backend).auth.signUp({ email, password: 'attacker-horse-1' })
    await passMinute(email)
    const owner = createVisitor(backend)
    await owner.auth.resetPasswordForEmail(email)
    await owner.auth.verifyOtp({ email, token: lastMail(email).code, type: 'recovery' })
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
  },
  heavyTestMilliseconds,
)

it('security 42: a sign-up with the address of somebody who has been in changes nothing about them', async () => {
  const { session } = await signIn(backend, 'kakao', typed('Unproved', 'kept-aside@example.com', false))
  const { admin } = createOperator(backend).auth
  await admin.updateUserById(session.user.id, { email: 'set-by-operator@example.com' })
  await createVisitor(backend).auth.signUp({ email: 'set-by-operator@example.com', password })
  const after = await admin.getUserById(session.user.id)
  expect(after.data.user?.identities?.map(({ provider }) => provider)).toEqual(['kakao'])
  expect(after.data.user?.user_metadata.full_name).toBe('Unproved')
})

it('A27: a one-time code signs in, and makes an account only where the client allows it', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  const refused = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(refused.error?.code).toBe('otp_disabled')
  expect((await client.auth.signInWithOtp({ email, options: { data: { lang: 'en' } } })).error).toBeNull()
  const first = await client.auth.verifyOtp({ email, token: lastMail(email).code, type: 'email' })
  expect(first.data.user?.user_metadata).toMatchObject({ lang: 'en' })
  await passMinute(email)
  await client.auth.signInWithOtp({ email })
  expect(lastMail(email).kind).toBe('magiclink')
  const second = await client.auth.verifyOtp({ email, token: lastMail(email).code, type: 'email' })
  expect(second.data.user?.id).toBe(first.data.user?.id)
  expect(decodeJwt(second.data.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'otp' }] })
})

it('A27, security 40: a link in a mail ends in a code that only the client that asked can exchange, once', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${backend.url}/ko/sign/confirm` } })
  const { link } = lastMail(email)
  const target = await follow(link)
  expect(target.pathname).toBe('/ko/sign/confirm')
  const code = target.searchParams.get('code') ?? ''
  const stranger = createVisitor(backend)
  await stranger.auth.signInWithOtp({ email: newAddress() })
  expect((await client.auth.exchangeCodeForSession(code)).data.session?.user.email).toBe(email)
  expect((await stranger.auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found')
  const opened = await follow(link)
  expect([opened.searchParams.get('error'), opened.searchParams.get('error_code')]).toEqual([
    'access_denied',
    'otp_expired',
  ])
})

it('A27: a link of an implicit client carries the session in the fragment, or its token to verifyOtp', async () => {
  const email = newAddress()
  const client = createVisitor(backend, 'implicit')
  await client.auth.signInWithOtp({ email })
  const fragment = new URLSearchParams((await follow(lastMail(email).link)).hash.slice(1))
  expect((await client.auth.getUser(fragment.get('access_token') ?? '')).data.user?.email).toBe(email)
  await passMinute(email)
  await client.auth.signInWithOtp({ email })
  const tokenHash = new URL(lastMail(email).link ?? '').searchParams.get('token') ?? ''
  const verified = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
  expect(verified.data.user?.email).toBe(email)
})

it('security 38, 45: mails point at the configured address whatever a request says, and redirects stay on the list', async () => {
  const email = newAddress()
  const response = await fetch(`${backend.url}/auth/v1/otp?redirect_to=https://evil.example/x`, {
    method: 'POST',
    headers: {
      apikey: backend.keys.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      origin: 'https://evil.example',
      referer: 'https://evil.example/page',
    },
    body: JSON.stringify({ email }),
  })
  expect(response.status).toBe(200)
  const mail = lastMail(email)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
  expect([new URL(mail.link ?? '').origin, mail.redirectTo]).toEqual([backend.url, backend.url])
  const forged = new URL(mail.link ?? '')
  forged.searchParams.set('redirect_to', 'https://evil.example/steal')
  expect((await follow(forged.href)).origin).toBe(backend.url)
})

it(
  'A12, A27: a recovery leads to a new password, and ends every other session',
  async () => {
    const email = newAddress()
    const { client: other } = await member(email)
    const client = createVisitor(backend)
    await passMinute(email)
    await client.auth.resetPasswordForEmail(email, { redirectTo: `${backend.url}/ko` })
    const code = (await follow(lastMail(email).link)).searchParams.get('code') ?? ''
    const exchanged = await client.auth.exchangeCodeForSession(code)
    expect(decodeJwt(exchanged.data.session?.access_token ?? '')).toMatchObject({
      amr: [{ method: 'recovery' }],
    })
    expect((await client.auth.updateUser({ password })).error?.code).toBe('same_password')
    expect((await client.auth.updateUser({ password: 'better-horse-9' })).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await client.auth.signInWithPassword({ email, password: 'better-horse-9' })).error).toBeNull()
  },
  heavyTestMilliseconds,
)

it(
  'A27, security 50: an old session changes the password only with the code that reauthenticate sends',
  async () => {
    const email = newAddress()
    const { client, id } = await member(email)
    await query(
      backend.database.authAdminUrl,
      `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
      [id],
    )
    const wanted = { password: 'better-horse-9' }
    expect((await client.auth.updateUser(wanted)).error?.code).toBe('reauthentication_needed')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code, link } = lastMail(email)
    expect(link).toBeNull()
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await client.auth.updateUser({ ...wanted, nonce: wrong })).error?.code).toBe(
      'reauthentication_not_valid',
    )
    expect((await client.auth.updateUser({ ...wanted, nonce: code })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'third-horse-10', nonce: code })).error?.code).toBe(
      'reauthentication_not_valid',
    )
  },
  heavyTestMilliseconds,
)

it(
  'A27: a new address counts when both addresses have agreed, in any order, and only the address that was proved',
  async () => {
    const email = newAddress()
    const next = newAddress()
    const { client } = await member(email)
    expect((await client.auth.updateUser({ email: next })).data.user?.new_email).toBe(next)
    // A second wish within the minute is refused, and the first one's codes must not confirm it.
    const victim = newAddress()
    expect((await client.auth.updateUser({ email: victim })).error?.code).toBe('over_email_send_rate_limit')
    const toOld = await client.auth.verifyOtp({ email, token: lastMail(email).code, type: 'email_change' })
    expect([toOld.error, toOld.data.session]).toEqual([null, null])
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    await client.auth.verifyOtp({ email: next, token: lastMail(next).code, type: 'email_change' })
    const { data } = await client.auth.getUser()
    expect([data.user?.email, data.user?.new_email]).toEqual([next, undefined])
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: next, email_verified: true })
    expect(outbox.mails.filter(({ to }) => to === victim)).toEqual([])
    const taken = newAddress()
    await member(taken)
    expect((await client.auth.updateUser({ email: taken })).error?.code).toBe('email_exists')
  },
  heavyTestMilliseconds,
)

it('A27: a guest becomes a member by proving an address', async () => {
  const client = createVisitor(backend)
  const guest = await client.auth.signInAnonymously({ options: { data: { lang: 'ko' } } })
  expect(decodeJwt(guest.data.session?.access_token ?? '')).toMatchObject({
    is_anonymous: true,
    amr: [{ method: 'anonymous' }],
  })
  expect((await client.auth.updateUser({ password })).error?.code).toBe('validation_failed')
  const email = newAddress()
  await client.auth.updateUser({ email })
  const { data } = await client.auth.verifyOtp({ email, token: lastMail(email).code, type: 'email_change' })
  expect(data.user).toMatchObject({ id: guest.data.user?.id, email, is_anonymous: false })
  expect(data.user?.app_metadata.providers).toEqual(['email'])
})

it('security 56: a minute passes between two mails, and a code dies after an hour', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  await client.auth.signInWithOtp({ email })
  expect((await client.auth.resend({ type: 'signup', email })).error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  })
  const { code } = lastMail(email)
  await passMinute(email)
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe('otp_expired')
  await query(
    backend.database.authAdminUrl,
    `update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where relates_to = $1`,
    [email],
  )
  const late = await client.auth.verifyOtp({ email, token: lastMail(email).code, type: 'email' })
  expect(late.error?.code).toBe('otp_expired')
})

it('security 56: guessing a code or a password stops after ten attempts, for this account only', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  await client.auth.signInWithOtp({ email })
  const guesses = []
  for (let guess = 0; guess < 11; guess++) {
    const token = String(guess).padStart(6, '0')
    guesses.push(
      (
        await client.auth.verifyOtp({
          email,
          token: token === lastMail(email).code ? '999999' : token,
          type: 'email',
        })
      ).error,
    )
  }
  expect(guesses.map((error) => error?.status)).toEqual([...Array.from({ length: 10 }, () => 403), 429])
  expect(
    (await client.auth.verifyOtp({ email, token: lastMail(email).code, type: 'email' })).error?.status,
  ).toBe(429)
  expect(
    (await client.auth.verifyOtp({ email: newAddress(), token: '123456', type: 'email' })).error?.status,
  ).toBe(403)
})

it('A32: a mail that cannot be sent is an error to try again, and leaves no code behind', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  isPostClosed = true
  const failed = await client.auth.signInWithOtp({ email })
  isPostClosed = false
  expect(isAuthRetryableFetchError(failed.error)).toBe(true)
  expect(
    await query(backend.database.authAdminUrl, 'select from auth.one_time_tokens where relates_to = $1', [
      email,
    ]),
  ).toEqual([])
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
  expect(JSON.stringify(backend.logs)).not.toContain(email)
})

it('security 119: neither codes nor passwords are stored or logged in the clear', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  await client.auth.signUp({ email, password })
  const { code } = lastMail(email)
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

it('A28, A29, A30: what the official client refuses by itself has the expected words', async () => {
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
