import { listLog } from '#app/features/operators/operators-data.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/log'

const LogPage = lazyWithRetry(() => import('#app/features/operators/log-page.tsx'))

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  return { page: await listLog(supabase, null) }
}

export default function LogRoute({ loaderData }: Route.ComponentProps) {
  return <LogPage {...loaderData} />
}
