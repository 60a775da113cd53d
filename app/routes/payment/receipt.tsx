import { findOrder } from '#app/features/payments/payments-data.ts'
import { ReceiptPage } from '#app/features/payments/receipt-page.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { PageHead } from '#app/session/page-head.tsx'
import { requireMember, requirePage } from '#app/session/require.ts'
import { requestConfig } from '#app/session/request-config.ts'
import type { Route } from './+types/receipt'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase } = requireMember(context, url)
  const order = await findOrder(supabase, url.searchParams.get('order') ?? '')
  requirePage(order !== null && order.paid_at !== null && order.amount > 0)
  return { order, mode: context.get(requestConfig).cardMode }
}

export default function ReceiptRoute({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation('billing', 'issuers', 'payments', 'receipt')
  return (
    <>
      <PageHead title={t('receipt.title')} />
      <ReceiptPage key={loaderData.order.code} {...loaderData} />
    </>
  )
}
