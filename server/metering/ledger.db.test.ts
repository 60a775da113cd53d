import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Database } from '#server/adapters/database.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { runKinds } from '#server/run-map.ts'
import { recoverRuns } from '#server/runs/recover-runs.ts'
import { createHeldRuns, plantedRuns } from '#server/testing/held-runs.ts'
import { availableBalance, grantTokens } from './ledger.ts'

let test: TestProduct
let db: Database
let runs: ReturnType<typeof createHeldRuns>
beforeAll(async () => {
  // This file makes holds and payments without their runs and orders.
  test = await createTestProduct({
    planted: new RegExp(`${plantedRuns.source}|^I3: .* have no origin: paid:`),
  })
  db = connectDatabase(test.config.databaseUrl, { connectionsMax: 16 })
  runs = createHeldRuns(db)
})
afterAll(async () => {
  await db.destroy()
  await test.close()
})

const hold = (memberId: string, name: string, tokens = 1_000) => runs.hold(memberId, name, { tokens })
const balanceAndSum = async (member: string) => {
  const { token } = await db
    .selectFrom('user_usage')
    .select('token')
    .where('id', '=', member)
    .executeTakeFirstOrThrow()
  const { sum } = await db
    .selectFrom('token_history')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('sum'))
    .where('user_id', '=', member)
    .executeTakeFirstOrThrow()
  return { token, sum: Number(sum) }
}
/** A small seeded generator, so that a failing workload can be repeated. */
function random(seed: number): () => number {
  let state = seed
  return () => ((state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32), state / 2 ** 32)
}

it('M14: a key is granted once, also by concurrent calls', async () => {
  const member = await test.member({ token: 0 })
  const grant = () =>
    grantTokens(db, { member: member.id, amount: 500, kind: 'review', idempotencyKey: `review:${member.id}` })
  const granted = await Promise.all(Array.from({ length: 10 }, grant))
  expect(granted.filter(Boolean)).toHaveLength(1)
  expect(await balanceAndSum(member.id)).toEqual({ token: 500, sum: 500 })
})

it('row 59, row 60: held tokens cannot be spent again, and a member has one hold at a time', async () => {
  const member = await test.member({ token: 1_500 })
  await hold(member.id, 'a1')
  await expect(hold(member.id, 'a2', 100)).rejects.toMatchObject({ code: 'request_in_progress' })
  expect(await availableBalance(db, member.id)).toEqual({ tokens: 500, images: 0 })
  expect(await runs.find(member.id)).toBe('a1')
  expect(await runs.release('a1')).toBe(true)
  await expect(hold(member.id, 'a3', 1_501)).rejects.toMatchObject({ code: 'no_tokens' })
  await expect(runs.hold(member.id, 'a4', { tokens: 1, images: 1 })).rejects.toMatchObject({
    code: 'no_image_credits',
  })
  expect(await runs.find(member.id)).toBeNull()
})

it('I1: a settlement charges once, never more than was held, and a second one charges nothing', async () => {
  const member = await test.member({ token: 5_000 })
  await hold(member.id, 'b1')
  const settled = await Promise.all(Array.from({ length: 5 }, () => runs.settle('b1', 9_999)))
  expect(settled.filter((charge) => charge !== null)).toEqual([{ token: 1_000, image: 0 }])
  expect(await balanceAndSum(member.id)).toEqual({ token: 4_000, sum: 4_000 })
})

it('B06, T19: images are held and charged like tokens, the paid period’s first; Pro holds none', async () => {
  const member = await test.member({ image: 2 })
  await sql`insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (${member.id}, ${member.id}, 'payment', 'payment_image', 1, 0, ${`paid:${member.id}`})`.execute(db)
  const begin = (name: string, images: number) => runs.hold(member.id, name, { tokens: 0, images })
  await expect(begin('i1', 4)).rejects.toMatchObject({ code: 'no_image_credits' })
  await begin('i2', 3)
  expect(await availableBalance(db, member.id)).toMatchObject({ images: 0 })
  expect(await runs.settle('i2', 0, 2)).toEqual({
    token: 0,
    image: 2,
  })
  const { rows } = await sql`select bucket, amount, idempotency_key from public.image_history
    where user_id = ${member.id} and kind = 'use' order by id`.execute(db)
  expect(rows).toEqual([
    {
      bucket: 'payment_image',
      amount: -1,
      idempotency_key: expect.stringMatching(/^keyword_search:\d+:1:payment_image$/),
    },
    { bucket: 'image', amount: -1, idempotency_key: expect.stringMatching(/^keyword_search:\d+:1:image$/) },
  ])
  await db.updateTable('user_usage').set({ plan: 'pro' }).where('id', '=', member.id).execute()
  await begin('i3', 9)
  expect(await runs.settle('i3', 0, 9)).toEqual({
    token: 0,
    image: 0,
  })
  expect(await availableBalance(db, member.id)).toMatchObject({ images: 1 })
})

it('M12, B33, T19: a benefit gives its plan and its images from its start to its end, never less than the paid plan', async () => {
  const member = await test.member({ plan: 'basic' })
  const give = async (plan: string, from: string, to: string) => {
    await sql`delete from public.user_benefit where id = ${member.id}`.execute(db)
    await sql`insert into public.user_benefit (id, type, type_detail, duration, duration_unit, start_at, end_at)
      values (${member.id}, 'plan', ${plan}, 1, 'month', now() + ${from}::interval, now() + ${to}::interval)`.execute(
      db,
    )
    const { rows } = await sql<{
      plan: string
    }>`select private.effective_plan(${member.id}::uuid) as plan`.execute(db)
    return rows[0]!.plan
  }
  const makeImages = async (name: string) => {
    await runs.hold(member.id, name, { tokens: 0, images: 3 })
    return runs.settle(name, 0, 3)
  }
  expect(await give('pro', '1 hour', '1 month')).toBe('basic')
  await expect(makeImages('before')).rejects.toMatchObject({ code: 'no_image_credits' })
  expect(await give('pro', '-1 hour', '1 month')).toBe('pro')
  expect(await makeImages('while')).toEqual({ token: 0, image: 0 })
  expect(await give('pro', '-1 month', '-1 second')).toBe('basic')
  await expect(makeImages('after')).rejects.toMatchObject({ code: 'no_image_credits' })
  await db.updateTable('user_usage').set({ plan: 'team' }).where('id', '=', member.id).execute()
  expect(await give('basic', '-1 hour', '1 month')).toBe('team')
})

it('row 60: each run with an expired lease goes to one recovery, and live runs stay', async () => {
  const [orphaned, live] = [await test.member(), await test.member()]
  await runs.hold(orphaned.id, 'c-lost', { tokens: 1_000, leaseSeconds: -1 })
  await hold(live.id, 'c-alive')
  const released = await Promise.all([1, 2, 3].map(() => recoverRuns(db, runKinds)))
  expect(released.reduce((sum, count) => sum + count)).toBe(1)
  expect([await runs.find(orphaned.id), await runs.find(live.id)]).toEqual([null, 'c-alive'])
  expect(await balanceAndSum(orphaned.id)).toEqual({ token: 100_000, sum: 100_000 })
})

it.each([1, 42, 2026])(
  'row 70: after a random concurrent workload every balance is the sum of its history and none is negative (seed %i)',
  async (seed) => {
    const next = random(seed)
    const members = await Promise.all(
      Array.from({ length: 4 }, () => test.member({ token: Math.floor(next() * 5_000) })),
    )
    const refusals: unknown[] = []
    const run = async (step: number) => {
      const member = members[Math.floor(next() * members.length)]!
      const [kind, size, idempotencyKey] = [next(), Math.ceil(next() * 2_000), `w${seed}:${step}`]
      try {
        if (kind < 0.25)
          await grantTokens(db, {
            member: member.id,
            amount: size,
            kind: 'operator',
            idempotencyKey: `g${seed}:${step % 20}:${member.id}`,
          })
        else {
          await hold(member.id, idempotencyKey, size)
          if (kind < 0.35) await runs.release(idempotencyKey)
          else await runs.settle(idempotencyKey, Math.ceil(size * kind * 1.5))
        }
      } catch (error) {
        refusals.push((error as { code?: unknown }).code)
      }
    }
    await Promise.all(Array.from({ length: 120 }, (_, step) => run(step)))
    expect(refusals.filter((code) => code !== 'no_tokens' && code !== 'request_in_progress')).toEqual([])
    for (const { id } of members) {
      const { token, sum } = await balanceAndSum(id)
      expect(token).toBe(sum)
      expect(token).toBeGreaterThanOrEqual(0)
      expect(await runs.find(id)).toBeNull()
    }
  },
)
