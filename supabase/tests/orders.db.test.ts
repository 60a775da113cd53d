import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMember, openTestDatabase, type OpenTestDatabase } from '#scripts/testing/database.ts'
import { runAs } from './as-actor.ts'

let database: OpenTestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  client = database.client
})
afterAll(() => database.close())

/** Somebody who looked at the card page a thousand times and was declined sometimes. @returns the ids of what is listed, newest first */
async function makeBuyer(): Promise<{ id: string; shown: number[] }> {
  const { id } = await createMember(database.adminUrl)
  const { rows } = await client.query<{ id: number; status: string }>(
    `insert into public.payment_order (code, user_id, type, pack, amount, token, status)
     select 'list-' || left($1, 8) || n, $1::uuid, 'pack', 'tokens_small', 6900, 300000,
       case when n % 25 = 0 then 'FAILED' else 'CANCELED' end
     from generate_series(1, 1000) n returning id::int, status`,
    [id],
  )
  return { id, shown: rows.flatMap((row) => (row.status === 'FAILED' ? row.id : [])).toReversed() }
}

it('M02: a page of orders is read by key, and the index can give it in order, whatever was begun and not paid', async () => {
  const buyer = await makeBuyer()
  await makeBuyer()
  const actor = { role: 'authenticated' as const, id: buyer.id }
  // As the plan page asks it, through PostgREST.
  const page = `select o.id::int from public.payment_order o where user_id = $1 and not status = any('{PENDING,CANCELED}') and id < $2 order by o.id desc limit 31`
  const values = [buyer.id, buyer.shown[4]]
  const { rows } = await runAs(client, actor, page, values)
  expect(rows.map(({ id }) => id)).toEqual(buyer.shown.slice(5, 36))
  // Which of two cheap plans is taken depends on a sample: without the primary key and without sorting there is only this one.
  await client.query(
    `update pg_catalog.pg_index set indisvalid = false where indexrelid = 'public.payment_order_pkey'::regclass`,
  )
  for (const name of ['enable_sort', 'enable_seqscan', 'enable_bitmapscan'])
    await client.query(`set ${name} = off`)
  const plan = await runAs(client, actor, `explain ${page}`, values)
  const steps = plan.rows.map((row) => row['QUERY PLAN'] as string).join('\n')
  expect(steps).toContain('payment_order_shown')
  expect(steps).toMatch(/Index Cond:.*user_id.*id < /)
  expect(steps).not.toContain('Sort')
})
