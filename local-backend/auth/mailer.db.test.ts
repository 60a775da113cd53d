// Codes and links by e-mail, with the official client; the test mailbox replaces a mail server.
import { isAuthRetryableFetchError } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMailbox,
  goodPassword as password,
  passMinute,
  signUpByMail,
} from '#backend/testing/mailbox.ts'
import { createVisitor, follow } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

const mailbox = createMailbox()
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({
    auth: { email: true, anonymousUsers: true },
    sendMail: mailbox.sendMail,
  })
})
afterAll(() => backend.stop())

let count = 0
const newAddress = () => `reader${++count}@example.com`

it('A27: a one-time code signs in, and creates an account only if the client allows it', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  const refused = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(refused.error?.code).toBe('otp_disabled')
  expect((await client.auth.signInWithOtp({ email, options: { data: { lang: 'en' } } })).error).toBeNull()
  const first = await client.auth.verifyOtp({ email, token: mailbox.last(email).code, type: 'email' })
  expect(first.data.user?.user_metadata).toMatchObject({ lang: 'en' })
  await passMinute(backend, email)
  await client.auth.signInWithOtp({ email })
  expect(mailbox.last(email).kind).toBe('magiclink')
  const second = await client.auth.verifyOtp({ email, token: mailbox.last(email).code, type: 'email' })
  expect(second.data.user?.id).toBe(first.data.user?.id)
  expect(decodeJwt(second.data.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'otp' }] })
})

it('A27, security 40: a link in an e-mail gives a code that only the requesting client can exchange, once', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${backend.url}/ko/sign/confirm` } })
  const { link } = mailbox.last(email)
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

it('A27: a link of an implicit client has the session in the fragment, or its token to verifyOtp', async () => {
  const email = newAddress()
  const client = createVisitor(backend, 'implicit')
  await client.auth.signInWithOtp({ email })
  const fragment = new URLSearchParams((await follow(mailbox.last(email).link)).hash.slice(1))
  expect((await client.auth.getUser(fragment.get('access_token') ?? '')).data.user?.email).toBe(email)
  await passMinute(backend, email)
  await client.auth.signInWithOtp({ email })
  const tokenHash = new URL(mailbox.last(email).link ?? '').searchParams.get('token') ?? ''
  const verified = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'magiclink' })
  expect(verified.data.user?.email).toBe(email)
})

it('security 38, 45: e-mails link to the configured origin whatever a request says, and redirects stay on the allow list', async () => {
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
  const mail = mailbox.last(email)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
  expect([new URL(mail.link ?? '').origin, mail.redirectTo]).toEqual([backend.url, backend.url])
  const forged = new URL(mail.link ?? '')
  forged.searchParams.set('redirect_to', 'https://evil.example/steal')
  expect((await follow(forged.href)).origin).toBe(backend.url)
})

it('A27: a new address is set when both addresses have confirmed, in any order, and only the verified address', async () => {
  const email = newAddress()
  const next = newAddress()
  const { client } = await signUpByMail(backend, mailbox, email)
  expect((await client.auth.updateUser({ email: next })).data.user?.new_email).toBe(next)
  // A second request within the minute is refused, and the first one's codes must not confirm it.
  const victim = newAddress()
  expect((await client.auth.updateUser({ email: victim })).error?.code).toBe('over_email_send_rate_limit')
  const toOld = await client.auth.verifyOtp({
    email,
    token: mailbox.last(email).code,
    type: 'email_change',
  })
  expect([toOld.error, toOld.data.session]).toEqual([null, null])
  expect((await client.auth.getUser()).data.user?.email).toBe(email)
  await client.auth.verifyOtp({ email: next, token: mailbox.last(next).code, type: 'email_change' })
  const { data } = await client.auth.getUser()
  expect([data.user?.email, data.user?.new_email]).toEqual([next, undefined])
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: next, email_verified: true })
  expect(mailbox.mails.filter(({ to }) => to === victim)).toEqual([])
  const taken = newAddress()
  await signUpByMail(backend, mailbox, taken)
  expect((await client.auth.updateUser({ email: taken })).error?.code).toBe('email_exists')
})

it('A27: a guest becomes a member by verifying an address', async () => {
  const client = createVisitor(backend)
  const guest = await client.auth.signInAnonymously({ options: { data: { lang: 'ko' } } })
  expect(decodeJwt(guest.data.session?.access_token ?? '')).toMatchObject({
    is_anonymous: true,
    amr: [{ method: 'anonymous' }],
  })
  expect((await client.auth.updateUser({ password })).error?.code).toBe('validation_failed')
  const email = newAddress()
  await client.auth.updateUser({ email })
  const { data } = await client.auth.verifyOtp({
    email,
    token: mailbox.last(email).code,
    type: 'email_change',
  })
  expect(data.user).toMatchObject({ id: guest.data.user?.id, email, is_anonymous: false })
  expect(data.user?.app_metadata.providers).toEqual(['email'])
})

it('security 56: two e-mails are at least a minute apart, and a code expires after an hour', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  await client.auth.signInWithOtp({ email })
  expect((await client.auth.resend({ type: 'signup', email })).error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  })
  const { code } = mailbox.last(email)
  await passMinute(backend, email)
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe('otp_expired')
  await query(
    backend.database.authAdminUrl,
    `update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where relates_to = $1`,
    [email],
  )
  const late = await client.auth.verifyOtp({ email, token: mailbox.last(email).code, type: 'email' })
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
          token: token === mailbox.last(email).code ? '999999' : token,
          type: 'email',
        })
      ).error,
    )
  }
  expect(guesses.map((error) => error?.status)).toEqual([...Array.from({ length: 10 }, () => 403), 429])
  expect(
    (await client.auth.verifyOtp({ email, token: mailbox.last(email).code, type: 'email' })).error?.status,
  ).toBe(429)
  expect(
    (await client.auth.verifyOtp({ email: newAddress(), token: '123456', type: 'email' })).error?.status,
  ).toBe(403)
})

it('A32: an e-mail that cannot be sent is a retryable error, and leaves no code', async () => {
  const email = newAddress()
  const client = createVisitor(backend)
  mailbox.setClosed(true)
  const failed = await client.auth.signInWithOtp({ email })
  mailbox.setClosed(false)
  expect(isAuthRetryableFetchError(failed.error)).toBe(true)
  expect(
    await query(backend.database.authAdminUrl, 'select from auth.one_time_tokens where relates_to = $1', [
      email,
    ]),
  ).toEqual([])
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
  expect(JSON.stringify(backend.logs)).not.toContain(email)
})
