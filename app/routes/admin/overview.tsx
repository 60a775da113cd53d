import { operatorsScreen } from '#app/features/operators/operators-screen.ts'
import { listVisits, readOverview } from '#app/features/operators/operators-data.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/overview'

const OverviewPage = await operatorsScreen(() => import('#app/features/operators/overview-page.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const [overview, days] = await Promise.all([readOverview(supabase), listVisits(supabase)])
  return { overview, days }
}

export default function OverviewRoute({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />
}
