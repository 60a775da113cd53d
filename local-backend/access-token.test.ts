import { Buffer } from 'node:buffer'
import { exportSPKI, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { beforeAll, expect, it } from 'vitest'
import { createAccessTokens, type AccessClaims, type AccessTokens } from './access-token.ts'
import { newKeys, requireStrongKeys, type BackendKeys } from './keys.ts'

const issuer = 'https://app.example/auth/v1'
let keys: BackendKeys
let tokens: AccessTokens
let privateKey: CryptoKey
let secret: Uint8Array
beforeAll(async () => {
  keys = await newKeys()
  tokens = await createAccessTokens({ ...keys, issuer, algorithm: 'ES256' })
  privateKey = (await importJWK(keys.jwk, 'ES256')) as CryptoKey
  secret = new TextEncoder().encode(keys.jwtSecret)
})

const nowSeconds = () => Math.floor(Date.now() / 1000)
const goodClaims = (): JWTPayload => ({
  iss: issuer,
  aud: 'authenticated',
  sub: '00000000-0000-4000-8000-000000000000',
  role: 'authenticated',
  iat: nowSeconds(),
  exp: nowSeconds() + 600,
})

function token(
  claims: JWTPayload = {},
  alg = 'ES256',
  key: CryptoKey | Uint8Array = privateKey,
): Promise<string> {
  return new SignJWT({ ...goodClaims(), ...claims }).setProtectedHeader({ alg, kid: keys.jwk.kid }).sign(key)
}

async function claimsOf(text: string, verifier = tokens): Promise<AccessClaims> {
  const verified = await verifier.verify(text)
  if (verified.refusal) throw new Error(`The token was refused: ${verified.refusal}.`)
  return verified.claims
}

const memberClaims = {
  aud: 'authenticated',
  sub: 'x',
  email: '',
  phone: '',
  app_metadata: {},
  user_metadata: {},
  role: 'authenticated',
  aal: 'aal1',
  amr: [],
  session_id: 'y',
  is_anonymous: false,
}

it('security 8: tokens of both keys are accepted, each signed with the chosen algorithm', async () => {
  const classic = await createAccessTokens({ ...keys, issuer, algorithm: 'HS256' })
  for (const signer of [tokens, classic]) {
    const { token: signed } = await signer.sign(memberClaims)
    expect((await claimsOf(signed)).session_id).toBe('y')
    expect((await claimsOf(signed, classic)).iss).toBe(issuer)
  }
  const [header] = (await classic.sign(memberClaims)).token.split('.')
  expect(JSON.parse(Buffer.from(header ?? '', 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
})

it('security 8: the key set shows the public key only', () => {
  expect(tokens.jwks.keys).toHaveLength(1)
  expect(Object.keys(tokens.jwks.keys[0] ?? {}).toSorted()).toEqual([
    'alg',
    'crv',
    'key_ops',
    'kid',
    'kty',
    'use',
    'x',
    'y',
  ])
})

it('security 7, 8: a token with any fault is refused', async () => {
  const good = await token()
  expect((await tokens.verify(good)).refusal).toBeUndefined()
  const [header = '', payload = '', signature = ''] = good.split('.')
  const foreign = (await generateKeyPair('ES256')).privateKey
  const publicPem = new TextEncoder().encode(
    await exportSPKI((await importJWK(tokens.jwks.keys[0] ?? {}, 'ES256')) as CryptoKey),
  )
  const publicJson = new TextEncoder().encode(JSON.stringify(tokens.jwks.keys[0]))
  const withHeader = (alg: string) =>
    `${Buffer.from(JSON.stringify({ alg, kid: keys.jwk.kid })).toString('base64url')}.${payload}`
  const bad: Record<string, string> = {
    none: `${withHeader('none')}.`,
    None: `${withHeader('None')}.`,
    noSignature: `${header}.${payload}.`,
    twoParts: `${header}.${payload}`,
    otherPayload: `${header}.${Buffer.from(JSON.stringify({ ...goodClaims(), role: 'service_role' })).toString('base64url')}.${signature}`,
    hs512: await token({}, 'HS512', secret),
    rs256Header: `${withHeader('RS256')}.${signature}`,
    es256HeaderOnHmac: `${header}.${payload}.${(await token({}, 'HS256', secret)).split('.')[2]}`,
    hmacOfPublicPem: await token({}, 'HS256', publicPem),
    hmacOfPublicJson: await token({}, 'HS256', publicJson),
    wrongSecret: await token({}, 'HS256', new TextEncoder().encode('x'.repeat(64))),
    wrongKey: await token({}, 'ES256', foreign),
    expired: await token({ exp: nowSeconds() - 1 }),
    notYet: await token({ nbf: nowSeconds() + 600 }),
    textExp: await token({ exp: 'never' as unknown as number }),
    noExp: await token({ exp: undefined }),
    wrongAudience: await token({ aud: 'anon' }),
    noAudience: await token({ aud: undefined }),
    wrongIssuer: await token({ iss: 'https://evil.example/auth/v1' }),
    noRole: await token({ role: undefined }),
    postgres: await token({ role: 'postgres' }),
    authAdmin: await token({ role: 'supabase_auth_admin' }),
    authenticator: await token({ role: 'authenticator' }),
    noSubject: await token({ sub: undefined }),
    empty: '',
    dots: '..',
    long: `${header}.${'a'.repeat(100_000)}.${signature}`,
    classicKey: keys.serviceRoleKey,
    anonKey: keys.anonKey,
  }
  for (const [name, text] of Object.entries(bad)) {
    expect([name, (await tokens.verify(text)).refusal]).toEqual([
      name,
      name === 'expired' ? 'expired' : 'invalid',
    ])
  }
})

it('security 8: a cached token still expires', async () => {
  const soon = await token()
  const claims = await claimsOf(soon)
  claims.exp = nowSeconds() - 1
  expect((await tokens.verify(soon)).refusal).toBe('expired')
})

it('security 41: weak or missing secrets prevent the start of the backend, and are not shown', () => {
  expect(() => requireStrongKeys(keys)).not.toThrow()
  const weak: [Partial<BackendKeys>, string][] = [
    [{ secretKey: 'sb_secret_short' }, 'secretKey is missing or weak'],
    [{ secretKey: '' }, 'secretKey is missing or weak'],
    [{ jwtSecret: 'super-secret-jwt-token' }, 'jwtSecret is missing or weak'],
    [{ jwtSecret: 'a'.repeat(64) }, 'jwtSecret is missing or weak'],
    [{ proxySecret: '' }, 'proxySecret is missing or weak'],
    [{ publishableKey: 'sb_publishable_' }, 'publishableKey is missing'],
    [{ jwk: { kty: 'EC', crv: 'P-256' } }, 'jwk is not a private'],
  ]
  for (const [change, words] of weak) expect(() => requireStrongKeys({ ...keys, ...change })).toThrow(words)
  expect(() => requireStrongKeys({ ...keys, jwtSecret: 'super-secret-jwt-token' })).not.toThrow(
    'super-secret',
  )
})
