// Recovers an account whose authenticator is lost (A25), with an auth service that removes factors, or fails to.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { refusalOf } from '#server/testing/refusals.ts'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'
import { recoveryCodesCount } from '#shared/accounts.ts'
import { removeDueFactors } from './factor-recovery.ts'

let test: TestProduct
const service = { isDown: false, removed: [] as string[] }
const authAdmin = {
  setUserAuth: () => Promise.resolve(),
  async removeFactors(id: string) {
    if (service.isDown) throw new Error('auth admin answered 503')
    service.removed.push(id)
    await sql`delete from auth.mfa_factors where user_id = ${id}::uuid`.execute(test.database)
  },
}
beforeAll(async () => {
  test = await createTestProduct({ deps: { authAdmin } })
})
afterAll(() => test.close())
beforeEach(() => Object.assign(service, { isDown: false, removed: [] }))

type Person = Member & { lifted: string }
/** A member with an authenticator app; `lifted` is the token of a session with the second factor. */
async function memberWithFactor(): Promise<Person> {
  const member = await test.member()
  // E-mails need an address.
  await sql`update public."user" set email = id || '@example.com' where id = ${member.id}::uuid`.execute(
    test.database,
  )
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
    values (gen_random_uuid(), ${member.id}::uuid, 'totp', 'verified', 'app', now(), now())`.execute(
    test.database,
  )
  return { ...member, lifted: await test.tokenOf(member, 'aal2') }
}
const codes = (person: Person, token = person.lifted) =>
  test.post('/v1/auth/factor/codes', { uuid: person.id }, token)
const codesOf = async (person: Person) =>
  ((await (await codes(person)).json()) as { result: string[] }).result
const recover = (person: Person, code: string) =>
  test.post('/v1/auth/factor/recover', { uuid: person.id, code }, person.token)
const emailsOf = async ({ id }: Member) =>
  (
    await sql<{
      data: unknown
    }>`select a.data from public.user_alarm a where a.user_id = ${id}::uuid and a.kind = 'second_factor'
      and exists (select from private.email_outbox e where e.user_id = a.user_id and e.idempotency_key = a.kind || ':' || a.source_id) order by a.id`.execute(
      test.database,
    )
  ).rows.map(({ data }) => data)

it('screens 3, A25: codes are shown to a session with the second factor, and replace earlier ones', async () => {
  const person = await memberWithFactor()
  expect(await refusalOf(await codes(person, person.token))).toEqual([403, 'second_factor_required'])
  const first = await codesOf(person)
  expect(new Set(first).size).toBe(recoveryCodesCount)
  expect(first.every((code) => /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/.test(code))).toBe(true)
  await codesOf(person)
  expect(await refusalOf(await recover(person, first[0]!))).toEqual([400, 'invalid_field'])
  const { rows } =
    await sql`select * from private.recovery_code where code_hash = any (${first}::text[])`.execute(
      test.database,
    )
  expect(rows).toEqual([])
})

it('screens 3, A25: a code removes the factor once, in any spelling, and the member gets an e-mail', async () => {
  const person = await memberWithFactor()
  const [code = '', other = ''] = await codesOf(person)
  expect(
    await refusalOf(await test.post('/v1/auth/user/update', { uuid: person.id, update: {} }, person.token)),
  ).toEqual([403, 'second_factor_required'])
  expect(
    (await recover(person, ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')} `)).status,
  ).toBe(200)
  expect(service.removed).toEqual([person.id])
  expect(await emailsOf(person)).toEqual([{ state: 'recovered' }])
  // The session without the second factor is enough now, and no code is valid any more.
  const named = { uuid: person.id, update: { nickname: `r${person.id.slice(0, 8)}` } }
  expect((await test.post('/v1/auth/user/update', named, person.token)).status).toBe(200)
  expect(await refusalOf(await recover(person, other))).toEqual([400, 'invalid_field'])
})

it('screens 3: a member’s code opens no other account, and guesses are counted', async () => {
  const [one, two] = [await memberWithFactor(), await memberWithFactor()]
  const [code = ''] = await codesOf(one)
  expect(await refusalOf(await recover(two, code))).toEqual([400, 'invalid_field'])
  for (let guess = 0; guess < 9; guess++) await recover(two, 'aaaa-aaaa-aaaa-aaaa')
  expect(await refusalOf(await recover(two, code))).toEqual([429, 'too_many_requests'])
  expect((await recover(one, code)).status).toBe(200)
})

it('screens 3: a code stays valid while the auth service is down', async () => {
  const person = await memberWithFactor()
  const [code = ''] = await codesOf(person)
  service.isDown = true
  expect((await recover(person, code)).status).toBe(500)
  service.isDown = false
  expect((await recover(person, code)).status).toBe(200)
})

it('screens 3, A25: a removal that an owner requested runs after three days and not before; a failed one is retried', async () => {
  const owner = await memberWithFactor()
  const [waiting, due] = [await memberWithFactor(), await memberWithFactor()]
  for (const [person, days] of [
    [waiting, 2],
    [due, 3],
  ] as const)
    await sql`insert into private.factor_removal (user_id, asked_by, reason, asked_at, due_at) values (${person.id}::uuid, ${owner.id}::uuid, 'lost phone',
      now() - make_interval(days => ${days}), now() - make_interval(days => ${days}) + interval '72 hours')`.execute(
      test.database,
    )
  const deps = { database: test.database, authAdmin }
  service.isDown = true
  await removeDueFactors(deps)
  service.isDown = false
  await removeDueFactors(deps)
  await removeDueFactors(deps)
  expect(service.removed).toEqual([due.id])
  expect(await emailsOf(due)).toEqual([{ state: 'removed' }])
  expect(await emailsOf(waiting)).toEqual([])
  const { rows } =
    await sql`select act, operator_id from private.operator_log where member_id = ${due.id}::uuid`.execute(
      test.database,
    )
  expect(rows).toEqual([{ act: 'factor_removed', operator_id: owner.id }])
})
