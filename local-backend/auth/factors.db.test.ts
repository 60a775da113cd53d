// Second factors with the official client.
import type { SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutbox } from '#backend/main.ts'
import { createOperator, createVisitor, signIn, typed, type SignedIn } from '#backend/testing/sign-in.ts'
import { query, serveBackend, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'
import { totpCode } from './totp.ts'

const outbox = createOutbox()
/** Fixed in the middle of a step until a test changes it. */
let clock = 1_800_000_015_000
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({
    auth: { phoneFactor: true, factorsMax: 3 },
    sendTextMessage: outbox.sendTextMessage,
    now: () => clock,
    // Attempts are counted per factor; many of them come from one test.
    rateLimits: { delivery: 100 },
  })
})
afterAll(() => backend.stop())

let count = 0
const newMember = () => signIn(backend, 'google', typed('Member', `factor${++count}@example.com`, true))
/** `distance` steps of thirty seconds from now. */
const codeOf = (secret: string, distance = 0) => totpCode(secret, Math.floor(clock / 30_000) + distance)
const claimsOf = (accessToken: string | undefined) => decodeJwt(accessToken ?? '')

type Enrolled = { id: string; secret: string }

async function enrolTotp(client: SupabaseClient, friendlyName?: string): Promise<Enrolled> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret }
}

/** Uses a fresh code: a used one is refused. */
async function lift(client: SupabaseClient, factor: Enrolled): Promise<void> {
  clock += 30_000
  const { error } = await client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret),
  })
  if (error) throw error
}

/** The same person in another browser. */
const againFrom = (email: string | undefined) => signIn(backend, 'google', typed('Member', email ?? '', true))

function levelOf(client: SupabaseClient): Promise<unknown> {
  return client.auth.mfa
    .getAuthenticatorAssuranceLevel()
    .then(({ data }) => data && [data.currentLevel, data.nextLevel])
}

it('A25, A26: enrol, challenge and verify raise the session to aal2, and it stays after a refresh', async () => {
  const { client, session } = await newMember()
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: '문장' })
  expect(enrolled.data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
  const totp = enrolled.data?.type === 'totp' ? enrolled.data.totp : null
  expect(totp?.uri).toContain(`secret=${totp?.secret}`)
  expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
  expect(await levelOf(client)).toEqual(['aal1', 'aal1'])
  const factorId = enrolled.data?.id ?? ''
  const challenge = await client.auth.mfa.challenge({ factorId })
  expect(challenge.data?.expires_at).toBeGreaterThan(Date.now() / 1000 + 200)
  const verified = await client.auth.mfa.verify({
    factorId,
    challengeId: challenge.data?.id ?? '',
    code: codeOf(totp?.secret ?? ''),
  })
  expect(verified.error).toBeNull()
  const claims = claimsOf(verified.data?.access_token)
  expect(claims).toMatchObject({ aal: 'aal2', session_id: claimsOf(session.access_token).session_id })
  expect((claims.amr as { method: string }[]).map(({ method }) => method).toSorted()).toEqual([
    'oauth',
    'totp',
  ])
  expect(verified.data?.refresh_token).not.toBe(session.refresh_token)
  const refreshed = await client.auth.refreshSession()
  expect(claimsOf(refreshed.data.session?.access_token)).toMatchObject({ aal: 'aal2' })
  expect(await levelOf(client)).toEqual(['aal2', 'aal2'])
  expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
    { id: factorId, status: 'verified' },
  ])
})

it('security 54: a code and a challenge work once, and codes of distant times never', async () => {
  const { client } = await newMember()
  const factor = await enrolTotp(client)
  const challenge = async () => (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? ''
  const verify = async (challengeId: string, code: string) =>
    (await client.auth.mfa.verify({ factorId: factor.id, challengeId, code })).error?.code ?? 'verified'
  const first = await challenge()
  expect(await verify(first, codeOf(factor.secret, -2))).toBe('mfa_verification_failed')
  expect(await verify(first, codeOf(factor.secret, 2))).toBe('mfa_verification_failed')
  const code = codeOf(factor.secret)
  expect(await verify(first, code)).toBe('verified')
  expect(await verify(first, codeOf(factor.secret, 1))).toBe('mfa_ip_address_mismatch')
  const second = await challenge()
  expect(await verify(second, code)).toBe('mfa_verification_failed')
  expect(await verify('00000000-0000-4000-8000-000000000000', code)).toBe('mfa_factor_not_found')
  await query(
    backend.database.authAdminUrl,
    `update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = $1`,
    [second],
  )
  expect(await verify(second, codeOf(factor.secret, 1))).toBe('mfa_challenge_expired')
})

it('security 54: of five verifications at once with one code, one succeeds', async () => {
  const { client, session } = await newMember()
  const factor = await enrolTotp(client)
  const code = codeOf(factor.secret)
  const { data } = await client.auth.mfa.challenge({ factorId: factor.id })
  const attempt = () =>
    fetch(`${backend.url}/auth/v1/factors/${factor.id}/verify`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ challenge_id: data?.id, code }),
    })
  const statuses = (await Promise.all([attempt(), attempt(), attempt(), attempt(), attempt()])).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 422)).toHaveLength(4)
})

it('security 54: guessing stops after ten attempts, the right code included', async () => {
  const { client } = await newMember()
  const factor = await enrolTotp(client)
  const { data } = await client.auth.mfa.challenge({ factorId: factor.id })
  const attempt = async (code: string) =>
    (await client.auth.mfa.verify({ factorId: factor.id, challengeId: data?.id ?? '', code })).error?.status
  const statuses = []
  for (let guess = 0; guess < 10; guess++) statuses.push(await attempt(`00000x${guess}`))
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 422))
  expect(await attempt(codeOf(factor.secret))).toBe(429)
})

it('security 53: with a factor, an aal1 session adds no factor, removes none and changes no sign-in method', async () => {
  const { client, session } = await newMember()
  const factor = await enrolTotp(client)
  await lift(client, factor)
  const thief = (await againFrom(session.user.email)).client
  expect(await levelOf(thief)).toEqual(['aal1', 'aal2'])
  expect((await thief.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
  expect((await thief.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('insufficient_aal')
  await lift(thief, factor)
  expect((await thief.auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id })
  const fallen = await thief.auth.refreshSession()
  expect(claimsOf(fallen.data.session?.access_token)).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'oauth' }],
  })
})

it('security 53: verifying a factor ends the sessions without one, and a thief’s enrolled factor never counts', async () => {
  const { client, session } = await newMember()
  const thief = (await againFrom(session.user.email)).client
  const planted = await thief.auth.mfa.enroll({ factorType: 'phone', phone: '+821011112222' })
  expect(planted.error).toBeNull()
  await lift(client, await enrolTotp(client))
  expect((await thief.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const back = (await againFrom(session.user.email)).client
  const challenged = await back.auth.mfa.challenge({ factorId: planted.data?.id ?? '' })
  expect(challenged.error?.code).toBe('insufficient_aal')
})

it('security 53: no user can change another user’s factor', async () => {
  const { client } = await newMember()
  const factor = await enrolTotp(client)
  const stranger = (await newMember()).client
  expect((await stranger.auth.mfa.challenge({ factorId: factor.id })).error?.code).toBe(
    'mfa_factor_not_found',
  )
  expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('mfa_factor_not_found')
  expect((await stranger.auth.mfa.unenroll({ factorId: 'x' })).error?.status).toBe(404)
  expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
})

it('A25: a hundred concurrent enrolments stay within the limit, and names are unique', async () => {
  const { client, session } = await newMember()
  await enrolTotp(client, 'Mine')
  expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error?.code).toBe(
    'mfa_factor_name_conflict',
  )
  const enrol = () =>
    fetch(`${backend.url}/auth/v1/factors`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      body: '{"factor_type":"totp"}',
    })
  const statuses = (await Promise.all(Array.from({ length: 100 }, enrol))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe(
    'too_many_enrolled_mfa_factors',
  )
  await query(
    backend.database.authAdminUrl,
    `update auth.mfa_factors set created_at = created_at - interval '6 minutes' where user_id = $1`,
    [session.user.id],
  )
  expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error).toBeNull()
})

it('A25, A26: a factor by text message raises the session to aal2 with the sent code', async () => {
  const { client } = await newMember()
  const enrolled = await client.auth.mfa.enroll({
    factorType: 'phone',
    phone: '+82 1012345678',
    friendlyName: '전화',
  })
  expect(enrolled.data).toMatchObject({ type: 'phone', phone: '+821012345678' })
  const factorId = enrolled.data?.id ?? ''
  const { data } = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
  expect((await client.auth.mfa.challenge({ factorId })).error?.code).toBe('over_sms_send_rate_limit')
  const message = outbox.messages.at(-1)
  expect(message).toMatchObject({ kind: 'factor', to: '+821012345678', channel: 'whatsapp' })
  const verify = (code: string) => client.auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code })
  expect((await verify(message?.code === '000000' ? '000001' : '000000')).error?.code).toBe(
    'mfa_verification_failed',
  )
  const verified = await verify(message?.code ?? '')
  expect(claimsOf(verified.data?.access_token).amr).toMatchObject([
    { method: 'mfa/phone' },
    { method: 'oauth' },
  ])
  expect((await verify(message?.code ?? '')).error?.code).toBe('mfa_ip_address_mismatch')
  expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+821012345678' })).error?.code).toBe(
    'mfa_verified_factor_exists',
  )
  expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '12ab' })).error?.code).toBe(
    'validation_failed',
  )
})

it('the secret key lists and removes factors, which never creates an aal2 session', async () => {
  const signedIn: SignedIn = await newMember()
  const factor = await enrolTotp(signedIn.client)
  await lift(signedIn.client, factor)
  const userId = signedIn.session.user.id
  const { mfa } = createOperator(backend).auth.admin
  expect((await mfa.listFactors({ userId })).data?.factors).toMatchObject([
    { id: factor.id, status: 'verified', factor_type: 'totp' },
  ])
  expect(JSON.stringify(await mfa.listFactors({ userId }))).not.toContain(factor.secret)
  expect((await mfa.deleteFactor({ userId, id: factor.id })).error).toBeNull()
  expect((await mfa.deleteFactor({ userId, id: factor.id })).error?.code).toBe('mfa_factor_not_found')
  const { data } = await signedIn.client.auth.refreshSession()
  expect(claimsOf(data.session?.access_token)).toMatchObject({ aal: 'aal1' })
})

it('security 54: a used code stays used after the clock was set back', async () => {
  const { client } = await newMember()
  const factor = await enrolTotp(client)
  await lift(client, factor)
  const verify = (code: string) => client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  clock -= 60_000
  expect((await verify(codeOf(factor.secret, 1))).error?.code).toBe('mfa_verification_failed')
  clock += 90_000
  expect((await verify(codeOf(factor.secret))).error).toBeNull()
})

it('A25: unsupported factors return their error: keys of the device and recovery codes', async () => {
  const { client } = await newMember()
  expect((await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'x' })).error?.code).toBe(
    'mfa_webauthn_enroll_not_enabled',
  )
  const codes = await fetch(`${backend.url}/auth/v1/factors/recovery-codes`, {
    method: 'POST',
    headers: { apikey: backend.keys.publishableKey },
  })
  expect(await codes.json()).toMatchObject({ code: 422, error_code: 'mfa_recovery_codes_enroll_not_enabled' })
})

it('security 50: where a first factor needs a recent sign-in, an old session can enrol and verify none', async () => {
  const strict = await serveBackend(backend.database, backend.keys, {
    auth: { firstFactorSeconds: 600 },
    now: () => clock,
    publicUrl: backend.url,
  })
  const { session } = await newMember()
  const client = createVisitor(strict)
  await client.auth.setSession(session)
  const factor = await enrolTotp(client)
  await query(
    backend.database.authAdminUrl,
    `update auth.mfa_amr_claims a set updated_at = now() - interval '11 minutes' from auth.sessions s where s.id = a.session_id and s.user_id = $1`,
    [session.user.id],
  )
  await client.auth.refreshSession()
  expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'later' })).error?.code).toBe(
    'reauthentication_needed',
  )
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeOf(factor.secret),
  })
  expect(verified.error?.code).toBe('reauthentication_needed')
  expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
  await strict.stop()
})
