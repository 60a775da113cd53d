// The rows of README.md's table for auth that send something, or that are disabled by default: with all methods
// enabled.
import { randomUUID } from 'node:crypto'
import { hash } from 'bcryptjs'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { newMember, startTarget, type Target } from './target.ts'

let target: Target
let operator: SupabaseClient
beforeAll(async () => {
  target = await startTarget({
    auth: { phone: true, phoneFactor: true, anonymousUsers: true, manualLinking: true },
  })
  operator = createOperator(target)
})
afterAll(() => target.stop())

const newAddress = () => `${randomUUID()}@example.com`

/** The code of a link of this kind, as in an e-mail. */
async function codeOf(params: Parameters<SupabaseClient['auth']['admin']['generateLink']>[0]) {
  const { data, error } = await operator.auth.admin.generateLink(params)
  if (error) throw error
  return { token: data.properties.email_otp, token_hash: data.properties.hashed_token }
}

it('A27, A28: signUp by e-mail waits for its code, and signInWithPassword names the missing field', async () => {
  const [email, password] = [newAddress(), randomUUID()]
  const client = createVisitor(target)
  const weak = await client.auth.signUp({ email, password: 'short' })
  expect(weak.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
  const known = await client.auth.signUp({ email, password: 'password' })
  expect(known.error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
  const created = await client.auth.signUp({ email, password })
  expect([created.error, created.data.session, created.data.user?.email]).toEqual([null, null, email])
  const early = await client.auth.signInWithPassword({ email, password })
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
  const { token } = await codeOf({ type: 'signup', email, password })
  const verified = await client.auth.verifyOtp({ email, token, type: 'signup' })
  expect([verified.error, verified.data.session?.user.email]).toEqual([null, email])
  expect((await client.auth.signInWithPassword({ password } as never)).error?.message).toBe(
    'You must provide either an email or phone number and a password',
  )
})

it('A27, A29, A30: signInWithOtp, resend and resetPasswordForEmail send codes that work once', async () => {
  const { client, email } = await newMember(target)
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull()
  const { token } = await codeOf({ type: 'magiclink', email })
  expect((await createVisitor(target).auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
  const again = await createVisitor(target).auth.verifyOtp({ email, token, type: 'email' })
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  expect((await client.auth.signInWithOtp({} as never)).error?.message).toBe(
    'You must provide either an email or phone number.',
  )

  const forgetful = await newMember(target)
  expect((await createVisitor(target).auth.resetPasswordForEmail(forgetful.email)).error).toBeNull()
  const recovery = await codeOf({ type: 'recovery', email: forgetful.email })
  const recovered = await createVisitor(target).auth.verifyOtp({
    email: forgetful.email,
    token: recovery.token,
    type: 'recovery',
  })
  expect(recovered.data.user?.email).toBe(forgetful.email)
  const soon = await createVisitor(target).auth.resend({ type: 'signup', email: newAddress() })
  expect(soon.error).toBeNull()
})

it('A27: updateUser changes an address after both confirmed, and reauthenticate sends a nonce', async () => {
  const { client, email } = await newMember(target)
  const newEmail = newAddress()
  const asked = await client.auth.updateUser({ email: newEmail })
  expect([asked.error, asked.data.user?.new_email]).toEqual([null, newEmail])
  for (const type of ['email_change_current', 'email_change_new'] as const) {
    const { token_hash } = await codeOf({ type, email, newEmail })
    expect((await client.auth.verifyOtp({ token_hash, type: 'email_change' })).error).toBeNull()
  }
  expect((await client.auth.getUser()).data.user?.email).toBe(newEmail)
  const other = await newMember(target)
  expect((await other.client.auth.reauthenticate()).error).toBeNull()
  // A session younger than a day needs no nonce, so none is checked.
  expect((await other.client.auth.updateUser({ password: randomUUID(), nonce: '000000' })).error).toBeNull()
  expect((await createVisitor(target).auth.reauthenticate()).error?.message).toBe('Auth session missing!')
})

it('A27: a phone number signs up, signs in by password and by code, and becomes a factor', async () => {
  const { number: phone } = target.phone
  const password = randomUUID()
  const client = createVisitor(target)
  expect((await client.auth.signUp({ phone, password })).error).toBeNull()
  const verified = await client.auth.verifyOtp({ phone, token: target.phone.code(), type: 'sms' })
  expect([verified.error, verified.data.user?.phone]).toEqual([null, phone.slice(1)])
  const byPassword = createVisitor(target)
  expect((await byPassword.auth.signInWithPassword({ phone, password })).error).toBeNull()
  const wrong = await byPassword.auth.verifyOtp({ phone, token: '000000', type: 'sms' })
  expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
  const factor = await byPassword.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Phone' })
  expect(factor.data).toMatchObject({ type: 'phone', friendly_name: 'Phone' })
  const challenge = await byPassword.auth.mfa.challenge({ factorId: factor.data?.id ?? '', channel: 'sms' })
  const lifted = await byPassword.auth.mfa.verify({
    factorId: factor.data?.id ?? '',
    challengeId: challenge.data?.id ?? '',
    code: target.phone.code(),
  })
  expect(lifted.error).toBeNull()
})

it('A27: updateUser asks a new phone number for its code first', async () => {
  const { client } = await newMember(target)
  const phone = `+8211${Math.floor(10_000_000 + Math.random() * 89_999_999)}`
  const asked = await client.auth.updateUser({ phone })
  expect([asked.error, asked.data.user?.phone || null]).toEqual([null, null])
})

it('A27: signInAnonymously makes a guest, whose claims say so', async () => {
  const guest = createVisitor(target)
  expect((await guest.auth.signInAnonymously()).data.user?.is_anonymous).toBe(true)
  expect((await guest.auth.getClaims()).data?.claims).toMatchObject({ is_anonymous: true })
})

it('A27: linkIdentity leads to a provider, and unlinkIdentity keeps the last way in', async () => {
  const { client } = await newMember(target)
  const linked = await client.auth.linkIdentity({
    provider: 'google',
    options: { skipBrowserRedirect: true },
  })
  expect([linked.error, URL.canParse(linked.data.url ?? '')]).toEqual([null, true])
  const byToken = await client.auth.linkIdentity({ provider: 'google', token: 'x.y.z' })
  expect(byToken.error).not.toBeNull()
  const identity = (await client.auth.getUserIdentities()).data?.identities[0]
  if (!identity) throw new Error('An identity was expected.')
  expect((await client.auth.unlinkIdentity(identity)).error).toMatchObject({
    status: 422,
    code: 'single_identity_not_deletable',
  })
})

it('A27: the secret key invites by e-mail and stores a password_hash unchanged', async () => {
  const { admin } = operator.auth
  const email = newAddress()
  expect((await admin.inviteUserByEmail(email)).data.user).toMatchObject({ email })
  const known = newAddress()
  const created = await admin.createUser({
    email: known,
    email_confirm: true,
    password_hash: await hash('correct-horse-7', 10),
  })
  expect(created.error).toBeNull()
  const client = createVisitor(target)
  expect(
    (await client.auth.signInWithPassword({ email: known, password: 'correct-horse-7' })).error,
  ).toBeNull()
  expect((await admin.deleteUser(created.data.user?.id ?? '', true)).error).toBeNull()
  expect((await client.auth.refreshSession()).error).not.toBeNull()
})
