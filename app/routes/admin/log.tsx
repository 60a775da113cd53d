import LogPage from '#app/features/operators/log-page.tsx'
import { listLog } from '#app/features/operators/operators-data.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/log'

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  return { page: await listLog(supabase, null) }
}

export default function LogRoute({ loaderData }: Route.ComponentProps) {
  return <LogPage {...loaderData} />
}
