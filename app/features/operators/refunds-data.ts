// Members' payments and their refunds, with the operator's own rights.
import type {
  PaymentOrder,
  RefundFailure,
  RefundRequest,
  RefundRule,
  RefundStatus,
} from '#shared/payments.ts'
import type { Role } from '#shared/operators.ts'
import type { Api } from '#app/session/api.ts'
import type { Supabase } from '#app/session/supabase.ts'
import { given, read, readPage } from './read-page.ts'

export type Refund = {
  id: string
  amount: number
  reason: string
  status: RefundStatus
  failure: RefundFailure | null
  provider_code: string | null
  created_at: string
  /** Null for a deleted account. */
  operator: string | null
}
export type AskedRefund = RefundRequest & { reason: string }
export type MemberOrder = PaymentOrder & { id: number; refunds: Refund[]; requests: AskedRefund[] }
export const listMemberOrders = (supabase: Supabase, member: string, before: number | null) =>
  readPage<MemberOrder>(supabase.rpc('operator_list_orders', { member, ...given('before_id', before) }))
/** An open request with its order. `rule` counts the time from the request, and what is used from now. */
export type RefundRequestLine = {
  id: number
  reason: string
  created_at: string
  member_id: string
  member: string
  role: Role
  rule: RefundRule
  order: MemberOrder
}
/** The oldest first. */
export const listRefundRequests = (supabase: Supabase, after: number | null) =>
  readPage<RefundRequestLine>(supabase.rpc('operator_list_refund_requests', given('after_id', after)))
/** @throws AppError not_found when it was decided meanwhile, request_in_progress while a refund is being made */
export const declineRefund = (supabase: Supabase, id: number, reason: string) =>
  read<void>(supabase.rpc('operator_decline_refund', { request_id: id, reason }))
/**
 * Records a refund. @param refund.id created once for each, so that a repeated request refunds nothing twice
 * @throws AppError not_found when nothing is left to refund, request_in_progress while another is confirmed, forbidden
 */
export const askRefund = (
  supabase: Supabase,
  refund: { orderId: number; amount: number; reason: string; id: string; endsPlan: boolean },
) =>
  read<void>(
    supabase.rpc('operator_open_refund', {
      order_id: refund.orderId,
      amount: refund.amount,
      reason: refund.reason,
      refund: refund.id,
      ends_plan: refund.endsPlan,
    }),
  )
/** Makes the refund now. Without an answer the server continues, and the status is unknown. */
export async function makeRefund(
  api: Api,
  { uuid, id }: { uuid: string; id: string },
): Promise<RefundStatus> {
  try {
    const { result } = await api.json<{ result: { status: RefundStatus } }>('/payment/refund', {
      body: { uuid, refund: id },
      once: true,
    })
    return result.status
  } catch (error) {
    console.warn('The refund is written down, and its outcome is not known yet.', error)
    return 'OPEN'
  }
}
