import { createHash, randomUUID } from 'node:crypto'
import { createServerClient } from '@supabase/ssr'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, createVisitor, signIn, typed, visitProvider } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({
    redirectAllowList: ['https://*.preview.example/**', 'https://partner.example'],
  })
})
afterAll(() => backend.stop())

const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')

function authorizeUrl(parameters: Record<string, string>): string {
  return `${backend.url}/auth/v1/authorize?${new URLSearchParams(parameters).toString()}`
}

async function exchange(
  code: string,
  codeVerifier = verifier,
): Promise<{ status: number; code: string | undefined }> {
  const response = await fetch(`${backend.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: backend.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_code: code, code_verifier: codeVerifier }),
  })
  const body = (await response.json()) as { error_code?: string }
  return { status: response.status, code: body.error_code }
}

/** Runs the flow up to the return to the product; the code is not exchanged yet. */
async function getCode(parameters: Record<string, string> = {}): Promise<string> {
  const { url } = await visitProvider(
    browserOf(backend),
    authorizeUrl({
      provider: 'google',
      code_challenge: challenge,
      code_challenge_method: 's256',
      ...parameters,
    }),
    { choice: 'emma' },
  )
  return url.searchParams.get('code') ?? ''
}

it('A01, A02: Google signs in by PKCE and returns to the page and query where it started', async () => {
  const client = createVisitor(backend)
  const redirectTo = `${backend.url}/ko/sign/confirm?redirect=%2Fko%2Fmy`
  const { data } = await client.auth.signInWithOAuth({
    provider: 'google',
    options: {
      redirectTo,
      skipBrowserRedirect: true,
      scopes: 'openid',
      queryParams: { prompt: 'select_account', ui_locales: 'ko' },
    },
  })
  const browser = browserOf(backend)
  const page = await browser.open(data.url ?? '')
  expect(page.text).toContain('여기는 Google이 아닙니다')
  const { url } = await browser.open(page.url.href, { method: 'POST', form: { choice: 'haneul' } })
  expect([url.pathname, url.searchParams.get('redirect')]).toEqual(['/ko/sign/confirm', '/ko/my'])
  const exchanged = await client.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')
  expect(exchanged.error).toBeNull()
  expect(exchanged.data.session?.provider_token).toBeTruthy()
})

it('A23: the session and its user have the shape of GoTrue, with the identity keys of its google provider', async () => {
  const { session } = await signIn(backend, 'google', { choice: 'haneul' })
  expect(session).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expect.any(Number),
    refresh_token: expect.any(String),
  })
  expect(session.user).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email: 'haneul.kim@example.com',
    phone: '',
    app_metadata: { provider: 'google', providers: ['google'] },
    is_anonymous: false,
    email_confirmed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    confirmed_at: expect.any(String),
    last_sign_in_at: expect.any(String),
  })
  const [identity] = session.user.identities ?? []
  expect(identity).toMatchObject({
    identity_id: expect.any(String),
    id: identity?.identity_data?.sub,
    user_id: session.user.id,
    provider: 'google',
    email: 'haneul.kim@example.com',
  })
  expect(identity?.identity_data).toEqual({
    iss: `${backend.url}/development-identity/google`,
    sub: expect.stringMatching(/^\d{21}$/),
    name: '김하늘',
    full_name: '김하늘',
    provider_id: identity?.id,
    email: 'haneul.kim@example.com',
    email_verified: true,
    phone_verified: false,
  })
})

it('A01: Kakao signs in with the identity keys of GoTrue, and without an e-mail when none is shared', async () => {
  const { session } = await signIn(backend, 'kakao', { choice: 'doyun' })
  expect(session.user.email).toBe('')
  expect(session.user.identities?.[0]?.identity_data).toEqual({
    iss: `${backend.url}/development-identity/kakao`,
    sub: expect.stringMatching(/^\d{10}$/),
    name: '이도윤',
    preferred_username: '이도윤',
    full_name: '이도윤',
    user_name: '이도윤',
    provider_id: session.user.identities?.[0]?.id,
    email_verified: false,
    phone_verified: false,
  })
})

it('A23: access tokens have the claims of GoTrue, verify against the JWKS and are accepted by getClaims', async () => {
  const { client, session } = await signIn(backend, 'google', { choice: 'emma' })
  const jwks = createRemoteJWKSet(new URL(`${backend.url}/auth/v1/.well-known/jwks.json`))
  const { payload, protectedHeader } = await jwtVerify(session.access_token, jwks, {
    issuer: `${backend.url}/auth/v1`,
    audience: 'authenticated',
  })
  expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: expect.any(String) })
  expect(payload).toMatchObject({
    sub: session.user.id,
    email: 'emma.wilson@example.com',
    phone: '',
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'oauth', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: expect.objectContaining({ full_name: 'Emma Wilson' }),
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
  const published = (await (await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)).json()) as {
    keys: object[]
  }
  expect(published.keys[0]).not.toHaveProperty('d')
  const { data, error } = await client.auth.getClaims()
  expect([error, data?.claims.sub]).toEqual([null, session.user.id])
})

it('A20: the session fits @supabase/ssr, whose cookies of at most 3180 characters a second client can read', async () => {
  const jar = new Map<string, string>()
  const serverClient = () =>
    createServerClient(backend.url, backend.keys.publishableKey, {
      cookieOptions: { name: 'session' },
      cookies: {
        getAll: () => [...jar].map(([name, value]) => ({ name, value })),
        setAll: (cookies) => cookies.forEach(({ name, value }) => jar.set(name, value)),
      },
    })
  const client = serverClient()
  const { data } = await client.auth.signInWithOAuth({
    provider: 'google',
    options: { skipBrowserRedirect: true },
  })
  const { url } = await visitProvider(browserOf(backend), data.url ?? '', { choice: 'emma' })
  expect((await client.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '')).error).toBeNull()
  const chunks = [...jar].filter(([name]) => /^session(\.\d+)?$/.test(name))
  for (const [, value] of chunks) expect(value.length).toBeLessThanOrEqual(3180)
  expect((await serverClient().auth.getUser()).data.user?.email).toBe('emma.wilson@example.com')
})

it('A01: the implicit flow returns the session in the fragment', async () => {
  const { url } = await visitProvider(browserOf(backend), authorizeUrl({ provider: 'google' }), {
    choice: 'emma',
  })
  const fragment = new URLSearchParams(url.hash.slice(1))
  expect(new Set(fragment.keys())).toEqual(
    new Set(['access_token', 'expires_at', 'expires_in', 'provider_token', 'refresh_token', 'token_type']),
  )
})

it('security 38: redirect_to outside our origin and the allow list falls back to the public URL', async () => {
  const home = new URL(backend.url)
  const foreign = [
    'https://e',
    '//e',
    '/\\e',
    '\\t//e',
    '\t//e',
    '%2f%2fe',
    'javascript:alert(1)',
    'data:text/html,x',
    '/ko/../..//e',
    `${backend.url}@e.example/`,
    `http://${home.host}.e.example/`,
    `http://user@${home.host}/`,
    `http://e.example\\@${home.host}/`,
    `http://127.0.0.1:1/`,
    `https://${home.host}/`,
    'http://e／evil',
    'https://preview.example.evil.com/**',
    'https://evil.com/x.preview.example/',
    'https://evil.com#.preview.example/',
    'https://a.b.preview.example/x',
    'https://a.preview.example:8443/x',
    'https://partner.example.evil.com/',
    'http://partner.example/',
  ]
  for (const redirect of foreign) {
    const { url } = await visitProvider(
      browserOf(backend),
      authorizeUrl({ provider: 'google', redirect_to: redirect }),
      { choice: 'refuse' },
    )
    expect([redirect, url.origin, url.pathname]).toEqual([redirect, backend.url, '/'])
  }
  for (const redirect of [
    `${backend.url}/en/x?a=1`,
    'https://a.preview.example/x',
    'https://partner.example/deep/path?x=1',
  ]) {
    const { url } = await visitProvider(
      browserOf(backend),
      authorizeUrl({ provider: 'google', redirect_to: redirect }),
      { choice: 'refuse' },
    )
    expect(url.href.startsWith(redirect)).toBe(true)
  }
})

it('A02: a refusal at the provider returns access_denied and no session', async () => {
  const redirect = `${backend.url}/en/sign/confirm`
  const { url } = await visitProvider(
    browserOf(backend),
    authorizeUrl({ provider: 'kakao', redirect_to: redirect }),
    { choice: 'refuse' },
  )
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    error: 'access_denied',
    error_code: 'bad_oauth_callback',
  })
  expect(new URLSearchParams(url.hash.slice(1)).get('error')).toBe('access_denied')
})

it('security 39: a callback without state, with an unknown, used or another browser’s state cannot sign in', async () => {
  const browser = browserOf(backend)
  const page = await browser.open(
    authorizeUrl({ provider: 'google', code_challenge: challenge, code_challenge_method: 's256' }),
  )
  // Stops one step before our callback, to get the URL of the provider's redirect.
  const back = await holdCallback(browser, page.url.href)
  const state = back.searchParams.get('state') ?? ''
  const attempts = {
    'no state': `${backend.url}/auth/v1/callback?code=x`,
    'unknown state': `${backend.url}/auth/v1/callback?code=x&state=${randomUUID()}`,
    'odd state': `${backend.url}/auth/v1/callback?code=x&state=%27%3B--`,
  }
  for (const address of Object.values(attempts))
    expect((await browser.open(address)).url.searchParams.get('error_code')).toBe('bad_oauth_state')
  const stranger = await browserOf(backend).open(back.href)
  expect([stranger.url.searchParams.get('error_code'), stranger.url.searchParams.has('code')]).toEqual([
    'bad_oauth_state',
    false,
  ])
  const cookies = [...browser.cookies]
  const right = await browser.open(back.href)
  expect(right.url.searchParams.get('code')).toBeTruthy()
  // The browser has deleted its cookie; even with it, a state works once.
  browser.cookies.push(...cookies)
  const again = await browser.open(back.href)
  expect(again.url.searchParams.get('error_code')).toBe('bad_oauth_state')
  expect(state).toMatch(/^[0-9a-f-]{36}$/)
})

it('security 39: an expired state cannot sign in', async () => {
  const browser = browserOf(backend)
  const page = await browser.open(authorizeUrl({ provider: 'google' }))
  const back = await holdCallback(browser, page.url.href)
  await query(
    backend.database.authAdminUrl,
    `update auth.flow_state set created_at = now() - interval '11 minutes' where id = $1`,
    [back.searchParams.get('state')],
  )
  expect((await browser.open(back.href)).url.searchParams.get('error_code')).toBe('bad_oauth_state')
})

it('security 39: a code of one provider with the state of the other cannot sign in', async () => {
  const browser = browserOf(backend)
  const google = await holdCallback(
    browser,
    (await browser.open(authorizeUrl({ provider: 'google' }))).url.href,
  )
  const kakao = await holdCallback(
    browser,
    (await browser.open(authorizeUrl({ provider: 'kakao' }))).url.href,
  )
  const mixed = new URL(google)
  mixed.searchParams.set('state', kakao.searchParams.get('state') ?? '')
  const { url } = await browser.open(mixed.href)
  expect([url.searchParams.get('error'), url.hash.includes('access_token')]).toEqual(['server_error', false])
})

it('security 40: an auth code works once, with its own verifier, within five minutes', async () => {
  const code = await getCode()
  const parallel = await Promise.all([exchange(code), exchange(code), exchange(code)])
  expect(parallel.filter(({ status }) => status === 200)).toHaveLength(1)
  const wrong = await getCode()
  expect(await exchange(wrong, 'w'.repeat(64))).toEqual({ status: 400, code: 'bad_code_verifier' })
  expect((await exchange(wrong)).code).toBe('flow_state_not_found')
  expect((await exchange(await getCode(), '')).code).toBe('validation_failed')
  const old = await getCode()
  await query(
    backend.database.authAdminUrl,
    `update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes' where auth_code = $1`,
    [old],
  )
  expect(await exchange(old)).toEqual({ status: 403, code: 'flow_state_expired' })
  const plain = await getCode({ code_challenge: verifier, code_challenge_method: 'plain' })
  expect((await exchange(plain)).status).toBe(200)
})

it('security 40: a code that was never issued cannot be exchanged', async () => {
  const browser = browserOf(backend)
  await browser.open(
    authorizeUrl({ provider: 'google', code_challenge: challenge, code_challenge_method: 's256' }),
  )
  expect((await exchange(randomUUID())).code).toBe('flow_state_not_found')
})

it('A02: authorize refuses unknown providers and half a challenge with GoTrue’s errors', async () => {
  for (const parameters of [
    { provider: 'github' },
    { provider: '' },
    { provider: 'google', code_challenge: challenge },
    { provider: 'google', code_challenge: 'short', code_challenge_method: 's256' },
    { provider: 'google', code_challenge: challenge, code_challenge_method: 'md5' },
  ] as Record<string, string>[]) {
    const response = await fetch(authorizeUrl(parameters), { redirect: 'manual' })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 400, error_code: 'validation_failed' }),
    ])
  }
})

it('A01: the page of the development identity provider works in both languages, keeps the typed values and has strict headers', async () => {
  const korean = await browserOf(backend, 'ko-KR,ko;q=0.9').open(authorizeUrl({ provider: 'kakao' }))
  expect(korean.text).toContain('<html lang="ko">')
  expect(korean.text).toContain('여기는 카카오가 아닙니다')
  expect(korean.text).toContain('이메일 제공 안 함')
  const browser = browserOf(backend, 'en')
  const english = await browser.open(authorizeUrl({ provider: 'google' }))
  expect(english.text).toContain('This is not Google')
  expect(english.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'/,
  )
  const wrong = await browser.open(english.url.href, {
    method: 'POST',
    form: typed('<b>Mallory</b>', 'no-address', true),
  })
  expect([wrong.status, wrong.text.includes('<b>Mallory')]).toEqual([422, false])
  expect(wrong.text).toContain('&lt;b&gt;Mallory')
  expect((await browserOf(backend).open(english.url.href)).status).toBe(400)
})

/** Chooses a person and stops at the redirect to our callback; resolves to its URL. */
async function holdCallback(browser: ReturnType<typeof browserOf>, page: string): Promise<URL> {
  const cookie = (path: string) =>
    browser.cookies
      .filter((one) => path.startsWith(one.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  let url = new URL(page)
  let response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookie(url.pathname), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'choice=emma',
  })
  for (;;) {
    url = new URL(response.headers.get('location') ?? '', url)
    if (url.pathname === '/auth/v1/callback') return url
    response = await fetch(url, { redirect: 'manual', headers: { cookie: cookie(url.pathname) } })
  }
}
