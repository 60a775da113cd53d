import { findMember } from '#app/features/operators/operators-data.ts'
import { isMemberId } from '#app/features/operators/read-query.ts'
import { listMemberOrders } from '#app/features/operators/refunds-data.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/member-payments'

const MemberPaymentsPage = lazyWithRetry(() => import('#app/features/operators/member-payments-page.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  requirePage(isMemberId(params.id))
  const [member, orders] = await Promise.all([
    findMember(supabase, params.id),
    listMemberOrders(supabase, params.id, null),
  ])
  requirePage(member !== null)
  return { member, orders }
}

export default function MemberPaymentsRoute({ loaderData }: Route.ComponentProps) {
  return <MemberPaymentsPage {...loaderData} />
}
