import { listVisits, readDailyCalls, readOverview } from '#app/features/operators/operators-data.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/overview'

const OverviewPage = lazyWithRetry(() => import('#app/features/operators/overview-page.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const [overview, days, calls] = await Promise.all([
    readOverview(supabase),
    listVisits(supabase),
    readDailyCalls(supabase),
  ])
  return { overview, days, calls }
}

export default function OverviewRoute({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />
}
