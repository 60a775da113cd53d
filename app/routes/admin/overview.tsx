import { consoleScreen } from '#app/features/operators/console-screen.ts'
import { readOverview } from '#app/features/operators/operators-data.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/overview'

const OverviewPage = await consoleScreen(() => import('#app/features/operators/overview-page.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  return { overview: await readOverview(supabase) }
}

export default function OverviewRoute({ loaderData }: Route.ComponentProps) {
  return <OverviewPage {...loaderData} />
}
