import { operatorsScreen } from '#app/features/operators/operators-screen.ts'
import { readFrom } from '#app/features/operators/read-query.ts'
import { listRefundRequests } from '#app/features/operators/refunds-data.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/refunds'

const RefundRequestsPage = await operatorsScreen(
  () => import('#app/features/operators/refund-requests-page.tsx'),
)

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const from = readFrom(url)
  requirePage(from !== undefined)
  return { page: await listRefundRequests(supabase, from), from }
}

export default function RefundRequestsRoute({ loaderData }: Route.ComponentProps) {
  return <RefundRequestsPage {...loaderData} />
}
