import { AlarmPage } from '#app/features/alarms/alarm-page.tsx'
import { countAlarms, listAlarms } from '#app/features/alarms/alarms-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/alarm'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, member } = requireMember(context, url)
  // Counting receives important notices first.
  const counts = await countAlarms(supabase, member.id)
  return { alarms: await listAlarms(supabase, null), counts }
}

export default function AlarmRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('alarms')
  return (
    <>
      <PageHead title={t('alarms.title')} />
      <AlarmPage first={loaderData} />
    </>
  )
}
