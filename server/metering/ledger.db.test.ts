import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Database } from '#server/outside/database.ts'
import { createTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { availableBalance, findHold, grantTokens, holdUsage, releaseHold, settleUsage } from './ledger.ts'
import { recoverHolds } from './recover-holds.ts'

let test: TestProduct
let db: Database
beforeAll(async () => {
  // Holds and payments are made here without their runs and orders.
  test = await createTestProduct({ planted: /^I4: the hold of .* has no run$|^I3: .* have no origin: paid:/ })
  db = connectDatabase(test.config.databaseUrl, { connectionsMax: 16 })
})
afterAll(async () => {
  await db.destroy()
  await test.close()
})

const hold = (spender: string, idempotencyKey: string, tokens = 1_000) =>
  holdUsage(db, { spender, tokens, images: 0, idempotencyKey, leaseSeconds: 60 })
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
/** A small generator with a seed, so that a failing workload can be run again. */
function random(seed: number): () => number {
  let state = seed
  return () => ((state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32), state / 2 ** 32)
}

it('M14: a key is granted once, also by parallel calls', async () => {
  const member = await test.member({ token: 0 })
  const grant = () =>
    grantTokens(db, { member: member.id, amount: 500, kind: 'review', idempotencyKey: `review:${member.id}` })
  const granted = await Promise.all(Array.from({ length: 10 }, grant))
  expect(granted.filter(Boolean)).toHaveLength(1)
  expect(await balanceAndSum(member.id)).toEqual({ token: 500, sum: 500 })
})

it('row 59, row 60: what is held cannot be spent again, and one run at a time is held', async () => {
  const member = await test.member({ token: 1_500 })
  await hold(member.id, 'a1')
  await expect(hold(member.id, 'a2', 100)).rejects.toMatchObject({ code: 'request_in_progress' })
  expect(await availableBalance(db, member.id)).toEqual({ tokens: 500, images: 0 })
  expect(await findHold(db, member.id)).toBe('a1')
  expect(await releaseHold(db, 'a1')).toBe(true)
  await expect(hold(member.id, 'a3', 1_501)).rejects.toMatchObject({ code: 'no_tokens' })
  await expect(
    holdUsage(db, { spender: member.id, tokens: 1, images: 1, idempotencyKey: 'a4', leaseSeconds: 60 }),
  ).rejects.toMatchObject({ code: 'no_image_credits' })
  expect(await findHold(db, member.id)).toBeNull()
})

it('I1: a settlement charges once, never more than was held, and a second one charges nothing', async () => {
  const member = await test.member({ token: 5_000 })
  await hold(member.id, 'b1')
  const settled = await Promise.all(
    Array.from({ length: 5 }, () =>
      db.transaction().execute((trx) => settleUsage(trx, { idempotencyKey: 'b1', tokens: 9_999, images: 0 })),
    ),
  )
  expect(settled.filter((charge) => charge !== null)).toEqual([{ token: 1_000, image: 0 }])
  expect(await balanceAndSum(member.id)).toEqual({ token: 4_000, sum: 4_000 })
})

it('B06, T19: images are held and charged like tokens, the paid period’s first, and on Pro none are', async () => {
  const member = await test.member({ image: 2 })
  await sql`insert into public.image_history (user_id, spender_id, kind, bucket, amount, balance_after, idempotency_key)
    values (${member.id}, ${member.id}, 'payment', 'payment_image', 1, 0, ${`paid:${member.id}`})`.execute(db)
  const begin = (idempotencyKey: string, images: number) =>
    holdUsage(db, { spender: member.id, tokens: 0, images, idempotencyKey, leaseSeconds: 60 })
  await expect(begin('i1', 4)).rejects.toMatchObject({ code: 'no_image_credits' })
  await begin('i2', 3)
  expect(await availableBalance(db, member.id)).toMatchObject({ images: 0 })
  expect(await settleUsage(db, { idempotencyKey: 'i2', tokens: 0, images: 2 })).toEqual({
    token: 0,
    image: 2,
  })
  const { rows } = await sql`select bucket, amount, idempotency_key from public.image_history
    where user_id = ${member.id} and kind = 'use' order by id`.execute(db)
  expect(rows).toEqual([
    { bucket: 'payment_image', amount: -1, idempotency_key: 'i2:payment_image' },
    { bucket: 'image', amount: -1, idempotency_key: 'i2:image' },
  ])
  await db.updateTable('user_usage').set({ plan: 'pro' }).where('id', '=', member.id).execute()
  await begin('i3', 9)
  expect(await settleUsage(db, { idempotencyKey: 'i3', tokens: 0, images: 9 })).toEqual({
    token: 0,
    image: 0,
  })
  expect(await availableBalance(db, member.id)).toMatchObject({ images: 1 })
})

it('M12, B33, T19: a benefit gives its plan from its start to its end, never less than what is paid for, and images like it', async () => {
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
  const makeImages = async (idempotencyKey: string) => {
    await holdUsage(db, { spender: member.id, tokens: 0, images: 3, idempotencyKey, leaseSeconds: 60 })
    return settleUsage(db, { idempotencyKey, tokens: 0, images: 3 })
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

it('row 60: holds whose lease has run out fall to one sweep each, the living stay', async () => {
  const [lost, alive] = [await test.member(), await test.member()]
  await holdUsage(db, {
    spender: lost.id,
    tokens: 1_000,
    images: 0,
    idempotencyKey: 'c-lost',
    leaseSeconds: -1,
  })
  await hold(alive.id, 'c-alive')
  const released = await Promise.all([1, 2, 3].map(() => recoverHolds(db, [])))
  expect(released.reduce((sum, count) => sum + count)).toBe(1)
  expect([await findHold(db, lost.id), await findHold(db, alive.id)]).toEqual([null, 'c-alive'])
  expect(await balanceAndSum(lost.id)).toEqual({ token: 100_000, sum: 100_000 })
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
          if (kind < 0.35) await releaseHold(db, idempotencyKey)
          else
            await db
              .transaction()
              .execute((trx) =>
                settleUsage(trx, { idempotencyKey, tokens: Math.ceil(size * kind * 1.5), images: 0 }),
              )
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
      expect(await findHold(db, id)).toBeNull()
    }
  },
)
