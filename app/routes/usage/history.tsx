import { listUsageHistory, type UsageKind } from '#app/features/usage/usage-history.ts'
import { UsageHistoryPage } from '#app/features/usage/usage-history-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/history'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { member, supabase } = requireMember(context, url)
  const type = url.searchParams.get('type') ?? 'token'
  requirePage(['token', 'image'].includes(type))
  const kind = type as UsageKind
  return { kind, history: await listUsageHistory(supabase, member.id, kind, null) }
}

export default function UsageHistoryRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('usage')
  return (
    <>
      <PageHead title={t('usage.history.title')} />
      <UsageHistoryPage {...loaderData} />
    </>
  )
}
