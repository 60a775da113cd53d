import { useTranslation } from '#app/session/words.tsx'
import { findOrder } from '#app/features/payments/payments-data.ts'
import { SimulatorPage } from '#app/features/payments/simulator-page.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import type { Route } from './+types/simulator'

/** Only without a real payment provider. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  requirePage(context.get(requestConfig).cardMode === 'simulator')
  const order = await findOrder(supabase, url.searchParams.get('order') ?? '')
  requirePage(order !== null)
  return { order }
}

export default function SimulatorRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('simulator')
  return (
    <>
      <PageHead title={t('simulator.title')} />
      <SimulatorPage order={loaderData.order} />
    </>
  )
}
