import { useTranslation } from '#app/session/words.tsx'
import { readOwnPlan } from '#app/features/payments/payments-data.ts'
import { PlanPage } from '#app/features/payments/plan-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/plan'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, member } = requireMember(context, url)
  const plan = await readOwnPlan(supabase, member.id)
  return { plan }
}

export default function PlanRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  return (
    <>
      <PageHead title={t('ownplan.title')} />
      <PlanPage {...loaderData} />
    </>
  )
}
