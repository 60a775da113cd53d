// The card that a member has on file, and the keys that nobody uses any more.
import { sql } from 'kysely'
import { logFailure } from '#server/log-failure.ts'
import type { Parts } from '#server/parts.ts'

type CardParts = Pick<Parts, 'database' | 'cards' | 'billingKeys'>

/** What charges a card: its key, and the member's name at the provider. */
export type StoredCard = { billingKey: string; customerKey: string }

/** The card that the order brought along, else the member's own; null when there is none. */
export async function findCard(
  { database, billingKeys }: CardParts,
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
  { database }: Pick<Parts, 'database'>,
  memberId: string,
): Promise<string> {
  const row = await database
    .selectFrom('private.billing_customer')
    .select('customer_key')
    .where('user_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return row.customer_key
}

/** Few: the rows are held while the provider is asked. */
const keysAtOnce = 10
const triesMax = 30

/** Has keys deleted at the provider (80); one that cannot be deleted is tried again, ever more rarely. */
export async function removeBillingKeys(parts: CardParts): Promise<void> {
  const { database, cards, billingKeys } = parts
  if (!cards) return
  await database.transaction().execute(async (trx) => {
    const keys = await trx
      .selectFrom('private.removed_key')
      .select(['id', 'cipher', 'tries'])
      .where('next_at', '<=', sql<string>`now()`)
      .orderBy('id')
      .limit(keysAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, cipher, tries } of keys) {
      const isGone = await removeOne(cipher)
      if (isGone || tries >= triesMax)
        await trx.deleteFrom('private.removed_key').where('id', '=', id).execute()
      else
        await trx
          .updateTable('private.removed_key')
          .set({
            tries: tries + 1,
            next_at: sql<string>`now() + make_interval(mins => ${Math.min(2 ** tries, 1_440)}::integer)`,
          })
          .where('id', '=', id)
          .execute()
    }
  })

  async function removeOne(cipher: string): Promise<boolean> {
    try {
      return await cards!.deleteKey(billingKeys.decrypt(cipher))
    } catch (error) {
      logFailure('cards: a key cannot be read any more', error)
      return true
    }
  }
}
