import { findReports } from '#app/features/operators/operators-data.ts'
import { readNumber } from '#app/features/operators/read-query.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/report'

const ReportPage = lazyWithRetry(() => import('#app/features/operators/report-page.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const id = readNumber(params.id)
  requirePage(id !== undefined)
  const prompt = await findReports(supabase, id)
  requirePage(prompt !== null)
  return { prompt }
}

export default function ReportRoute({ loaderData }: Route.ComponentProps) {
  return <ReportPage {...loaderData} />
}
