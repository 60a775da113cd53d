import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, createTestDatabase, type TestDatabase } from '#scripts/testing/database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.close()
})

async function memberWith(email: string | null): Promise<string> {
  const { id } = await createMember(database.adminUrl)
  await client.query('update public."user" set email = $2 where id = $1', [id, email])
  return id
}
/** The change of an address, up to the code that is entered. */
async function prove(member: string, email: string, code = '271828', language = 'en') {
  await client.query(`select private.begin_email_proof($1, $2, '271828', gen_random_uuid(), $3)`, [
    member,
    email,
    language,
  ])
  const { rows } = await client.query<{ outcome: string; letter_key: string | null }>(
    'select * from private.prove_email($1, $2)',
    [member, code],
  )
  return rows[0]!
}
const waiting = async (member: string) =>
  (
    await client.query(
      'select address, new_address, language from private.address_letter where user_id = $1 order by changed_at',
      [member],
    )
  ).rows
const begin = async (key: string | null) =>
  (await client.query('select address from private.begin_address_letter($1)', [key])).rows

it('B32: the address before is told of a change, with the new one masked; a first address, a wrong code and the same address tell nobody', async () => {
  const member = await memberWith(null)
  expect(await prove(member, 'First@example.com')).toEqual({ outcome: 'done', letter_key: null })
  expect(await prove(member, 'first@example.com')).toEqual({ outcome: 'expired', letter_key: null })
  expect(await prove(member, 'second@example.org', '000000')).toEqual({ outcome: 'wrong', letter_key: null })
  expect(await waiting(member)).toEqual([])
  const { outcome, letter_key: key } = await prove(member, 'second@example.org', '271828', 'ko')
  expect([outcome, key]).toEqual(['done', expect.any(String)])
  expect(await waiting(member)).toEqual([
    { address: 'first@example.com', new_address: 's***@example.org', language: 'ko' },
  ])
  await prove(member, 'third@example.net')
  expect((await waiting(member)).map(({ address }) => address)).toEqual([
    'first@example.com',
    'second@example.org',
  ])
})

it('B32: without the commit of the change there is no letter', async () => {
  const member = await memberWith('before@example.com')
  await client.query('begin')
  await prove(member, 'after@example.com')
  await client.query('rollback')
  expect(await waiting(member)).toEqual([])
})

it('B32: a letter is begun by one process, comes again when it was not taken, and leaves nothing behind', async () => {
  const member = await memberWith('before@example.com')
  const { letter_key: key } = await prove(member, 'after@example.com')
  const other = new pg.Client({ connectionString: database.adminUrl })
  await other.connect()
  const both = await Promise.all(
    [client, other].map((each) => each.query('select * from private.begin_address_letter($1)', [key])),
  )
  await other.end()
  expect(both.flatMap(({ rows }) => rows)).toHaveLength(1)
  await client.query('select private.end_address_letter($1, true)', [key])
  expect(await begin(key)).toEqual([{ address: 'before@example.com' }])
  await client.query('select private.end_address_letter($1, false)', [key])
  expect(await waiting(member)).toEqual([])
  expect(await begin(key)).toEqual([])
})

it('B32, A35: what stayed behind is forgotten after a month, and at once when its member leaves', async () => {
  const [stuck, leaver] = [await memberWith('stuck@example.com'), await memberWith('leaver@example.com')]
  await prove(stuck, 'new@example.com')
  await prove(leaver, 'new@example.com')
  await client.query(
    `update private.address_letter set changed_at = now() - interval '32 days' where user_id = $1`,
    [stuck],
  )
  await begin(null)
  expect(await waiting(stuck)).toEqual([])
  expect(await waiting(leaver)).toHaveLength(1)
  await client.query(`update public."user" set provider = 'deleted', is_active = false where id = $1`, [
    leaver,
  ])
  expect(await waiting(leaver)).toEqual([])
})
