// The stored card of a member, and the deletion of unused keys.
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Cards } from '#server/adapters/cards.ts'
import type { Dependencies } from '#server/dependencies.ts'

type CardDependencies = Pick<Dependencies, 'database' | 'cards' | 'billingKeys'>

/** The data for charging a card: its key, and the member's name at the provider. */
export type StoredCard = { billingKey: string; customerKey: string }

/** The card of the order, else the member's own; null when there is none. */
export async function findCard(
  { database, billingKeys }: CardDependencies,
  order: { id: number; user_id: string },
): Promise<StoredCard | null> {
  const row = await database
    .selectFrom('private.billing_customer as c')
    .leftJoin('private.order_key as o', (join) => join.on('o.order_id', '=', order.id))
    .leftJoin('private.billing_key as k', 'k.user_id', 'c.user_id')
    .select(['c.customer_key', 'o.cipher as order_cipher', 'k.cipher'])
    .where('c.user_id', '=', order.user_id)
    .executeTakeFirst()
  const cipher = row?.order_cipher ?? row?.cipher
  return row && cipher ? { billingKey: billingKeys.decrypt(cipher), customerKey: row.customer_key } : null
}

/** The member's random name at the provider. */
export async function customerKeyOf(
  { database }: Pick<Dependencies, 'database'>,
  memberId: string,
): Promise<string> {
  const row = await database
    .selectFrom('private.billing_customer')
    .select('customer_key')
    .where('user_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return row.customer_key
}

const keysAtOnce = 10
const triesMax = 30

/**
 * Deletes keys at the provider (80). A failed deletion is retried at growing intervals. No row is locked during the
 * provider's call.
 */
export async function removeBillingKeys({ database, cards, billingKeys }: CardDependencies): Promise<void> {
  if (!cards) return
  const { rows: keys } = await sql<{ id: number; cipher: string; tries: number }>`
    update private.removed_key k
    set tries = k.tries + 1, next_at = now() + make_interval(mins => least(power(2, k.tries), 1440)::integer)
    where k.id in (select r.id from private.removed_key r where r.next_at <= now() order by r.id limit ${keysAtOnce} for update skip locked)
    returning k.id, k.cipher, k.tries`.execute(database)
  for (const { id, cipher, tries } of keys) {
    if ((await removeOne(cards, billingKeys, cipher)) || tries > triesMax)
      await database.deleteFrom('private.removed_key').where('id', '=', id).execute()
  }
}

async function removeOne(
  cards: Cards,
  billingKeys: CardDependencies['billingKeys'],
  cipher: string,
): Promise<boolean> {
  let key: string
  try {
    key = billingKeys.decrypt(cipher)
  } catch (error) {
    logFailure('cards: a key cannot be read any more', error)
    return true
  }
  return cards.deleteKey(key)
}
