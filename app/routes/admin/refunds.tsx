import { listRefundRequests } from '#app/features/operators/refunds-data.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/refunds'

const RefundRequestsPage = lazyWithRetry(() => import('#app/features/operators/refund-requests-page.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  return { page: await listRefundRequests(supabase, null) }
}

export default function RefundRequestsRoute({ loaderData }: Route.ComponentProps) {
  return <RefundRequestsPage {...loaderData} />
}
