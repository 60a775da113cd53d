import { sql } from 'kysely'
import type { Database } from '#server/outside/database.ts'

const namedMax = 20

/**
 * Compares every balance with the sum of its history, tokens and images, both buckets of each.
 * @throws Error that names the members whose balance is not that sum
 */
export async function auditBalances(db: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id from public.user_usage u
      left join (
        select user_id, sum(amount) filter (where bucket = 'token') as token,
          sum(amount) filter (where bucket = 'payment_token') as payment_token
        from public.token_history group by user_id
      ) t on t.user_id = u.id
      left join (
        select user_id, sum(amount) filter (where bucket = 'image') as image,
          sum(amount) filter (where bucket = 'payment_image') as payment_image
        from public.image_history group by user_id
      ) i on i.user_id = u.id
    where (u.token, u.payment_token, u.image, u.payment_image) is distinct from
      (coalesce(t.token, 0), coalesce(t.payment_token, 0), coalesce(i.image, 0), coalesce(i.payment_image, 0))`.execute(
    db,
  )
  if (rows.length === 0) return
  const named = rows.slice(0, namedMax).map(({ id }) => id)
  throw new Error(`${rows.length} balances are not the sum of their history: ${named.join(', ')}`)
}
