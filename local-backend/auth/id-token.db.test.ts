// id_tokens from clients: from an issuer that follows Google's documentation, and from forgers.
import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVisitor, signIn } from '#backend/testing/sign-in.ts'
import { startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
let issuerServer: ServerType
let issuer: string
let issuerKey: CryptoKey
let forgersKey: CryptoKey
beforeAll(async () => {
  const real = await generateKeyPair('RS256')
  const forged = await generateKeyPair('RS256')
  issuerKey = real.privateKey
  forgersKey = forged.privateKey
  const keySet = async (key: CryptoKey) => ({
    keys: [{ ...(await exportJWK(key)), kid: 'one', alg: 'RS256', use: 'sig' }],
  })
  const app = new Hono()
  app.get('/google/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
  )
  app.get('/google/jwks', async (c) => c.json(await keySet(real.publicKey)))
  app.get('/forger/jwks', async (c) => c.json(await keySet(forged.publicKey)))
  issuerServer = await new Promise<ServerType>((resolve) => {
    const starting: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(starting),
    )
  })
  issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}/google`
  backend = await startTestBackend({
    auth: { manualLinking: true },
    developmentIdentityProvider: true,
    providers: { google: { clientId: 'our-client', clientSecret: 'secret', endpoints: { issuer } } },
  })
})
afterAll(async () => {
  await backend.stop()
  await new Promise((resolve) => issuerServer.close(resolve))
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** A valid token of the issuer, with the given faults. */
function idToken(claims: JWTPayload = {}, key = issuerKey, header: object = {}): Promise<string> {
  return new SignJWT({
    iss: issuer,
    aud: 'our-client',
    sub: '1001',
    email: 'tap@example.com',
    email_verified: true,
    name: 'Tap',
    iat: nowSeconds(),
    exp: nowSeconds() + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
    .sign(key)
}

async function answerTo(token: string, extra: { nonce?: string; access_token?: string } = {}) {
  const { data, error } = await createVisitor(backend).auth.signInWithIdToken({
    provider: 'google',
    token,
    ...extra,
  })
  return error ? { status: error.status, code: error.code } : { user: data.user }
}

const refused = { status: 400, code: 'validation_failed' }

it('A27: a token of the provider’s own button signs in, with the nonce as the client chose it', async () => {
  const nonce = 'chosen-by-the-client'
  const hashed = createHash('sha256').update(nonce).digest('hex')
  const accessToken = 'provider-access'
  const atHash = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
  const { user } = await answerTo(await idToken({ nonce: hashed, at_hash: atHash }), {
    nonce,
    access_token: accessToken,
  })
  expect(user).toMatchObject({ email: 'tap@example.com', app_metadata: { providers: ['google'] } })
  expect(user?.identities?.[0]?.identity_data).toMatchObject({
    sub: '1001',
    provider_id: '1001',
    email_verified: true,
  })
  const again = await answerTo(await idToken())
  expect(again.user?.id).toBe(user?.id)
})

it('security 44: wrong issuers, audiences, keys, times, nonces and algorithms are refused', async () => {
  const hashed = createHash('sha256').update('right').digest('hex')
  const unsigned = (alg: string) =>
    [
      { alg, kid: 'one' },
      { iss: issuer, aud: 'our-client', sub: '1001', iat: nowSeconds(), exp: nowSeconds() + 60 },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
  const shared = new TextEncoder().encode(JSON.stringify({ kid: 'one' }).padEnd(64))
  const attempts: Record<string, () => Promise<object>> = {
    issuer: async () => answerTo(await idToken({ iss: 'https://accounts.evil.example' })),
    audience: async () => answerTo(await idToken({ aud: 'other-client' })),
    manyAudiences: async () =>
      answerTo(await idToken({ aud: ['our-client', 'other-client'], azp: 'other-client' })),
    key: async () => answerTo(await idToken({}, forgersKey)),
    keyFromHeader: async () =>
      answerTo(await idToken({}, forgersKey, { jku: issuer.replace('/google', '/forger/jwks'), kid: 'one' })),
    expired: async () => answerTo(await idToken({ exp: nowSeconds() - 60 })),
    notYet: async () => answerTo(await idToken({ nbf: nowSeconds() + 600 })),
    endless: async () => answerTo(await idToken({ exp: undefined })),
    nobody: async () => answerTo(await idToken({ sub: '' })),
    none: () => answerTo(`${unsigned('none')}.`),
    noSignature: () => answerTo(`${unsigned('RS256')}.`),
    hmac: async () =>
      answerTo(
        await new SignJWT({ sub: '1001', iss: issuer, aud: 'our-client' })
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .setIssuedAt()
          .setExpirationTime('1h')
          .sign(shared),
      ),
    nonceMissing: async () => answerTo(await idToken({ nonce: hashed })),
    nonceUnasked: async () => answerTo(await idToken(), { nonce: 'right' }),
    nonceWrong: async () => answerTo(await idToken({ nonce: hashed }), { nonce: 'wrong' }),
    nonceRaw: async () => answerTo(await idToken({ nonce: 'right' }), { nonce: 'right' }),
    accessToken: async () =>
      answerTo(await idToken({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }), { access_token: 'other' }),
    garbage: () => answerTo('x.y.z'),
    long: () => answerTo('x'.repeat(100_000)),
  }
  for (const [name, attempt] of Object.entries(attempts))
    expect([name, await attempt()]).toEqual([name, refused])
})

it('security 44: a provider without our keys is disabled, and an unverified address links no accounts', async () => {
  const { error } = await createVisitor(backend).auth.signInWithIdToken({
    provider: 'apple',
    token: await idToken(),
  })
  expect([error?.status, error?.code]).toEqual([400, 'provider_disabled'])
  const first = await answerTo(await idToken({ sub: '2001', email: 'shared@example.com' }))
  const second = await answerTo(
    await idToken({ sub: '2002', email: 'shared@example.com', email_verified: false }),
  )
  expect(second.user?.id).not.toBe(first.user?.id)
  expect(second.user?.email).toBe('')
})

it('A27: a signed-in user links an identity by its token', async () => {
  const { client, session } = await signIn(backend, 'kakao', { choice: 'doyun' })
  const token = await idToken({ sub: '3001', email: 'linked@example.com' })
  const linked = await client.auth.linkIdentity({ provider: 'google', token })
  expect(linked.error).toBeNull()
  expect((await answerTo(token)).user?.id).toBe(session.user.id)
  expect((await client.auth.linkIdentity({ provider: 'google', token })).error?.code).toBe(
    'identity_already_exists',
  )
})
