import { useOwnPlanWords } from '#app/features/payments/own-plan-words.ts'
import { readOwnPlan } from '#app/features/payments/payments-data.ts'
import { PlanPage } from '#app/features/payments/plan-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import type { Route } from './+types/plan'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, member } = requireMember(context, url)
  const before = url.searchParams.get('before')
  requirePage(before === null || /^[1-9]\d{0,14}$/.test(before))
  const plan = await readOwnPlan(supabase, member.id, before === null ? null : Number(before))
  return { plan, isNewest: before === null }
}

export default function PlanRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useOwnPlanWords()
  return (
    <>
      <PageHead title={t('ownplan.title')} />
      <PlanPage {...loaderData} />
    </>
  )
}
