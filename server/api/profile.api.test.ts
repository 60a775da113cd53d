import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProduct, type Member, type TestProduct } from '#server/testing/test-product.ts'

let test: TestProduct
const sessionUpdates: unknown[] = []
beforeAll(async () => {
  test = await createTestProduct({
    deps: {
      authAdmin: {
        setUserAuth: (id, userAuth) => Promise.resolve(void sessionUpdates.push([id, userAuth])),
        removeFactors: () => Promise.resolve(),
      },
    },
  })
})
afterAll(() => test.close())

const update = (person: Member, change: unknown, uuid: unknown = person.id) =>
  test.post('/v1/auth/user/update', { uuid, update: change }, person.token)
const answerOf = async (response: Response) => [response.status, await response.json()]
const recordOf = ({ id }: Member) =>
  test.database.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

it('A33, A24: one field changes and is returned, and the session gets a new name', async () => {
  const person = await test.member({ nickname: 'before' })
  expect(await answerOf(await update(person, { nickname: '  새  이름 ' }))).toMatchObject([
    200,
    { result: { nickname: '새 이름', updated_at: expect.any(String) } },
  ])
  expect(await recordOf(person)).toMatchObject({ nickname: '새 이름', is_email_reception: false })
  expect(sessionUpdates).toContainEqual([person.id, { id: person.id, nickname: '새 이름', role: 'member' }])
  expect((await update(person, { is_email_reception: true })).status).toBe(200)
  expect(await recordOf(person)).toMatchObject({ nickname: '새 이름', is_email_reception: true })
})

it.each([
  [{}, 'invalid_field'],
  [{ nickname: 'new name', is_email_reception: true }, 'invalid_field'],
  [{ role: 'owner' }, 'invalid_field'],
  [{ email: 'x@example.com' }, 'invalid_field'],
  [{ is_email_reception: 'yes' }, 'invalid_field'],
  [undefined, 'missing_update_info'],
])('A33: %j is no update of one field, and changes nothing', async (change, code) => {
  const person = await test.member()
  const before = await recordOf(person)
  expect(await answerOf(await update(person, change))).toMatchObject([400, { code }])
  expect(await recordOf(person)).toEqual(before)
})

it.each([
  'a',
  ' a ',
  '가'.repeat(21),
  'Admin',
  '운영자 1',
  'ｍｕｎｊａｎｇ',
  'deleted 0123456789ab',
  '\u200b\u200b\u200b',
])('B16: %j is refused as a nickname and not changed to fit', async (nickname) => {
  expect(await answerOf(await update(await test.member(), { nickname }))).toMatchObject([
    400,
    { code: 'nickname_invalid' },
  ])
})

it.each([
  '{"nickname": "new name", "role": "owner"}',
  '{"nickname": "new name", "__proto__": {"role": "owner"}}',
  '{"nickname": ["new name"]}',
  '[{"nickname": "new name"}]',
  `{"nickname": "${'x'.repeat(10_000)}"}`,
])('security 35: %.60s is refused, whatever hides in it, and changes nothing', async (json) => {
  const person = await test.member()
  const before = await recordOf(person)
  expect((await update(person, JSON.parse(json))).status).toBe(400)
  expect(await recordOf(person)).toEqual(before)
})

it('security 35: invisible and direction-changing characters are removed from a name', async () => {
  const person = await test.member()
  expect((await update(person, { nickname: 'right\u202eleft\u0000' })).status).toBe(200)
  expect(await recordOf(person)).toMatchObject({ nickname: 'rightleft' })
})

it('B16: a name is unique without case; one of two concurrent callers gets it, and it stays theirs', async () => {
  const [first, second] = [await test.member(), await test.member()]
  const answers = await Promise.all([
    update(first, { nickname: 'Same Name' }),
    update(second, { nickname: 'same name' }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const loser = answers.find(({ status }) => status !== 200)!
  expect([loser.status, await loser.json()]).toMatchObject([409, { code: 'nickname_taken' }])
  const owner = answers[0]?.status === 200 ? first : second
  expect((await update(owner, { nickname: 'SAME NAME' })).status).toBe(200)
})

it('A33, B20: a picture is the member’s own upload in the public bucket, or none', async () => {
  const [person, other] = [await test.member(), await test.member()]
  const put = (bucket: string, letter: string, owner: Member) => {
    const name = `${letter.repeat(32)}/I1700000000000.png`
    return test.database
      .executeQuery(
        CompiledQuery.raw('insert into storage.objects (bucket_id, name, owner_id) values ($1, $2, $3)', [
          bucket,
          name,
          owner.id,
        ]),
      )
      .then(() => name)
  }
  const base = 'http://localhost:3000/storage/v1/object/public/image/'
  const own = base + (await put('image', 'a', person))
  expect((await update(person, { photo: own })).status).toBe(200)
  expect((await update(person, { background: own })).status).toBe(200)
  expect(await recordOf(person)).toMatchObject({ photo: own, background: own })
  for (const address of [
    base + (await put('image', 'b', other)),
    base + (await put('document', 'c', person)),
    own.replace('localhost:3000', 'evil.example'),
    `${own}?x`,
    `${base}../image/${'a'.repeat(32)}/I1700000000000.png`,
    `${base}${'e'.repeat(32)}/I1700000000000.png`,
  ])
    expect(await answerOf(await update(person, { photo: address }))).toMatchObject([
      403,
      { code: 'foreign_file' },
    ])
  expect((await update(person, { photo: 'javascript:alert(1)' })).status).toBe(403)
  expect((await update(person, { photo: null })).status).toBe(200)
  expect(await recordOf(person)).toMatchObject({ photo: null, background: own })
})

it('O18, A40, A41: a member cannot change another one; a visitor and a blocked member change nothing', async () => {
  const [person, other] = [await test.member(), await test.member()]
  expect(await answerOf(await update(person, { nickname: 'thief' }, other.id))).toMatchObject([
    403,
    { code: 'foreign_uuid' },
  ])
  expect(await answerOf(await update(person, { nickname: 'thief' }, ''))).toMatchObject([
    400,
    { code: 'missing_uuid' },
  ])
  expect(
    (await test.post('/v1/auth/user/update', { uuid: other.id, update: { nickname: 'thief' } })).status,
  ).toBe(401)
  const blocked = await test.member({ isBlock: true })
  expect(await answerOf(await update(blocked, { nickname: 'thief' }))).toMatchObject([
    403,
    { code: 'user_blocked' },
  ])
})

it('O16: a failure of the database has its own error, without internals', async () => {
  const person = await test.member()
  const run = (text: string) => test.database.executeQuery(CompiledQuery.raw(text))
  const change = { is_email_reception: true }
  await run('alter table public."user" add constraint canary check (false) not valid')
  expect(await answerOf(await update(person, change))).toMatchObject([
    500,
    { code: 'member_update_failed', message: expect.not.stringContaining('canary') },
  ])
  await run('alter table public."user" drop constraint canary')
  await run('alter table public."user" rename to user_away')
  expect(await answerOf(await update(person, change))).toMatchObject([500, { code: 'member_lookup_failed' }])
  await run('alter table public.user_away rename to "user"')
  expect((await update(person, change)).status).toBe(200)
})
