// Manual linking and unlinking with the official client, as in a browser.
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutbox } from '#backend/main.ts'
import {
  browserOf,
  createOperator,
  createVisitor,
  signIn,
  typed,
  visitProvider,
  type ProviderChoice,
} from '#backend/testing/sign-in.ts'
import { startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'
import type { TestBrowser } from '#backend/testing/test-browser.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({
    auth: { manualLinking: true, email: true },
    sendMail: createOutbox().sendMail,
  })
})
afterAll(() => backend.stop())

let count = 0
const newAddress = () => `link${++count}@example.com`

type Started = { url: string; browser: TestBrowser }

/** Acts as `linkIdentity` in a browser: its request has the cookie that binds the flow to this browser. */
async function startLink(client: SupabaseClient, provider: 'google' | 'kakao'): Promise<Started> {
  const { data } = await client.auth.getSession()
  const redirectTo = encodeURIComponent(`${backend.url}/ko/my/setting`)
  const response = await fetch(
    `${backend.url}/auth/v1/user/identities/authorize?provider=${provider}&redirect_to=${redirectTo}&skip_http_redirect=true`,
    {
      headers: { apikey: backend.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
    },
  )
  const browser = browserOf(backend)
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    browser.cookies.push({ name, value, path: '/auth/v1' })
  }
  const { url } = (await response.json()) as { url: string }
  return { url, browser }
}

async function link(
  client: SupabaseClient,
  provider: 'google' | 'kakao',
  choice: ProviderChoice,
): Promise<URL> {
  const { url, browser } = await startLink(client, provider)
  return (await visitProvider(browser, url, choice)).url
}

const providersOf = async (client: SupabaseClient) =>
  (await client.auth.getUserIdentities()).data?.identities.map(({ provider }) => provider)

it('A27: another identity is linked, signs in to the same account, and is unlinked again', async () => {
  const { client, session } = await signIn(backend, 'google', typed('Writer', newAddress(), true))
  const kakao = typed('글쓴이', newAddress(), true)
  const answer = await client.auth.linkIdentity({ provider: 'kakao', options: { skipBrowserRedirect: true } })
  expect([
    answer.error,
    new URL(answer.data.url ?? '').pathname.startsWith('/development-identity/'),
  ]).toEqual([null, true])
  const landed = await link(client, 'kakao', kakao)
  expect([landed.pathname, landed.searchParams.get('error_code')]).toEqual(['/ko/my/setting', null])
  expect(await providersOf(client)).toEqual(['google', 'kakao'])
  const again = await signIn(backend, 'kakao', kakao)
  expect(again.session.user.id).toBe(session.user.id)
  expect(again.session.user.email).toBe(session.user.email)
  expect(again.session.user.app_metadata).toMatchObject({
    provider: 'google',
    providers: ['google', 'kakao'],
  })
  const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
  const [google, second] = identities
  if (!google || !second) throw new Error('Two identities were expected.')
  expect((await client.auth.unlinkIdentity(google)).error).toBeNull()
  const { data } = await client.auth.getUser()
  expect(data.user).toMatchObject({
    email: kakao.email,
    app_metadata: { provider: 'kakao', providers: ['kakao'] },
  })
  expect((await client.auth.unlinkIdentity(second)).error?.code).toBe('single_identity_not_deletable')
  const fresh = await signIn(backend, 'google', typed('Writer', session.user.email ?? '', true))
  expect(fresh.session.user.id).not.toBe(session.user.id)
})

it('security 43: another user’s identity is not linked, nor the own one twice', async () => {
  const choice = typed('Taken', newAddress(), true)
  const owner = await signIn(backend, 'kakao', choice)
  const { client } = await signIn(backend, 'google', typed('Other', newAddress(), true))
  expect((await link(client, 'kakao', choice)).searchParams.get('error_code')).toBe('identity_already_exists')
  expect((await link(owner.client, 'kakao', choice)).searchParams.get('error_code')).toBe(
    'identity_already_exists',
  )
  expect(await providersOf(client)).toEqual(['google'])
})

it('security 42: a linked identity with an unverified address does not set the account’s address', async () => {
  const { client, session } = await signIn(backend, 'kakao', typed('이름만', '', false))
  expect(session.user.email).toBe('')
  await link(client, 'google', typed('Claims', newAddress(), false))
  expect((await client.auth.getUser()).data.user?.email).toBe('')
  const proved = await signIn(backend, 'kakao', typed('다른 이름', '', false))
  const email = newAddress()
  await link(proved.client, 'google', typed('Proves', email, true))
  expect((await proved.client.auth.getUser()).data.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
  })
})

it('security 39: a link flow that returns in another browser links nothing', async () => {
  const { client } = await signIn(backend, 'google', typed('Attacker', newAddress(), true))
  const { url } = await startLink(client, 'kakao')
  const victim = await visitProvider(browserOf(backend), url, typed('Victim', newAddress(), true))
  expect(victim.url.searchParams.get('error_code')).toBe('bad_oauth_state')
  expect(await providersOf(client)).toEqual(['google'])
})

it('security 53: a user cannot unlink another user’s identity, and two concurrent calls leave one', async () => {
  const { client, session } = await signIn(backend, 'google', typed('Owner', newAddress(), true))
  await link(client, 'kakao', typed('Owner', newAddress(), true))
  const identities = (await client.auth.getUserIdentities()).data?.identities ?? []
  const [first, second] = identities
  if (!first || !second) throw new Error('Two identities were expected.')
  const stranger = await signIn(backend, 'google', typed('Stranger', newAddress(), true))
  await link(stranger.client, 'kakao', typed('Stranger', newAddress(), true))
  expect((await stranger.client.auth.unlinkIdentity(first)).error?.code).toBe('identity_not_found')
  const unlink = (id: string) =>
    fetch(`${backend.url}/auth/v1/user/identities/${id}`, {
      method: 'DELETE',
      headers: { apikey: backend.keys.publishableKey, authorization: `Bearer ${session.access_token}` },
    })
  const statuses = await Promise.all([unlink(first.identity_id), unlink(second.identity_id)])
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 422]))
  expect((await unlink('x')).status).toBe(404)
})

it('security 56: the password is removed with its address', async () => {
  const email = newAddress()
  const password = 'correct-horse-7'
  await createOperator(backend).auth.admin.createUser({ email, password, email_confirm: true })
  const visitor = createVisitor(backend)
  await visitor.auth.signInWithPassword({ email, password })
  await link(visitor, 'google', typed('Both', email, true))
  const own = (await visitor.auth.getUserIdentities()).data?.identities.find(
    ({ provider }) => provider === 'email',
  )
  if (!own) throw new Error('No identity of provider email.')
  expect((await visitor.auth.unlinkIdentity(own)).error).toBeNull()
  expect((await createVisitor(backend).auth.signInWithPassword({ email, password })).error?.code).toBe(
    'invalid_credentials',
  )
  expect((await visitor.auth.getUser()).data.user?.email).toBe(email)
})

it('security 39: an unknown provider is refused, also a property name of JavaScript objects', async () => {
  const { client } = await signIn(backend, 'google', typed('Curious', newAddress(), true))
  for (const provider of ['constructor', '__proto__', 'github']) {
    const { error } = await client.auth.linkIdentity({ provider: provider as 'github' })
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed'])
  }
})
