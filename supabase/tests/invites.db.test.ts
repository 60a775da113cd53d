// Invitations in SQL: the code counts until the sign-up is finished, the reward comes once per friend and person, and nobody sees more of a friend than a name.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { inviteReward } from '#shared/invites.ts'
import { runAs } from './as-actor.ts'

type Person = { id: string; code: string }

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

async function join(options: Parameters<typeof createMember>[1] = {}): Promise<Person> {
  const { id } = await createMember(database.adminUrl, { token: 0, ...options })
  const { rows } = await client.query('select recommend_code from public."user" where id = $1', [id])
  return { id, code: rows[0].recommend_code }
}
const as = ({ id }: Person, sql: string, values: unknown[] = [], on = client) =>
  runAs(on, { role: 'authenticated', id }, sql, values, true)
/** Saves the survey as the page does. */
const answer = (friend: Person, code: string | null) =>
  as(
    friend,
    `insert into public.user_referrer (id, use, recommend_code) values ($1, 'work', $2)
     on conflict (id) do update set use = excluded.use, recommend_code = excluded.recommend_code`,
    [friend.id, code],
  )
/** Saves a code with the survey. @returns the one that is kept */
const name = async (friend: Person, code: string): Promise<string | null> => {
  await answer(friend, code)
  return (
    await client.query('select recommend_code as code from public.user_referrer where id = $1', [friend.id])
  ).rows[0].code
}
const complete = async (friend: Person, code: string | null = null): Promise<string | null> =>
  (await as(friend, 'select public.complete_sign_up($1) as outcome', [code])).rows[0].outcome
const balanceOf = async ({ id }: Person) =>
  (await client.query('select token::int, image::int from public.user_usage where id = $1', [id])).rows[0]
const readInvites = async (inviter: Person, before: number | null = null) =>
  (await as(inviter, 'select public.read_invites($1) as invites', [before])).rows[0].invites
const nothing = { token: 0, image: 0 }
const reward = { token: inviteReward.tokens, image: inviteReward.images }

it('M15, B28, B34: a code of the survey brings both 100,000 tokens and 10 images when the sign-up ends, and the inviter one alarm', async () => {
  expect(inviteReward).toEqual({ tokens: 100_000, images: 10 })
  const inviter = await join()
  const friend = await join()
  await answer(friend, inviter.code)
  expect(await balanceOf(friend)).toEqual(nothing)
  expect(await complete(friend)).toBe('given')
  expect([await balanceOf(inviter), await balanceOf(friend)]).toEqual([reward, reward])
  const { rows } = await client.query(
    `select user_id, kind, data from public.user_alarm where kind = 'invite_rewarded'`,
  )
  expect(rows).toEqual([
    { user_id: inviter.id, kind: 'invite_rewarded', data: { tokens: 100_000, images: 10 } },
  ])
  const history = await client.query(
    `select user_id from public.token_history where kind = 'invite' union all select user_id from public.image_history where kind = 'invite'`,
  )
  expect(history.rows).toHaveLength(4)
})

it('M17, B05, B28: coming back to the end, or naming a code afterwards, brings nothing more', async () => {
  const [inviter, other] = [await join(), await join()]
  const [friend, alone] = [await join(), await join()]
  await answer(friend, inviter.code)
  await complete(friend)
  expect(await complete(friend, other.code)).toBe('given')
  await expect(answer(friend, other.code)).rejects.toThrow('already_received')
  await expect(answer(friend, null)).rejects.toThrow('already_received')
  await answer(friend, inviter.code)
  expect(await complete(alone)).toBeNull()
  await expect(answer(alone, inviter.code)).rejects.toThrow('invite_code_closed')
  await answer(alone, null)
  await expect(answer(alone, inviter.code)).rejects.toThrow('invite_code_closed')
  expect(await complete(alone, inviter.code)).toBeNull()
  expect([await balanceOf(inviter), await balanceOf(other), await balanceOf(alone)]).toEqual([
    reward,
    nothing,
    nothing,
  ])
})

it('rows1 2: a member reads how far the own sign-up has come, and of nobody else', async () => {
  const [inviter, friend] = [await join(), await join()]
  const step = async () =>
    (await as(friend, 'select u.open_sign_up as step from public."user" u where u.id = $1', [friend.id])).rows
  expect(await step()).toEqual([{ step: 'open' }])
  await answer(friend, inviter.code)
  expect(await step()).toEqual([{ step: 'coded' }])
  await complete(friend)
  expect(await step()).toEqual([{ step: null }])
  const { rows } = await as(friend, 'select public.open_sign_up(null) as step')
  expect(rows).toEqual([{ step: null }])
})

it('B28, security 65: ten ends of a sign-up at the same moment are one invitation', async () => {
  const inviter = await join()
  const friend = await join()
  await answer(friend, inviter.code)
  const clients = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const one = new pg.Client({ connectionString: database.adminUrl })
      await one.connect()
      return one
    }),
  )
  const outcomes = await Promise.all(
    clients.map((one) => as(friend, 'select public.complete_sign_up() as outcome', [], one)),
  )
  await Promise.all(clients.map((one) => one.end()))
  expect(outcomes.map(({ rows }) => rows[0].outcome)).toEqual(Array.from({ length: 10 }, () => 'given'))
  expect([await balanceOf(inviter), await balanceOf(friend)]).toEqual([reward, reward])
})

it("B28, security 65: one's own code, a ring, an unknown code and one of a blocked member bring nothing", async () => {
  const first = await join()
  const second = await join()
  const blocked = await join({ isBlock: true })
  expect(await name(first, first.code)).toBeNull()
  await answer(second, first.code)
  expect(await complete(second)).toBe('given')
  // The first has not finished yet: without the order of their arrival the ring would close here.
  expect(await name(first, second.code)).toBeNull()
  expect(await complete(first, second.code)).toBeNull()
  expect([await balanceOf(first), await balanceOf(second)]).toEqual([reward, reward])
  const third = await join()
  for (const code of ['ZZZZZZZZ', blocked.code]) expect(await name(third, code)).toBeNull()
  expect(await complete(third, blocked.code)).toBeNull()
})

it('sql P8: codes are not to be tried out: twenty are looked at in an hour, good ones after them are left out too', async () => {
  const [inviter, friend] = [await join(), await join()]
  for (let count = 0; count < 20; count++) expect(await name(friend, 'ZZZZZZZZ')).toBeNull()
  expect(await name(friend, inviter.code)).toBeNull()
  await client.query(`delete from private.use_count where key = 'named:' || $1`, [friend.id])
  expect(await name(friend, inviter.code)).toBe(inviter.code)
  // One that counts already is not given up for one that does not.
  expect(await name(friend, 'ZZZZZZZZ')).toBe(inviter.code)
})

it('B28: a code that came by a link counts where the survey was left out, and gives way to the one of the survey', async () => {
  const [inviter, other] = [await join(), await join()]
  const [skipping, answering] = [await join(), await join()]
  expect(await complete(skipping, ` ${inviter.code.toLowerCase()} `)).toBe('given')
  await answer(answering, other.code)
  expect(await complete(answering, inviter.code)).toBe('given')
  expect([await balanceOf(inviter), await balanceOf(other)]).toEqual([reward, reward])
})

it('B28, security 65: beyond the limit of the day the reward waits, and the page of the inviter says so', async () => {
  await client.query('update private.invite_rule set daily_max = 2')
  const inviter = await join()
  const outcomes: (string | null)[] = []
  for (let turn = 0; turn < 3; turn++) outcomes.push(await complete(await join(), inviter.code))
  await client.query('update private.invite_rule set daily_max = default')
  expect(outcomes).toEqual(['given', 'given', 'waiting'])
  expect(await balanceOf(inviter)).toEqual({ token: 200_000, image: 20 })
  const { friends, ...sums } = await readInvites(inviter)
  expect(sums).toEqual({ daily_max: 10, total: 3, waiting: 1, tokens: 200_000, images: 20 })
  expect(friends.map((friend: { is_rewarded: boolean }) => friend.is_rewarded)).toEqual([false, true, true])
})

it('R11, O18: an inviter sees names and days of friends and nothing else, thirty at a time, and only the own ones', async () => {
  const inviter = await join()
  const stranger = await join()
  const leaver = await join()
  await complete(leaver, inviter.code)
  await client.query(`update public."user" set is_active = false where id = $1`, [leaver.id])
  for (let turn = 0; turn < 30; turn++) await complete(await join(), inviter.code)
  const page = await readInvites(inviter)
  expect(page.friends).toHaveLength(30)
  const rest = await readInvites(inviter, page.friends.at(-1).id)
  expect(rest.friends).toEqual([
    {
      id: expect.any(Number),
      nickname: null,
      created_at: expect.any(String),
      is_rewarded: true,
      is_refused: false,
    },
  ])
  expect((await readInvites(stranger)).friends).toEqual([])
  for (const table of [
    'invite',
    'invite_rule',
    'invite_reward_exclusion',
    'invited_identity',
    'sign_up_completion',
  ])
    await expect(as(inviter, `select 1 from private.${table}`), table).rejects.toMatchObject({
      code: '42501',
    })
  for (const call of ['complete_sign_up()', 'read_invites()'])
    await expect(runAs(client, { role: 'anon' }, `select public.${call}`), call).rejects.toMatchObject({
      code: '42501',
    })
  const blocked = await join({ isBlock: true })
  for (const call of ['complete_sign_up()', 'read_invites()'])
    await expect(as(blocked, `select public.${call}`), call).rejects.toMatchObject({ code: '42501' })
})

it.each([
  [{ accept: 'application/vnd.pgrst.object+json' }],
  [{ accept: 'text/csv, Application/vnd.pgrst.object+json;nulls=stripped' }],
  [{ prefer: 'return=minimal, tx=rollback' }],
  [{ prefer: 'handling=strict, max-affected=0' }],
])('backend S1: a look-up whose answer could undo its count is refused: %j', async (headers) => {
  await client.query(`select set_config('request.headers', $1, false)`, [JSON.stringify(headers)])
  const look = `select * from public.find_inviter('ZZZZZZZZ')`
  await expect(runAs(client, { role: 'anon' }, look)).rejects.toMatchObject({ message: 'invalid_request' })
  const search = `select public.list_prompts(keyword => 'ab')`
  await expect(runAs(client, { role: 'anon' }, search)).rejects.toMatchObject({ message: 'invalid_request' })
  const member = await join()
  const compare = `select public.find_similar_prompts('a', 'b')`
  await expect(as(member, compare)).rejects.toMatchObject({ message: 'invalid_request' })
  await expect(answer(member, 'ZZZZZZZZ')).rejects.toMatchObject({ message: 'invalid_request' })
  await client.query(`select set_config('request.headers', '', false)`)
})

it('A10, security 20: looking codes up tells nickname and photo of one exact code, and stops after sixty a minute from one address', async () => {
  const inviter = await join({ nickname: 'the inviter' })
  const look = async (code: string, address: string) => {
    await client.query(`select set_config('request.headers', $1, false)`, [
      JSON.stringify({ 'x-forwarded-for': `203.0.113.1, ${address}` }),
    ])
    return (await runAs(client, { role: 'anon' }, 'select * from public.find_inviter($1)', [code], true)).rows
  }
  expect(await look(inviter.code, '198.51.100.1')).toEqual([{ nickname: 'the inviter', photo: null }])
  for (const code of ['%', `like.*`, inviter.code.slice(0, 7), `${inviter.code}' or true --`, ''])
    expect(await look(code, '198.51.100.1')).toEqual([])
  for (let turn = 6; turn < 60; turn++) await look('ZZZZZZZZ', '198.51.100.1')
  await expect(look(inviter.code, '198.51.100.1')).rejects.toMatchObject({
    code: 'PGRST',
    message: expect.stringContaining('too_many_requests'),
    detail: expect.stringContaining('Retry-After'),
  })
  expect(await look(inviter.code, '198.51.100.2')).toHaveLength(1)
  const { rows } = await client.query('select key from private.use_count')
  expect(JSON.stringify(rows)).not.toContain('198.51.100')
})
