import { useTranslation } from '#app/session/words.tsx'
import { ConfirmPage } from '#app/features/payments/confirm-page.tsx'
import { PaymentErrorPage } from '#app/features/payments/payment-error-page.tsx'
import { findOrder } from '#app/features/payments/payments-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember } from '#app/session/require.ts'
import type { Route } from './+types/confirm'

/** Where the provider's page leads to, and every later look at the order: the truth about it is on the server (B12). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  return { order: await findOrder(supabase, url.searchParams.get('order') ?? '') }
}

// The page polls until the order is decided; its own changes of the address must not reload it.
export const shouldRevalidate = () => false

export default function ConfirmRoute({ loaderData: { order } }: Route.ComponentProps) {
  const { t } = useTranslation('billing', 'failures', 'issuers', 'outcome', 'payments')
  return (
    <>
      <PageHead title={t('outcome.confirm.title')} />
      {order ? <ConfirmPage key={order.code} first={order} /> : <PaymentErrorPage first={null} />}
    </>
  )
}
