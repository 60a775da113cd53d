// The refusals in README.md's table for auth, on a project with those methods disabled.
import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, createVisitor } from '#backend/testing/sign-in.ts'
import { newMember, startTarget, type Member, type Target } from './target.ts'

let target: Target
let visitor: SupabaseClient
let member: Member
beforeAll(async () => {
  target = await startTarget({
    auth: { totp: false, passwordRequiredCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'] },
  })
  visitor = createVisitor(target)
  member = await newMember(target)
})
afterAll(() => target.stop())

const seenAs = (error: { status?: number | undefined; code?: string | undefined } | null) => [
  error?.status,
  error?.code,
]

it('A27: phone numbers, wallets and other providers are not enabled', async () => {
  const [phone, password] = ['+821012345678', randomUUID()]
  const disabled = [422, 'phone_provider_disabled']
  expect(seenAs((await visitor.auth.signUp({ phone, password })).error)).toEqual(disabled)
  expect(seenAs((await visitor.auth.signInWithPassword({ phone, password })).error)).toEqual(disabled)
  const wallet = await visitor.auth.signInWithWeb3({
    chain: 'solana',
    message: 'x',
    signature: new Uint8Array(64),
  })
  expect(seenAs(wallet.error)).toEqual([422, 'web3_provider_disabled'])
  const foreign = await visitor.auth.signInWithIdToken({ provider: 'apple', token: 'x.y.z' })
  expect(seenAs(foreign.error)).toEqual([400, 'provider_disabled'])
  expect((await visitor.auth.signInWithIdToken({ provider: 'google', token: 'x.y.z' })).error).not.toBeNull()
})

it('A27: a password without the required characters is weak', async () => {
  const weak = await visitor.auth.signUp({ email: `${randomUUID()}@example.com`, password: 'onlyletters' })
  expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['characters'] })
})

it('A25: factors by an app, by text message, keys of the device and recovery codes are not enabled', async () => {
  const { mfa } = member.client.auth
  expect(seenAs((await mfa.enroll({ factorType: 'totp' })).error)).toEqual([
    422,
    'mfa_totp_enroll_not_enabled',
  ])
  const byText = await mfa.enroll({ factorType: 'phone', phone: '+821012345678' })
  expect(seenAs(byText.error)).toEqual([422, 'mfa_phone_enroll_not_enabled'])
  const key = await mfa.webauthn.enroll({ friendlyName: 'Key' })
  expect(seenAs(key.error)).toEqual([422, 'mfa_webauthn_enroll_not_enabled'])
  const client = createClient(target.url, target.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  })
  await client.auth.setSession(member.session)
  expect(seenAs((await client.auth.mfa.recoveryCodes.generate()).error)).toEqual([
    422,
    'mfa_recovery_codes_enroll_not_enabled',
  ])
})

it('A27: passkeys, the oauth server and custom providers are not there', async () => {
  const { auth } = member.client
  const { admin } = createOperator(target).auth
  const refusals = await Promise.all([
    auth.passkey.list(),
    auth.oauth.listGrants(),
    admin.oauth.listClients(),
    admin.customProviders.listProviders(),
    admin.passkey.listPasskeys({ userId: member.session.user.id }),
  ])
  for (const { error } of refusals) expect(seenAs(error)).toEqual([404, 'not_found'])
})

it('A27: unlinkIdentity by hand is not enabled', async () => {
  const identity = (await member.client.auth.getUserIdentities()).data?.identities[0]
  if (!identity) throw new Error('An identity was expected.')
  expect(seenAs((await member.client.auth.unlinkIdentity(identity)).error)).toEqual([
    404,
    'manual_linking_disabled',
  ])
})

it('A13: startAutoRefresh renews a session that is about to end', async () => {
  const stored = new Map<string, string>()
  const client = createClient(target.url, target.keys.publishableKey, {
    auth: {
      autoRefreshToken: false,
      storageKey: 'session',
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
  })
  const { email, password } = await newMember(target)
  await client.auth.signInWithPassword({ email, password })
  const session = JSON.parse(stored.get('session') ?? '{}') as { expires_at: number; refresh_token: string }
  stored.set('session', JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 20 }))
  const renewed = new Promise<string | undefined>((resolve) => {
    client.auth.onAuthStateChange((event, now) => {
      if (event === 'TOKEN_REFRESHED') resolve(now?.refresh_token)
    })
  })
  await client.auth.startAutoRefresh()
  expect(await renewed).not.toBe(session.refresh_token)
  await client.auth.stopAutoRefresh()
})

it('clients 5: an address that browser forms reject is refused', async () => {
  const refused = [400, 'validation_failed']
  for (const email of ['xx:;x@x.x', 'ü@x.com', 'a@-x.com', 'a@x-.com', 'a@x..com', 'a b@x.com', 'a@x.com.'])
    expect(seenAs((await visitor.auth.signUp({ email, password: 'correct-horse-7' })).error), email).toEqual(
      refused,
    )
})
