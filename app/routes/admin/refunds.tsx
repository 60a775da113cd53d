import RefundRequestsPage from '#app/features/operators/refund-requests-page.tsx'
import { listRefundRequests } from '#app/features/operators/refunds-data.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/refunds'

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  return { page: await listRefundRequests(supabase, null) }
}

export default function RefundRequestsRoute({ loaderData }: Route.ComponentProps) {
  return <RefundRequestsPage {...loaderData} />
}
