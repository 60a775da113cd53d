import { useTranslation } from '#app/session/words.tsx'
import { PaymentErrorPage } from '#app/features/payments/payment-error-page.tsx'
import { findOrder } from '#app/features/payments/payments-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/error'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  return { order: await findOrder(supabase, url.searchParams.get('order') ?? '') }
}

export default function PaymentErrorRoute({ loaderData: { order } }: Route.ComponentProps) {
  const { t } = useTranslation('billing', 'failures', 'issuers', 'outcome', 'payments')
  return (
    <>
      <PageHead title={t('outcome.failure.title')} />
      <PaymentErrorPage key={order?.code ?? ''} first={order} />
    </>
  )
}
