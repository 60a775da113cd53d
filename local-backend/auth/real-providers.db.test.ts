// Google and Kakao with keys: the same clients against fakes that follow the providers' documentation.
import { serve, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, createVisitor, type SignedIn } from '#backend/testing/sign-in.ts'
import { startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

type Seen = { authorize?: Record<string, string>; token?: Record<string, string>; me?: string | null }

let backend: TestBackend
let fakeUrl: string
let fake: ServerType
const seen: Record<'google' | 'kakao', Seen> = { google: {}, kakao: {} }
let googleClaims: Record<string, unknown> = {}
let googleAudience = 'google-client'
let kakaoUser: object = {}

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'fake', alg: 'RS256', use: 'sig' }
  const app = new Hono()
  for (const name of ['google', 'kakao'] as const) {
    app.get(`/${name}/.well-known/openid-configuration`, (c) =>
      c.json({
        issuer: `${fakeUrl}/${name}`,
        authorization_endpoint: `${fakeUrl}/${name}/authorize`,
        token_endpoint: `${fakeUrl}/${name}/token`,
        jwks_uri: `${fakeUrl}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    )
    app.get(`/${name}/authorize`, (c) => {
      const asked = c.req.query()
      seen[name].authorize = asked
      return c.redirect(`${asked.redirect_uri}?code=fake-code&state=${asked.state}`)
    })
    app.post(`/${name}/token`, async (c) => {
      seen[name].token = (await c.req.parseBody()) as Record<string, string>
      const shared = {
        access_token: 'provider-access',
        token_type: name === 'google' ? 'Bearer' : 'bearer',
        expires_in: 3599,
      }
      const answer =
        name === 'kakao'
          ? {
              ...shared,
              refresh_token: 'provider-refresh',
              refresh_token_expires_in: 5184000,
              scope: 'account_email profile_nickname',
            }
          : {
              ...shared,
              id_token: await new SignJWT(googleClaims)
                .setProtectedHeader({ alg: 'RS256', kid: 'fake' })
                .setIssuer(`${fakeUrl}/google`)
                .setAudience(googleAudience)
                .setIssuedAt()
                .setExpirationTime('1h')
                .sign(privateKey),
            }
      return c.body(JSON.stringify(answer), 200, { 'content-type': 'application/json;charset=UTF-8' })
    })
  }
  app.get('/jwks', (c) => c.json({ keys: [jwk] }))
  app.get('/kapi/v2/user/me', (c) => {
    seen.kakao.me = c.req.header('authorization') ?? null
    return c.json(kakaoUser)
  })
  fake = await new Promise<ServerType>((resolve) => {
    const starting: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(starting),
    )
  })
  fakeUrl = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
  backend = await startTestBackend({
    developmentIdentityProvider: false,
    providers: {
      google: {
        clientId: 'google-client',
        clientSecret: 'google-secret',
        endpoints: { issuer: `${fakeUrl}/google` },
      },
      kakao: {
        clientId: 'kakao-rest-key',
        clientSecret: 'kakao-secret',
        endpoints: { issuer: `${fakeUrl}/kakao`, apiUrl: `${fakeUrl}/kapi` },
      },
    },
  })
})
afterAll(async () => {
  await backend.stop()
  await new Promise((resolve) => fake.close(resolve))
})

async function signInAt(provider: 'google' | 'kakao'): Promise<Pick<SignedIn, 'session'>> {
  const client = createVisitor(backend)
  const { data } = await client.auth.signInWithOAuth({
    provider,
    options: { skipBrowserRedirect: true, queryParams: { prompt: 'select_account' } },
  })
  // The fake redirects at once, so only our own URL ends the round trip.
  const browser = browserOf(backend, 'ko')
  const authorize = await fetch(data.url ?? '', { redirect: 'manual' })
  for (const line of authorize.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    browser.cookies.push({ name, value, path: '/auth/v1' })
  }
  const atProvider = await fetch(authorize.headers.get('location') ?? '', { redirect: 'manual' })
  const { url } = await browser.open(atProvider.headers.get('location') ?? '')
  const exchanged = await client.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')
  if (exchanged.error) throw new Error(url.href)
  return { session: exchanged.data.session }
}

it('A01: Google is called with PKCE and its id_token becomes the identity, Workspace domain included', async () => {
  googleClaims = {
    sub: '110000000000000000001',
    email: 'Ji@Corp.Example',
    email_verified: true,
    name: '지 은',
    picture: 'https://lh3.googleusercontent.com/a',
    hd: 'corp.example',
  }
  const { session } = await signInAt('google')
  expect(seen.google.authorize).toMatchObject({
    client_id: 'google-client',
    response_type: 'code',
    redirect_uri: `${backend.url}/auth/v1/callback`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
  expect(seen.google.token).toMatchObject({
    grant_type: 'authorization_code',
    client_secret: 'google-secret',
    code_verifier: expect.any(String),
  })
  expect(session.user.identities?.[0]?.identity_data).toEqual({
    iss: `${fakeUrl}/google`,
    sub: '110000000000000000001',
    name: '지 은',
    full_name: '지 은',
    picture: 'https://lh3.googleusercontent.com/a',
    avatar_url: 'https://lh3.googleusercontent.com/a',
    provider_id: '110000000000000000001',
    email: 'ji@corp.example',
    email_verified: true,
    phone_verified: false,
    custom_claims: { hd: 'corp.example' },
  })
})

it('A01: Kakao is called without PKCE and /v2/user/me becomes the identity', async () => {
  kakaoUser = {
    id: 4012345678,
    kakao_account: {
      profile: { nickname: '지은', profile_image_url: 'https://k.kakaocdn.net/a.jpg' },
      email: 'jieun@kakao.example',
      is_email_valid: true,
      is_email_verified: true,
    },
  }
  const { session } = await signInAt('kakao')
  expect(seen.kakao.authorize).toMatchObject({
    client_id: 'kakao-rest-key',
    scope: 'account_email profile_image profile_nickname',
  })
  expect(seen.kakao.authorize).not.toHaveProperty('code_challenge')
  expect(seen.kakao.token).toMatchObject({ client_id: 'kakao-rest-key', client_secret: 'kakao-secret' })
  expect(seen.kakao.me).toBe('Bearer provider-access')
  expect([session.provider_token, session.provider_refresh_token]).toEqual([
    'provider-access',
    'provider-refresh',
  ])
  expect(session.user.identities?.[0]?.identity_data).toEqual({
    iss: `${fakeUrl}/kapi`,
    sub: '4012345678',
    name: '지은',
    preferred_username: '지은',
    full_name: '지은',
    user_name: '지은',
    avatar_url: 'https://k.kakaocdn.net/a.jpg',
    provider_id: '4012345678',
    email: 'jieun@kakao.example',
    email_verified: true,
    phone_verified: false,
  })
})

it('security 43: an address that Kakao calls invalid or unverified is not trusted, nor one that Google has not verified', async () => {
  for (const flags of [
    { is_email_valid: false, is_email_verified: true },
    { is_email_valid: true, is_email_verified: false },
    {},
  ]) {
    kakaoUser = {
      id: 4099999999,
      kakao_account: { profile: { nickname: 'x' }, email: 'ji@corp.example', ...flags },
    }
    const { session } = await signInAt('kakao')
    expect([session.user.email, session.user.identities?.length]).toEqual(['', 1])
  }
  googleClaims = {
    sub: '110000000000000000002',
    email: 'jieun@kakao.example',
    email_verified: false,
    name: 'x',
  }
  expect((await signInAt('google')).session.user.email).toBe('')
})

it('security 39: an id_token for another client, or a person without an id, cannot sign in', async () => {
  googleClaims = { sub: '110000000000000000003' }
  googleAudience = 'other'
  await expect(signInAt('google')).rejects.toThrow('server_error')
  kakaoUser = { kakao_account: {} }
  await expect(signInAt('kakao')).rejects.toThrow('server_error')
})
