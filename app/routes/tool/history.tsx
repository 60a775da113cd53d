import { HistoryPage } from '#app/features/tools/history-page.tsx'
import { listToolUses } from '#app/features/tools/tool-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import { useWords } from '#app/session/words.tsx'
import type { Route } from './+types/history'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  return listToolUses(supabase, null)
}

export default function ToolHistoryRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  return (
    <>
      <PageHead title={t('tools.history.title')} />
      <HistoryPage lines={loaderData.lines} total={loaderData.total} />
    </>
  )
}
