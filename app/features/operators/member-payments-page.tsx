import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { isSlipAddress } from '#shared/payments.ts'
import { describeCard, formatDay, formatWon } from '#shared/payments-text.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useMember } from '#app/session/root-data.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { usePolling } from '#app/session/use-polling.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { OperatorsHeader, EmptyQueue, More } from './operators-frame.tsx'
import type { MemberDetails } from './operators-data.ts'
import type { Page } from './read-page.ts'
import { listMemberOrders, type AskedRefund, type MemberOrder, type Refund } from './refunds-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import itemStyles from './operators-item.module.css'
import lineStyles from './operators-lines.module.css'

// Opened by a press.
const RefundDialog = lazyWithRetry(() => import('./refund-dialog.tsx'))

/** A member's payments, newest first, their refunds, and the form for a refund. */
export default function MemberPaymentsPage(props: { member: MemberDetails; orders: Page<MemberOrder> }) {
  const { t, language } = useTranslation('failures', 'issuers', 'operators', 'ownplan', 'payments', 'refunds')
  const { member } = props
  const newest = usePolling(props.orders, hasOpenRefund, (supabase) =>
    listMemberOrders(supabase, member.id, null),
  )
  const orders = useInfiniteList(newest, (supabase, before: number) =>
    listMemberOrders(supabase, member.id, before),
  )
  const me = useMember()
  // Also for a deleted account.
  const mayRefund = me !== null && member.id !== me.id && (member.role === 'member' || me.role === 'owner')
  const [asked, setAsked] = useState<MemberOrder | null>(null)
  const back = `/${language}/admin/member/${member.id}`
  return (
    <>
      <PageHead title={t('refunds.title')} />
      <p className={itemStyles.back}>
        <Link to={back}>{t('refunds.back')}</Link>
      </p>
      <OperatorsHeader title={t('refunds.title')} lead={t('refunds.of', { name: member.nickname })} />
      {orders.lines.length === 0 ? (
        <EmptyQueue text={t('refunds.empty')} way={{ to: back, label: t('refunds.back') }} />
      ) : (
        <ul className={lineStyles.list}>
          {orders.lines.map((order) => (
            <Order key={order.id} order={order} onRefund={mayRefund ? () => setAsked(order) : null} />
          ))}
        </ul>
      )}
      <More list={orders} />
      {asked && (
        <Suspense>
          <RefundDialog order={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}

const isOpen = ({ status }: Refund) => status === 'OPEN'
const hasOpenRefund = (orders: Page<MemberOrder>) => orders.lines.some(({ refunds }) => refunds.some(isOpen))

function Order({ order, onRefund }: { order: MemberOrder; onRefund: (() => void) | null }) {
  const { t, language } = useTranslation('failures', 'issuers', 'operators', 'ownplan', 'payments', 'refunds')
  const { status, amount, refunded, failure } = order
  const isPart = refunded > 0 && status === 'PAID'
  const card = order.card_last_four
    ? describeCard({ issuer: order.card_issuer, lastFour: order.card_last_four }, t)
    : null
  return (
    <li className={lineStyles.line}>
      <span className={lineStyles.about}>
        <span className={lineStyles.name}>{useOrderName()(order)}</span>
        <span className="u-facts">
          <span>{formatDay(order.paid_at ?? order.created_at, language)}</span>
          {card && <span>{card}</span>}
          {isSlipAddress(order.receipt_url) && (
            <a href={order.receipt_url} target="_blank" rel="noopener noreferrer">
              {t('ownplan.slip')}
            </a>
          )}
          <span translate="no">{order.code}</span>
        </span>
        {status === 'FAILED' && failure && <span className="u-quiet">{t(`failures.${failure}`)}</span>}
        {order.requests.map((request) => (
          <RequestLine key={request.id} request={request} />
        ))}
        {order.refunds.map((refund) => (
          <RefundLine key={refund.id} refund={refund} />
        ))}
      </span>
      <span className={lineStyles.amount}>
        {amount > 0 && <b>{formatWon(amount, language)}</b>}
        <span className="u-facts">
          {isPart
            ? t('ownplan.refunded', { amount: formatWon(refunded, language) })
            : t(`ownplan.orderState.${status}`)}
        </span>
        {onRefund && status === 'PAID' && !order.refunds.some(isOpen) && (
          <Button variant="default" size="sm" onClick={onRefund}>
            {t('refunds.action')}
          </Button>
        )}
      </span>
    </li>
  )
}

/** The order's name, as the member reads it. */
export function useOrderName(): (order: MemberOrder) => string {
  const { t } = useTranslation('failures', 'issuers', 'operators', 'ownplan', 'payments', 'refunds')
  return ({ type, plan, pack }) =>
    t(`ownplan.order.${type}`, {
      plan: plan ? t(`payments.plan.${plan}.name`) : '',
      pack: pack ? t(`payments.pack.names.${pack}`) : '',
    })
}

/** What the member asked for. It is decided in the list of requests, or by a refund here. */
function RequestLine({ request }: { request: AskedRefund }) {
  const { t, language } = useTranslation('failures', 'issuers', 'operators', 'ownplan', 'payments', 'refunds')
  return (
    <span className={lineStyles.refund}>
      <span className="u-facts">
        <strong>{t(`refunds.request.${request.status}`)}</strong>
        <RelativeTime iso={request.created_at} language={language} />
      </span>
      {request.reason && (
        <span className="u-quiet" dir="auto">
          {request.reason}
        </span>
      )}
      {request.answer && (
        <span className="u-quiet" dir="auto">
          {t('refunds.answered', { answer: request.answer })}
        </span>
      )}
    </span>
  )
}

function RefundLine({ refund }: { refund: Refund }) {
  const { t, language } = useTranslation('failures', 'issuers', 'operators', 'ownplan', 'payments', 'refunds')
  const { status, failure, provider_code: code } = refund
  const why = status === 'REFUSED' && failure ? t(`refunds.failure.${failure}`) : null
  return (
    <span className={lineStyles.refund} data-status={status}>
      <span className="u-facts">
        {/* It may end while the page is open. */}
        <strong role="status">
          {t(`refunds.state.${status}`)} · {formatWon(refund.amount, language)}
        </strong>
        {refund.operator && <span dir="auto">{refund.operator}</span>}
        <RelativeTime iso={refund.created_at} language={language} />
      </span>
      <span className="u-quiet" dir="auto">
        {refund.reason}
      </span>
      {why && (
        <span className="u-problem">
          {why} {code && t('refunds.code', { code })}
        </span>
      )}
    </span>
  )
}
