// Webhooks of the provider are not signed. Each one only triggers a lookup of a charge of ours, and the provider's
// response counts (75).
import { countUse } from '#server/adapters/rate-limit.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { readOrder } from './charge-order.ts'
import { lookUp } from './unknown-charges.ts'

/** Toss sends each at most eight times. The limit also bounds lookups by anyone else who knows the code of a charge. */
const hintsPerHour = { max: 40, windowSeconds: 3_600 }

/** @param hint.code the order id in the webhook, ours or not @throws AppError too_many_requests */
export async function handleWebhook(
  deps: Dependencies,
  hint: { transmissionId: string | null; eventType: string; code: string | null },
): Promise<void> {
  const { database } = deps
  if (!hint.code) return
  const known = await database
    .selectFrom('private.payment')
    .select(['order_id', 'code'])
    .where('code', '=', hint.code)
    .executeTakeFirst()
  if (!known || (await wasHeard(deps, hint.transmissionId))) return
  await countUse(database, `webhook:${known.order_id}`, hintsPerHour)
  await lookUp(deps, { ...(await readOrder(deps, known.order_id)), charge: known.code })
  if (!hint.transmissionId) return
  await database
    .insertInto('private.payment_event')
    .values({
      transmission_id: hint.transmissionId.slice(0, 200),
      event_type: hint.eventType,
      code: known.code,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function wasHeard({ database }: Dependencies, transmissionId: string | null): Promise<boolean> {
  if (!transmissionId) return false
  const row = await database
    .selectFrom('private.payment_event')
    .select('code')
    .where('transmission_id', '=', transmissionId.slice(0, 200))
    .executeTakeFirst()
  return row !== undefined
}
