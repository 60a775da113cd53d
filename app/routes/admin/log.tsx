import { operatorsScreen } from '#app/features/operators/operators-screen.ts'
import { listLog } from '#app/features/operators/operators-data.ts'
import { readFrom } from '#app/features/operators/read-query.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/log'

const LogPage = await operatorsScreen(() => import('#app/features/operators/log-page.tsx'))

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const before = readFrom(url)
  requirePage(before !== undefined)
  return { page: await listLog(supabase, before), isFirstPage: before === null }
}

export default function LogRoute({ loaderData }: Route.ComponentProps) {
  return <LogPage {...loaderData} />
}
