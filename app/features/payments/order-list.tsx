import { Link } from 'react-router'
import { isSlipAddress } from '#shared/payments.ts'
import { describeCard, formatDay, formatWon } from '#shared/payments-text.ts'
import { ListMore } from '#app/session/list-more.tsx'
import { useMember } from '#app/session/root-data.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { useTranslation } from '#app/session/words.tsx'
import { listOrders, type OrderLine, type OrderPage } from './orders-data.ts'
import { OrderRefund } from './order-refund.tsx'
import styles from './plan-page.module.css'

/** Payments, newest first, each paid one with its receipt and card slip. */
export function OrderList({ orders }: { orders: OrderPage }) {
  const { t } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const memberId = useMember()!.id
  const list = useInfiniteList(orders, (supabase, before: number) => listOrders(supabase, memberId, before))
  return (
    <>
      {list.lines.length === 0 ? (
        <p className="u-muted u-mt2">{t('ownplan.ordersNone')}</p>
      ) : (
        <ul className="u-bare-list">
          {list.lines.map((order) => (
            <Line key={order.code} order={order} />
          ))}
        </ul>
      )}
      <ListMore list={list} label={t('ownplan.ordersOlder')} />
    </>
  )
}

function Line({ order }: { order: OrderLine }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const plan = order.plan ? t(`payments.plan.${order.plan}.name`) : ''
  const pack = order.pack ? t(`payments.pack.names.${order.pack}`) : ''
  const card = order.card_last_four
    ? describeCard({ issuer: order.card_issuer, lastFour: order.card_last_four }, t)
    : ''
  const isPaid = order.amount > 0 && order.paid_at !== null
  const isPart = order.refunded > 0 && order.status === 'PAID'
  const what = t(`ownplan.order.${order.type}`, { plan, pack })
  const failure = order.status === 'FAILED' && order.failure ? t(`failures.${order.failure}`) : ''
  return (
    <li className={styles.order}>
      <span className="u-narrowable">
        {what}
        <small>
          {[formatDay(order.paid_at ?? order.created_at, language), card].filter(Boolean).join(' · ')}
        </small>
        {failure && <small>{failure}</small>}
        {isPaid && <OrderRefund order={order} what={what} />}
      </span>
      <span className={styles.sum}>
        {order.type !== 'card' && <b>{formatWon(order.amount, language)}</b>}
        <small data-status={order.status}>
          {isPart
            ? t('ownplan.refunded', { amount: formatWon(order.refunded, language) })
            : t(`ownplan.orderState.${order.status}`)}
        </small>
        {isPaid && (
          <small className={styles.papers}>
            <Link to={`/${language}/payment/receipt?order=${encodeURIComponent(order.code)}`}>
              {t('ownplan.receipt')}
            </Link>
            {isSlipAddress(order.receipt_url) && (
              <a href={order.receipt_url} target="_blank" rel="noopener noreferrer">
                {t('ownplan.slip')}
              </a>
            )}
          </small>
        )}
      </span>
    </li>
  )
}
