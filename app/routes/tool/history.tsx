import { listTexts, parseHistoryFilter } from '#app/features/tools/texts/history-data.ts'
import { HistoryPage } from '#app/features/tools/texts/history-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { listLabels } from '#app/features/tools/texts/labels-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/history'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  const filter = parseHistoryFilter(url.searchParams)
  requirePage(filter !== null)
  const [page, labels] = await Promise.all([listTexts(supabase, filter, null), listLabels(supabase)])
  return { filter, labels, page }
}

export default function ToolHistoryRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('history')
  const { filter, labels, page } = loaderData
  return (
    <>
      <PageHead title={t(filter.isTrash ? 'history.trash' : 'history.title')} />
      <HistoryPage filter={filter} labels={labels} page={page} />
    </>
  )
}
