import type { PaymentOrder } from '#shared/payments.ts'
import { describeCard, formatDay, formatWon } from '#shared/payments-text.ts'
import { useOwnPlanWords } from './own-plan-words.ts'
import styles from './plan-page.module.css'

/** What was paid, newest first, with the provider's receipts. */
export function OrderList({ orders }: { orders: readonly PaymentOrder[] }) {
  const { t } = useOwnPlanWords()
  if (orders.length === 0) return <p className={styles.text}>{t('ownplan.ordersNone')}</p>
  return (
    <ul className={styles.orders}>
      {orders.map((order) => (
        <OrderLine key={order.code} order={order} />
      ))}
    </ul>
  )
}

function OrderLine({ order }: { order: PaymentOrder }) {
  const { t, language } = useOwnPlanWords()
  const plan = order.plan ? t(`payments.plan.${order.plan}.name`) : ''
  const pack = order.pack ? t(`payments.pack.names.${order.pack}`) : ''
  const card = order.card_last_four
    ? describeCard({ issuer: order.card_issuer, lastFour: order.card_last_four }, t)
    : ''
  const failure = order.status === 'FAILED' && order.failure ? t(`failures.${order.failure}`) : ''
  return (
    <li className={styles.order}>
      <span className={styles.what}>
        {t(`ownplan.order.${order.type}`, { plan, pack })}
        <small>
          {[formatDay(order.paid_at ?? order.created_at, language), card].filter(Boolean).join(' · ')}
        </small>
        {failure && <small>{failure}</small>}
      </span>
      <span className={styles.sum}>
        {order.type !== 'card' && <b>{formatWon(order.amount, language)}</b>}
        <small data-status={order.status}>
          {t(`ownplan.orderState.${order.status}`)}
          {order.receipt_url && order.status === 'PAID' && (
            <>
              {' · '}
              <a href={order.receipt_url} target="_blank" rel="noopener noreferrer">
                {t('ownplan.receipt')}
              </a>
            </>
          )}
        </small>
      </span>
    </li>
  )
}
