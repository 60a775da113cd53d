// The member's own payments. Apart from payments-data.ts: the browser reads only later pages of them.
import { orderColumns, type PaymentOrder, type RefundRequest } from '#shared/payments.ts'
import type { ListPage } from '#app/session/list-page.ts'
import { asAppError, type Supabase } from '#app/session/supabase.ts'

/** An order with its newest request for a refund. */
export type OrderLine = PaymentOrder & { id: number; request: RefundRequest | null }
/** Newest first. */
export type OrderPage = ListPage<OrderLine> & { next: number | null }

const ordersPageSize = 30

/** @param before the last id of the page before; null for the newest @throws AppError */
export async function listOrders(
  supabase: Supabase,
  memberId: string,
  before: number | null,
): Promise<OrderPage> {
  const own = supabase
    .from('payment_order')
    .select(`id, ${orderColumns}, refund_request(id, status, answer, created_at)`)
    .eq('user_id', memberId)
    .not('status', 'in', '(PENDING,CANCELED)')
  const { data, error } = await (before === null ? own : own.lt('id', before))
    .order('id', { ascending: false })
    .limit(ordersPageSize + 1)
  if (error) throw asAppError(error)
  const rows = data as unknown as (PaymentOrder & { id: number; refund_request: RefundRequest[] })[]
  const lines = rows.slice(0, ordersPageSize).map(({ refund_request: requests, ...order }) => ({
    ...order,
    request: requests.toSorted((a, b) => b.id - a.id)[0] ?? null,
  }))
  return { lines, next: data.length > ordersPageSize ? lines.at(-1)!.id : null }
}
