import { LogPage } from '#app/features/operators/log-page.tsx'
import { listLog } from '#app/features/operators/operators-data.ts'
import { useOperatorsWords } from '#app/features/operators/operators-words.ts'
import { readFrom } from '#app/features/operators/read-query.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireOperator, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/log'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireOperator(context)
  const before = readFrom(url)
  requirePage(before !== undefined)
  return { page: await listLog(supabase, before), isFirstPage: before === null }
}

export default function LogRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useOperatorsWords()
  return (
    <>
      <PageHead title={t('operators.nav.log')} />
      <LogPage {...loaderData} />
    </>
  )
}
