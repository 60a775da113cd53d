import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOperator, signIn, typed } from '#backend/testing/sign-in.ts'
import { query, startTestBackend, type TestBackend } from '#backend/testing/test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

let count = 0
const newAddress = () => `person${++count}@example.com`
const providersOf = (person: Awaited<ReturnType<typeof signIn>>) =>
  person.session.user.app_metadata.providers as string[]

it('security 43: the same verified e-mail at both providers is one user, in any letter case', async () => {
  const email = newAddress()
  const kakao = await signIn(backend, 'kakao', typed('지은', email.toUpperCase(), true))
  const google = await signIn(backend, 'google', typed('Jieun', email, true))
  expect(google.session.user.id).toBe(kakao.session.user.id)
  expect(google.session.user.email).toBe(email)
  expect(providersOf(google)).toEqual(['kakao', 'google'])
  expect(google.session.user.app_metadata.provider).toBe('kakao')
  expect(google.session.user.identities).toHaveLength(2)
})

it('A04: the same person is the same user every time, and changed data replaces the old', async () => {
  const first = await signIn(backend, 'google', { choice: 'james' })
  await query(
    backend.database.authAdminUrl,
    `update auth.identities set identity_data = identity_data || '{"full_name": "Old", "avatar_url": "old"}' where user_id = $1`,
    [first.session.user.id],
  )
  const second = await signIn(backend, 'google', { choice: 'james' })
  expect(second.session.user.id).toBe(first.session.user.id)
  expect(second.session.user.identities?.[0]?.identity_data).not.toHaveProperty('avatar_url')
  expect(second.session.user.user_metadata.full_name).toBe('James Carter')
})

it('security 42: a person with an unverified address never shares a user with its owner, in any order', async () => {
  const orders: ['google' | 'kakao', boolean][][] = [
    [
      ['kakao', false],
      ['google', true],
    ],
    [
      ['google', true],
      ['kakao', false],
    ],
    [
      ['google', false],
      ['kakao', true],
    ],
    [
      ['kakao', true],
      ['google', false],
    ],
    [
      ['kakao', false],
      ['google', false],
    ],
  ]
  for (const order of orders) {
    const email = newAddress()
    const people = []
    for (const [provider, isVerified] of order) {
      people.push({
        isVerified,
        signedIn: await signIn(backend, provider, typed(`${provider}`, email, isVerified)),
      })
    }
    expect(new Set(people.map(({ signedIn }) => signedIn.session.user.id)).size).toBe(2)
    for (const { isVerified, signedIn } of people)
      expect(signedIn.session.user.email).toBe(isVerified ? email : '')
  }
})

it('security 42: an account that was prepared for an unverified address loses its sessions and names when the owner signs in', async () => {
  const email = newAddress()
  const { admin } = createOperator(backend).auth
  const prepared = (await admin.createUser({ email, user_metadata: { name: 'Attacker' } })).data.user
  const [session] = await query<{ id: string }>(
    backend.database.authAdminUrl,
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (gen_random_uuid(), $1, now(), now(), 'aal1') returning id`,
    [prepared?.id],
  )
  await query(
    backend.database.authAdminUrl,
    `insert into auth.refresh_tokens (token, user_id, revoked, session_id, created_at, updated_at) values ('attacker-token', $1, false, $2, now(), now())`,
    [prepared?.id, session?.id],
  )
  const owner = await signIn(backend, 'google', typed('Owner', email, true))
  expect(owner.session.user.id).toBe(prepared?.id)
  expect(owner.session.user.user_metadata.name).toBe('Owner')
  expect(owner.session.user.identities?.map(({ provider }) => provider)).toEqual(['google'])
  expect(
    await query(
      backend.database.authAdminUrl,
      `select from auth.refresh_tokens where token = 'attacker-token'`,
    ),
  ).toHaveLength(0)
  expect(
    await query(backend.database.authAdminUrl, `select from auth.sessions where id = $1`, [session?.id]),
  ).toHaveLength(0)
})

it('security 43: addresses that only Unicode folding makes equal, and plus-addresses, stay different users', async () => {
  const plain = await signIn(backend, 'google', typed('K', 'kim.link@example.com', true))
  const kelvin = await signIn(backend, 'kakao', typed('Kelvin', '\u212Aim.link@example.com', true))
  const plus = await signIn(backend, 'kakao', typed('Plus', 'kim.link+x@example.com', true))
  expect(new Set([plain, kelvin, plus].map(({ session }) => session.user.id)).size).toBe(3)
})

it('security 43: people without an e-mail stay separate users', async () => {
  const [one, two] = await Promise.all([
    signIn(backend, 'kakao', typed('이름만', '', false)),
    signIn(backend, 'kakao', typed('다른 이름', '', false)),
  ])
  expect(one.session.user.id).not.toBe(two.session.user.id)
})

it('A03: twenty concurrent first sign-ins of one person create one user with one identity', async () => {
  const email = newAddress()
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      signIn(backend, index % 2 ? 'google' : 'kakao', typed('Twin', email, true)),
    ),
  )
  expect(new Set(all.map(({ session }) => session.user.id)).size).toBe(1)
  expect(
    await query(backend.database.authAdminUrl, 'select from auth.identities where user_id = $1', [
      all[0]?.session.user.id,
    ]),
  ).toHaveLength(2)
})
