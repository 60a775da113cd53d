// Consents are given one by one, recorded, and required before a member writes or pays.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { briefOf } from '#server/testing/tool-cases.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { consentVersions } from '#shared/consents.ts'

let test: TestProduct
beforeAll(async () => {
  test = await createTestProduct()
})
afterAll(() => test.close())

const all = { age: true, terms: true, privacy: true, news: false }
const consent = (member: Member, fields: object) =>
  test.post('/v1/auth/user/consent', { uuid: member.id, ...fields }, member.token)
const { form } = briefOf('email')
const write = (member: Member) => test.post('/v1/ai/tool/email', { uuid: member.id, ...form }, member.token)
const order = (member: Member) =>
  test.post('/v1/payment/order', { uuid: member.id, type: 'pack', pack: 'tokens_small' }, member.token)
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code
const consentsOf = async (member: Member) =>
  (
    await sql<{ kind: string; version: string; is_given: boolean }>`
      select kind, version, is_given from public.user_consent where user_id = ${member.id}::uuid order by id`.execute(
      test.database,
    )
  ).rows

it('A03, L01: a sign-up records no consent that was not given', async () => {
  const account = await test.account()
  const response = await test.post(
    '/v1/auth/sign/up',
    { lang: 'ko', uuid: account.identityId },
    account.token,
  )
  expect(await response.json()).toMatchObject({
    result: { is_terms_use: false, is_terms_privacy: false, is_email_reception: false },
  })
  expect(await consentsOf(account)).toEqual([])
})

it('L01: writing and ordering need the required consents', async () => {
  const member = await test.member({ isConsenting: false })
  for (const ask of [write, order]) expect(await codeOf(await ask(member))).toBe('consent_required')
  expect((await consent(member, all)).status).toBe(200)
  expect(await consentsOf(member)).toEqual(
    (['age', 'terms', 'privacy'] as const).map((kind) => ({
      kind,
      version: consentVersions[kind],
      is_given: true,
    })),
  )
  const written = await write(member)
  expect(written.status).toBe(200)
  await written.text()
})

it('L01: a consent to an earlier version does not count, and the member is asked again', async () => {
  const member = await test.member({ isConsenting: false })
  for (const kind of ['age', 'terms', 'privacy'] as const)
    await sql`select private.record_consent(${member.id}::uuid, ${kind}, '2020-01-01', true)`.execute(
      test.database,
    )
  expect(await codeOf(await write(member))).toBe('consent_required')
})

it.each([
  [{ ...all, terms: false }, 'terms'],
  [{ ...all, age: undefined }, 'age'],
])('L01: incomplete consents are refused, and nothing is recorded (%#)', async (fields, field) => {
  const member = await test.member({ isConsenting: false })
  const response = await consent(member, fields)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ field })
  expect(await consentsOf(member)).toEqual([])
})

it('L01, R12: the setting for news writes a row on each change', async () => {
  const member = await test.member({ isConsenting: false })
  for (const isWanted of [true, true, false])
    await test.post(
      '/v1/auth/user/update',
      { uuid: member.id, update: { is_email_reception: isWanted } },
      member.token,
    )
  expect((await consentsOf(member)).map(({ kind, is_given }) => [kind, is_given])).toEqual([
    ['news', true],
    ['news', false],
  ])
})
