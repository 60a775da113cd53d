import { listTexts, parseHistoryFilter } from '#app/features/tools/history-data.ts'
import { HistoryPage } from '#app/features/tools/history-page.tsx'
import { useHistoryWords } from '#app/features/tools/history-words.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/history'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  const filter = parseHistoryFilter(url.searchParams)
  const after = url.searchParams.get('after')
  requirePage(filter !== null && (after === null || /^\d{1,15}$/.test(after)))
  return { filter, ...(await listTexts(supabase, filter, after === null ? null : Number(after))) }
}

export default function ToolHistoryRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useHistoryWords()
  return (
    <>
      <PageHead title={t('history.title')} />
      <HistoryPage filter={loaderData.filter} page={loaderData} />
    </>
  )
}
