import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { generateKeyPair } from 'jose'
import { CompiledQuery } from 'kysely'

let test: TestProduct
const sessionUpdates: unknown[] = []

beforeAll(async () => {
  test = await createTestProduct({
    deps: {
      authAdmin: {
        setUserAuth: (id, userAuth) => {
          sessionUpdates.push([id, userAuth])
          return Promise.resolve()
        },
        removeFactors: () => Promise.resolve(),
      },
    },
  })
})
afterAll(() => test.close())

const account: TestProduct['account'] = (options) => test.account(options)
const signUp = (person: { identityId: string; token: string }, lang = 'ko') =>
  test.post('/v1/auth/sign/up', { lang, uuid: person.identityId }, person.token)
const balance = (id: string) =>
  test.database.selectFrom('user_usage').select(['token', 'plan']).where('id', '=', id).executeTakeFirst()

it('A03, M14, A24: the first sign-in creates the member, grants 100,000 tokens and puts the member into the session', async () => {
  const person = await account({ nickname: '김하늘', provider: 'kakao' })
  const response = await signUp(person)
  expect(response.status).toBe(200)
  const { result } = (await response.json()) as { result: Record<string, unknown> }
  expect(result).toMatchObject({
    id: person.id,
    uuid: person.id,
    nickname: '김하늘',
    provider: 'kakao',
    role: 'member',
    is_block: false,
  })
  expect(result.recommend_code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  expect(await balance(person.id)).toEqual({ token: 100_000, plan: 'starter' })
  expect(sessionUpdates).toContainEqual([person.id, { id: person.id, nickname: '김하늘', role: 'member' }])
})

it('A11, rows1 2: the sign-up itself is logged, so that neither a lost response nor a second attempt changes the count', async () => {
  const person = await account()
  await signUp(person, 'en')
  await signUp(person, 'en')
  const { rows } = await test.database.executeQuery(
    CompiledQuery.raw('select type, type_detail, url from public.statistic_log where uuid = $1', [person.id]),
  )
  expect(rows).toEqual([{ type: 'ACTION', type_detail: 'SIGN_UP', url: '/en/sign/confirm' }])
})

it('A04: a second call is refused and grants no tokens', async () => {
  const person = await account()
  await signUp(person)
  const response = await signUp(person)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    code: 'already_signed_up',
    message: 'You’ve already signed up.',
  })
  expect(await balance(person.id)).toMatchObject({ token: 100_000 })
})

it('A04: ten concurrent calls create one member and one grant', async () => {
  const person = await account()
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => signUp(person)))).map(
    (response) => response.status,
  )
  expect(statuses.sort((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect(await balance(person.id)).toMatchObject({ token: 100_000 })
})

it('B38, row 34: another person’s identity is refused and nothing changes', async () => {
  const [person, other] = [await account(), await account()]
  const response = await signUp({ identityId: other.identityId, token: person.token })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'foreign_uuid' })
  expect(await balance(person.id)).toBeUndefined()
  expect(await balance(other.id)).toBeUndefined()
})

it('B16: people with the same name get different nicknames, compared without case', async () => {
  const names = []
  for (const nickname of ['Jane Kim', 'jane kim', 'JANE KIM']) {
    const { result } = (await (await signUp(await account({ nickname }))).json()) as {
      result: { nickname: string }
    }
    names.push(result.nickname)
  }
  expect(names).toEqual(['Jane Kim', 'jane kim2', 'JANE KIM3'])
})

it('B16: a reserved name gives a neutral one in the language of the sign-up', async () => {
  const ko = (await (await signUp(await account({ nickname: '운영자' }), 'ko')).json()) as {
    result: { nickname: string }
  }
  const en = (await (await signUp(await account({ nickname: 'Admin' }), 'en')).json()) as {
    result: { nickname: string }
  }
  expect(ko.result.nickname).toMatch(/^문장이\d{4}$/)
  expect(en.result.nickname).toMatch(/^writer\d{4}$/)
})

it('row 8: every invalid token is 401, never an anonymous call', async () => {
  const person = await account()
  const claims = { sub: person.id, session_id: person.sessionId }
  const { privateKey: foreignKey } = await generateKeyPair('ES256')
  const { privateKey: rsaKey } = await generateKeyPair('RS256')
  const good = await test.sign(claims)
  const [header, payload, signature] = good.split('.') as [string, string, string]
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  const tokens = [
    await test.sign(claims, { key: foreignKey }),
    await test.sign(claims, { key: rsaKey, alg: 'RS256' }),
    await test.sign(claims, { issuer: 'http://evil.example/auth/v1' }),
    await test.sign(claims, { audience: 'anon' }),
    await test.sign(claims, { expires: Math.floor(Date.now() / 1000) - 60 }),
    await test.sign({ ...claims, role: 'service_role' }),
    await test.sign({ sub: person.id }),
    await test.sign({ ...claims, session_id: '00000000-0000-4000-8000-000000000000' }),
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
    `${header}.${payload}`,
    `${header}.${payload}.`,
    'x',
    'a'.repeat(100_000),
  ]
  for (const token of tokens) {
    const response = await test.post('/v1/auth/sign/up', { lang: 'ko', uuid: person.identityId }, token)
    expect([token.slice(0, 60), response.status]).toEqual([token.slice(0, 60), 401])
    expect(await response.json()).toMatchObject({ code: 'sign_in_required' })
  }
  expect(await balance(person.id)).toBeUndefined()
})

it('row 49: a token of a session that was signed out is refused', async () => {
  const person = await account()
  await test.database.deleteFrom('auth.sessions').where('id', '=', person.sessionId).execute()
  expect((await signUp(person)).status).toBe(401)
})

it('row 113: a cookie alone, a form, plain text and a page of another origin are refused', async () => {
  const person = await account()
  const body = { lang: 'ko', uuid: person.identityId }
  expect(
    (await test.post('/v1/auth/sign/up', body, undefined, { cookie: `munjang-session=${person.token}` }))
      .status,
  ).toBe(401)
  expect(
    (await test.post('/v1/auth/sign/up', body, person.token, { 'content-type': 'text/plain' })).status,
  ).toBe(415)
  expect(
    (
      await test.post('/v1/auth/sign/up', 'lang=ko', person.token, {
        'content-type': 'application/x-www-form-urlencoded',
      })
    ).status,
  ).toBe(415)
  expect(
    (await test.post('/v1/auth/sign/up', body, person.token, { origin: 'https://evil.example' })).status,
  ).toBe(403)
  expect((await test.post('/v1/auth/sign/up', body, person.token, { origin: 'null' })).status).toBe(403)
  const preflight = await test.product.app.request('/v1/auth/sign/up', { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  expect(await balance(person.id)).toBeUndefined()
  expect(
    (await test.post('/v1/auth/sign/up', body, person.token, { origin: 'http://localhost:3000' })).status,
  ).toBe(200)
})

it('O16: a member that the database cannot create gets an error, and can sign up later', async () => {
  const person = await account()
  const run = (text: string) => test.database.executeQuery(CompiledQuery.raw(text))
  await run('alter table public.user_usage add constraint canary check (false) not valid')
  const refused = await signUp(person)
  expect([refused.status, await refused.json()]).toMatchObject([500, { code: 'member_create_failed' }])
  await run('alter table public.user_usage drop constraint canary')
  expect((await signUp(person)).status).toBe(200)
})
