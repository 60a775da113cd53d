// The ledger in SQL: balances move only by history, holds refuse what the balance cannot carry, nothing happens twice.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, createTestDatabase, type TestDatabase } from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase({
    planted: /^I4: run .* goes on and works on nothing$|^I3: .* have no origin: (paid:|grant:|low:)/,
  })
  pool = new pg.Pool({ connectionString: database.url, max: 20 })
})
afterAll(async () => {
  await expectBalancesToBeSums()
  await pool.end()
  await database.close()
})

async function expectBalancesToBeSums(): Promise<void> {
  const { rows } = await pool.query(`
    select u.id from public.user_usage u
    where u.token <> (select coalesce(sum(amount), 0) from public.token_history h where h.user_id = u.id and bucket = 'token')
       or u.payment_token <> (select coalesce(sum(amount), 0) from public.token_history h where h.user_id = u.id and bucket = 'payment_token')
       or u.image <> (select coalesce(sum(amount), 0) from public.image_history h where h.user_id = u.id and bucket = 'image')
       or u.payment_image <> (select coalesce(sum(amount), 0) from public.image_history h where h.user_id = u.id and bucket = 'payment_image')
       or least(u.token, u.payment_token, u.image, u.payment_image) < 0`)
  expect(rows).toEqual([])
}

const usageOf = async (id: string) =>
  (
    await pool.query(
      'select token, payment_token, image, payment_image from public.user_usage where id = $1',
      [id],
    )
  ).rows[0]
/** Ids of runs by the names that tests give them. */
const runs = new Map<string, string>()
let subjects = 0
const hold = async (id: string, tokens: number, name: string, images = 0) => {
  const { rows } = await pool.query(
    `select private.open_run('keyword_search', $1, 1, $2, $3, $4, '', '{}', 60) as id`,
    [++subjects, id, tokens, images],
  )
  runs.set(name, rows[0].id)
}
const settle = (name: string, tokens: number, images = 0) =>
  pool
    .query(`select * from private.settle_run($1, 'done', $2, $3)`, [runs.get(name), tokens, images])
    .then((result) => result.rows[0])

it('security 70: a balance cannot be changed without a history row, not even by the owner of the schema', async () => {
  const { id } = await createMember(database.adminUrl)
  for (const column of ['token', 'payment_token', 'image', 'payment_image']) {
    await expect(
      pool.query(`update public.user_usage set ${column} = ${column} + 1 where id = $1`, [id]),
    ).rejects.toThrow('balance_needs_history')
  }
  await pool.query('delete from public.user_usage where id = $1', [
    (await createMember(database.adminUrl, { token: 0 })).id,
  ])
  await expect(pool.query('insert into public.user_usage (id, token) values ($1, 5)', [id])).rejects.toThrow(
    'balance_needs_history',
  )
})

it('security 26, 70: history cannot be changed, deleted or truncated', async () => {
  await createMember(database.adminUrl)
  for (const table of ['token_history', 'image_history']) {
    await expect(pool.query(`truncate public.${table}`)).rejects.toThrow('history_is_immutable')
  }
  await expect(pool.query('update public.token_history set amount = 1')).rejects.toThrow(
    'history_is_immutable',
  )
  await expect(pool.query('delete from public.token_history')).rejects.toThrow('history_is_immutable')
})

it('M14: a grant happens once per key, also when ten arrive at once', async () => {
  const { id } = await createMember(database.adminUrl, { token: 0 })
  const grants = await Promise.all(
    Array.from({ length: 10 }, () =>
      pool.query(`select private.grant_tokens($1, 100000, 'sign_up', $2) as given`, [id, `grant:${id}`]),
    ),
  )
  expect(grants.filter((result) => result.rows[0].given)).toHaveLength(1)
  expect(await usageOf(id)).toMatchObject({ token: '100000' })
})

it('security 59, B39: of twenty holds at once one is given, the others are told that a run is going', async () => {
  const { id } = await createMember(database.adminUrl, { token: 5_000 })
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => hold(id, 4_000, `race:${id}:${i}`)),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  )
  expect(new Set(reasons)).toEqual(new Set(['request_in_progress']))
})

it('T17, T18: a hold beyond the balance is refused by its own code', async () => {
  const { id } = await createMember(database.adminUrl, { token: 100 })
  await expect(hold(id, 101, `much:${id}`)).rejects.toThrow('no_tokens')
  await expect(hold(id, 100, `much:${id}`, 1)).rejects.toThrow('no_image_credits')
  await hold(id, 100, `all:${id}`)
})

it.each(['pro', 'team'])('T19, B06: images use up nothing on %s', async (plan) => {
  const { id } = await createMember(database.adminUrl, { plan, token: 100, image: 0 })
  await hold(id, 10, `images:${id}`, 3)
  expect(await settle(`images:${id}`, 10, 3)).toEqual({ token: '10', image: '0' })
})

it('T18, B06: Basic pays for images with its credits', async () => {
  const { id } = await createMember(database.adminUrl, { plan: 'basic', token: 100, image: 2 })
  await expect(hold(id, 10, `three:${id}`, 3)).rejects.toThrow('no_image_credits')
  await hold(id, 10, `two:${id}`, 2)
  expect(await settle(`two:${id}`, 10, 2)).toEqual({ token: '10', image: '2' })
})

it('M18: settling charges what was used, leaves one history line and frees the way for the next run', async () => {
  const { id } = await createMember(database.adminUrl, { token: 10_000 })
  await hold(id, 6_000, `run:${id}`)
  expect(await usageOf(id)).toMatchObject({ token: '10000' })
  expect(await settle(`run:${id}`, 4_200)).toEqual({ token: '4200', image: '0' })
  const { rows } = await pool.query(
    `select amount, balance_after, kind from public.token_history where user_id = $1 and kind = 'use'`,
    [id],
  )
  expect(rows).toEqual([{ amount: '-4200', balance_after: '5800', kind: 'use' }])
  await hold(id, 1, `next:${id}`)
})

it('security 61: settling twice charges once, and never more than was held', async () => {
  const { id } = await createMember(database.adminUrl, { token: 10_000 })
  await hold(id, 3_000, `once:${id}`)
  const charges = await Promise.all([settle(`once:${id}`, 9_999), settle(`once:${id}`, 9_999)])
  expect(charges.map((charge) => Number(charge?.token ?? 0)).sort((a, b) => a - b)).toEqual([0, 3_000])
  expect(await usageOf(id)).toMatchObject({ token: '7000' })
})

it("B06: the paid period's tokens and images are spent first", async () => {
  const { id } = await createMember(database.adminUrl, { token: 1_000, image: 2 })
  await pool.query(
    `insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key) values ($1, $1, 'payment', 'payment_token', 500, 0, $2)`,
    [id, `paid:${id}`],
  )
  await pool.query(
    `insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key) values ($1, $1, 'payment', 'payment_image', 1, 0, $2)`,
    [id, `paid:${id}`],
  )
  await hold(id, 800, `first:${id}`, 2)
  await settle(`first:${id}`, 800, 2)
  expect(await usageOf(id)).toEqual({ token: '700', payment_token: '0', image: '1', payment_image: '0' })
})

it('B34: a member hears once per refill that 80 % are used and once that 95 % are, whichever bucket pays', async () => {
  const { id } = await createMember(database.adminUrl, { token: 1_000 })
  const alarms = async () =>
    (
      await pool.query<{ percent: number }>(
        `select (data ->> 'percent')::int as percent from public.user_alarm where user_id = $1 and kind = 'balance_low' order by id`,
        [id],
      )
    ).rows.map(({ percent }) => percent)
  let runs = 0
  const use = async (tokens: number) => {
    const idempotencyKey = `low:${id}:${++runs}`
    await hold(id, tokens, idempotencyKey)
    await settle(idempotencyKey, tokens)
    return alarms()
  }
  expect(await use(799)).toEqual([])
  expect(await use(1)).toEqual([80])
  expect(await use(100)).toEqual([80])
  expect(await use(50)).toEqual([80, 95])
  expect(await use(50)).toEqual([80, 95])
  await pool.query(`select private.grant_tokens($1, 500, 'operator', 'low:more')`, [id])
  await pool.query(
    `insert into public.token_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
     values ($1, $1, 'payment', 'payment_token', 500, 0, 'low:paid')`,
    [id],
  )
  expect(await use(700)).toEqual([80, 95])
  // Past both marks at once, out of both buckets: only the graver one is said.
  expect(await use(260)).toEqual([80, 95, 95])
})

it('security 70: after a random workload of grants, holds, settlements and failures every balance is the sum of its history', async () => {
  const members = await Promise.all(
    Array.from({ length: 4 }, () => createMember(database.adminUrl, { token: 20_000, image: 5 })),
  )
  const random = seededRandom(20261121)
  const work = Array.from({ length: 200 }, async (_, i) => {
    const { id } = members[Math.floor(random() * members.length)]!
    const [tokens, used, isSettled, isGrant] = [
      Math.floor(random() * 3_000),
      Math.floor(random() * 4_000),
      random() > 0.3,
      random() > 0.8,
    ]
    if (isGrant)
      return pool.query(`select private.grant_tokens($1, $2, 'operator', $3)`, [
        id,
        tokens + 1,
        `gift:${i % 30}`,
      ])
    const refusal = await hold(id, tokens, `work:${i}`, i % 2).then(
      () => null,
      (error: Error) => error.message,
    )
    if (refusal === null) await settle(`work:${i}`, isSettled ? used : 0, isSettled ? i % 2 : 0)
    return refusal
  })
  const refusals = (await Promise.all(work)).filter((outcome) => typeof outcome === 'string')
  expect(['request_in_progress', 'no_tokens', 'no_image_credits']).toEqual(
    expect.arrayContaining([...new Set(refusals)]),
  )
  expect(
    (
      await pool.query('select from private.run where ended_at is null and id = any ($1)', [
        [...runs].filter(([name]) => name.startsWith('work:')).map(([, id]) => id),
      ])
    ).rowCount,
  ).toBe(0)
  await expectBalancesToBeSums()
})

/** Mulberry32: the same sequence at every run, so that a failure can be seen again. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

it.each(['token', 'image'])(
  'the %s history takes no movement of the wrong sign, and none of nothing',
  async (what) => {
    const { id } = await createMember(database.adminUrl, { image: 10 })
    const move = (kind: string, amount: number) =>
      pool.query(
        `insert into public.${what}_history (user_id, spender_id, kind, amount, balance_after, idempotency_key) values ($1, $1, $2, $3, 0, $4)`,
        [id, kind, amount, `${kind}:${amount}`],
      )
    for (const [kind, amount] of [
      ['use', 5],
      ['expire', 5],
      ['reversal', 5],
      ['payment', -5],
      ['invite', -5],
      ['operator', 0],
      ['review', 0],
    ] as const)
      await expect(move(kind, amount), kind).rejects.toThrow(`${what}_history_sign`)
  },
)

it('a key is used once by a member, and may be used by another', async () => {
  const [one, other] = [await createMember(database.adminUrl), await createMember(database.adminUrl)]
  const grant = async ({ id }: { id: string }) =>
    (await pool.query(`select private.grant_tokens($1, 5, 'review', 'grant:shared') as given`, [id])).rows[0]
      .given
  expect([await grant(one), await grant(one), await grant(other)]).toEqual([true, false, true])
})

it('B07, M13: a member sees the own movements and what was spent of a team, page by page; others, visitors and the blocked see nothing', async () => {
  const [owner, seat, other] = await Promise.all([
    createMember(database.adminUrl),
    createMember(database.adminUrl),
    createMember(database.adminUrl),
  ])
  const spend = (user: string, spender: string, key: string, table = 'token_history') =>
    pool.query(
      `insert into public.${table} (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
       values ($1, $2, 'use', $3, -1, 0, $4)`,
      [user, spender, table === 'token_history' ? 'token' : 'image', key],
    )
  await pool.query(`insert into public.image_history (user_id, spender_id, kind, amount, balance_after, idempotency_key)
    values ('${owner.id}', '${owner.id}', 'operator', 5, 0, 'grant:page')`)
  for (let n = 1; n <= 3; n++) await spend(owner.id, owner.id, `page:own:${n}`)
  await spend(owner.id, seat.id, 'page:seat')
  await spend(owner.id, seat.id, 'page:seat', 'image_history')
  await spend(other.id, other.id, 'page:other')

  const ask = async <Row>(member: { id: string }, statement: string): Promise<Row[]> => {
    const client = await pool.connect()
    try {
      return (await runAs(client, { role: 'authenticated', ...member }, statement)).rows as Row[]
    } finally {
      client.release()
    }
  }
  const pageOf = (member: { id: string }, before: number | null, kind = 'token') =>
    ask<{ id: number; idempotency_key: string }>(
      member,
      `select id, idempotency_key from public.list_${kind}_movements(${before}, 2)`,
    )
  const allOf = async (member: { id: string }) => {
    const keys: string[] = []
    for (let page = await pageOf(member, null); page.length > 0; page = await pageOf(member, page.at(-1)!.id))
      keys.push(...page.map((row) => row.idempotency_key))
    return keys.filter((key) => key.startsWith('page:'))
  }
  expect(await allOf(owner)).toEqual(['page:seat', 'page:own:3', 'page:own:2', 'page:own:1'])
  expect(await allOf(seat)).toEqual(['page:seat'])
  expect(await pageOf(seat, null, 'image')).toMatchObject([{ idempotency_key: 'page:seat' }])
  const counted = (member: { id: string }) => ask(member, 'select * from public.count_movements()')
  // The gift for signing up is a movement too.
  expect(await counted(owner)).toEqual([{ token: '5', image: '2' }])
  await pool.query('update public."user" set is_block = true where id = $1', [owner.id])
  expect(await pageOf(owner, null)).toEqual([])
  expect(await counted(owner)).toEqual([])
})
