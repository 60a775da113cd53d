import { readOverview } from '#app/features/operators/operators-data.ts'
import { useOperatorsWords } from '#app/features/operators/operators-words.ts'
import { OverviewPage } from '#app/features/operators/overview-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireOperator } from '#app/session/require.ts'
import type { Route } from './+types/overview'

export async function loader({ context }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  return { overview: await readOverview(supabase) }
}

export default function OverviewRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useOperatorsWords()
  return (
    <>
      <PageHead title={t('operators.title')} />
      <OverviewPage {...loaderData} />
    </>
  )
}
