import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { formatDay } from '#shared/payments-text.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { OrderLine } from './orders-data.ts'
import { withdrawRefundRequest } from './payments-data.ts'
import styles from './plan-page.module.css'

// Opened by a press.
const AskRefundDialog = lazyWithRetry(() => import('./ask-refund-dialog.tsx'))

/** The request for a refund of an order: its state, and how to ask for it or withdraw it. */
export function OrderRefund({ order, what }: { order: OrderLine; what: string }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const { send, isPending, problem } = useMutation({ isInline: true, revalidates: true })
  const [isAsking, setIsAsking] = useState(false)
  const { request } = order
  const isOpen = request?.status === 'OPEN'
  const shown = request?.status === 'OPEN' || request?.status === 'DECLINED' ? request.status : null
  const withdraw = () =>
    send(async ({ supabase }) => withdrawRefundRequest(await supabase(), order.code), {
      done: t('ownplan.refund.withdrawn'),
    })
  return (
    <span className={styles.refund}>
      {request && shown && (
        <span className={styles.request}>
          {t(`ownplan.refund.${shown}`, { date: formatDay(request.created_at, language) })}
          {request.answer && <span dir="auto">{request.answer}</span>}
        </span>
      )}
      {isOpen && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={isPending}
          aria-label={t('ownplan.refund.withdrawLabel', { what })}
          onClick={() => void withdraw()}
        >
          {t('ownplan.refund.withdraw')}
        </Button>
      )}
      {!isOpen && order.status === 'PAID' && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('ownplan.refund.askLabel', { what })}
          onClick={() => setIsAsking(true)}
        >
          {t('ownplan.refund.ask')}
        </Button>
      )}
      {problem && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
      {isAsking && (
        <Suspense>
          <AskRefundDialog order={order} what={what} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </span>
  )
}
