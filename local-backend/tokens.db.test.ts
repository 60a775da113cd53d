// Row 8 of the threats: every invalid token on every service. The gate of /v1 has the same table in server/api.
import {
  decodeJwt,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
} from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '#backend/testing/sign-in.ts'
import { startStorageBackend, type StorageBackend } from '#backend/testing/storage-backend.ts'

let backend: StorageBackend
let good: string
let key: CryptoKey
beforeAll(async () => {
  backend = await startStorageBackend()
  good = (await signIn(backend, 'google', { choice: 'emma' })).session.access_token
  key = (await importJWK(backend.keys.jwk, 'ES256')) as CryptoKey
})
afterAll(() => backend.stop())

/**
 * A request of each service that needs a token, and its response to an invalid one: an error of that service, never a
 * visitor's response.
 */
const services = [
  { name: 'rest, a table', path: '/rest/v1/nothing', refused: 401, accepted: 404 },
  { name: 'rest, a function', path: '/rest/v1/rpc/nothing', refused: 401, accepted: 404 },
  { name: 'storage, buckets', path: '/storage/v1/bucket', refused: 400, accepted: 200 },
  { name: 'storage, a file', path: '/storage/v1/object/own/x', refused: 400, accepted: 400 },
  { name: 'auth, the user', path: '/auth/v1/user', refused: 403, accepted: 200 },
]

async function forgeTokens(): Promise<Record<string, string>> {
  const { jwk, jwtSecret } = backend.keys
  const claims = decodeJwt(good)
  const { exp: _exp, ...withoutExp } = claims
  const { role: _role, ...withoutRole } = claims
  const { sub: _sub, ...withoutSub } = claims
  const now = Math.floor(Date.now() / 1000)
  const text = (secret: string) => new TextEncoder().encode(secret)
  const sign = (payload: object, header: object = {}, signer: CryptoKey | Uint8Array = key) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', ...header }).sign(signer)
  const { privateKey: foreign } = await generateKeyPair('ES256', { extractable: true })
  const publicText = await exportSPKI(
    (await importJWK({ ...jwk, d: undefined }, 'ES256', { extractable: true })) as CryptoKey,
  )
  const [header = '', payload = '', signature = ''] = good.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const none = (alg: string) => `${encode({ alg, typ: 'JWT' })}.${payload}.`
  return {
    'alg none': new UnsecuredJWT(claims).encode(),
    'alg None': none('None'),
    'alg none with a signature': `${encode({ alg: 'none' })}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'four parts': `${good}.x`,
    'changed payload': `${header}.${encode({ ...claims, sub: claims.sub?.replace(/^./, '0'), x: 1 })}.${signature}`,
    'foreign key': await sign(claims, {}, foreign),
    'foreign key, path as kid': await sign(claims, { kid: '../../etc/passwd' }, foreign),
    'foreign key of its own header': await sign(claims, { jwk: await exportKey(foreign) }, foreign),
    'HS256 with the public key as secret': await sign(claims, { alg: 'HS256' }, text(publicText)),
    'HS256 with the JWK as secret': await sign(claims, { alg: 'HS256' }, text(JSON.stringify(jwk.x))),
    'HS256 with a wrong secret': await sign(claims, { alg: 'HS256' }, text('wrong'.repeat(10))),
    'HS512 with our own secret': await sign(claims, { alg: 'HS512' }, text(jwtSecret)),
    'RS256 header on an HMAC': `${encode({ alg: 'RS256' })}.${payload}.${(await sign(claims, { alg: 'HS256' }, text(jwtSecret))).split('.')[2]}`,
    expired: await sign({ ...claims, exp: now - 10 }),
    'not valid yet': await sign({ ...claims, nbf: now + 600 }),
    'exp in words': await sign({ ...claims, exp: 'soon' }),
    'no exp': await sign(withoutExp),
    'no role': await sign(withoutRole),
    'no sub': await sign(withoutSub),
    'another audience': await sign({ ...claims, aud: 'other' }),
    'another issuer': await sign({ ...claims, iss: 'https://evil.example/auth/v1' }),
    ...Object.fromEntries(
      await Promise.all(
        ['postgres', 'supabase_admin', 'authenticator', 'supabase_auth_admin', '', 'Anon'].map(
          async (role): Promise<[string, string]> => [`role ${role}`, await sign({ ...claims, role })],
        ),
      ),
    ),
    'no token at all': 'x',
    '12 kB of nothing': `${header}.${'A'.repeat(12_000)}.x`,
  }
}

async function exportKey(privateKey: CryptoKey): Promise<object> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', privateKey)
  return { kty, crv, x, y }
}

const ask = (path: string, authorization: string) =>
  fetch(`${backend.url}${path}`, { headers: { apikey: backend.keys.publishableKey, authorization } })

it('security 7, 8: a token that is not ours, expired or of another role is refused by every service', async () => {
  const forged = await forgeTokens()
  for (const { name, path, refused } of services) {
    const answers = await Promise.all(
      Object.entries(forged).map(async ([what, token]) => {
        const answer = await ask(path, `Bearer ${token}`)
        return [what, answer.status, describe(await answer.json())]
      }),
    )
    expect([name, answers.filter(([, status]) => status !== refused)]).toEqual([name, []])
    expect([name, answers.filter(([, , words]) => words !== 'refused')]).toEqual([name, []])
  }
})

/** The error of each service that identifies the token as invalid. */
function describe(answer: unknown): string {
  const body = answer as { code?: unknown; error?: string; error_code?: string }
  const words = [body.code, body.error, body.error_code].map(String)
  const known = ['PGRST301', 'PGRST303', 'InvalidJWT', 'bad_jwt', 'session_not_found']
  return words.some((word) => known.includes(word)) ? 'refused' : JSON.stringify(body)
}

it('security 8: the same services accept a token of ours', async () => {
  const claims = decodeJwt(good)
  const again = await new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256' }).sign(key)
  const classic = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(backend.keys.jwtSecret))
  for (const { name, path, accepted } of services) {
    for (const token of [good, again, classic]) {
      const answer = await ask(path, `Bearer ${token}`)
      expect([name, answer.status]).toEqual([name, accepted])
      expect([name, describe(await answer.json())]).not.toEqual([name, 'refused'])
    }
  }
})

it('security 8: another scheme or no scheme does not count as a visitor either, and only expiry has its own error', async () => {
  for (const authorization of ['Bearer', 'Basic YTpi', good]) {
    expect((await ask('/rest/v1/nothing', authorization)).status).toBe(401)
    expect((await ask('/storage/v1/bucket', authorization)).status).toBe(400)
    expect((await ask('/auth/v1/user', authorization)).status).toBe(401)
  }
  const expired = await new SignJWT({ ...decodeJwt(good), exp: 1_000 })
    .setProtectedHeader({ alg: 'ES256' })
    .sign(key)
  expect(await (await ask('/rest/v1/nothing', `Bearer ${expired}`)).json()).toMatchObject({
    code: 'PGRST303',
    message: 'JWT expired',
  })
})
