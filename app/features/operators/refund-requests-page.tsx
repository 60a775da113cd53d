import { Button } from '@mantine/core'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { refundRequestMaxLength } from '#shared/payments.ts'
import { formatDay, formatWon } from '#shared/payments-text.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { PageHead } from '#app/session/page-head.tsx'
import { useMember } from '#app/session/root-data.ts'
import { useInfiniteList } from '#app/session/use-infinite-list.ts'
import { usePolling } from '#app/session/use-polling.ts'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { useOrderName } from './member-payments-page.tsx'
import { OperatorsHeader, EmptyQueue, More } from './operators-frame.tsx'
import type { Page } from './read-page.ts'
import { declineRefund, listRefundRequests, type RefundRequestLine } from './refunds-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './operators-lines.module.css'

// Opened by a press.
const ReasonDialog = lazyWithRetry(() => import('./reason-dialog.tsx'))
const RefundDialog = lazyWithRetry(() => import('./refund-dialog.tsx'))

/** Members' open requests for refunds, the oldest first: refunded, or declined with an answer. */
export default function RefundRequestsPage(props: { page: Page<RefundRequestLine> }) {
  const { t } = useTranslation('failures', 'issuers', 'operators', 'ownplan', 'payments', 'refunds')
  const page = usePolling(props.page, hasOpenRefund, (supabase) => listRefundRequests(supabase, null))
  const list = useInfiniteList(page, listRefundRequests)
  const [asked, setAsked] = useState<{ line: RefundRequestLine; isRefund: boolean } | null>(null)
  const lines = useRef<HTMLDivElement>(null)
  const close = () => setAsked(null)

  return (
    <>
      <PageHead title={t('operators.nav.refunds')} />
      <OperatorsHeader title={t('operators.nav.refunds')} lead={t('refunds.requestsLead')} />
      <div ref={lines} tabIndex={-1} className={styles.focused}>
        {list.lines.length === 0 ? (
          <EmptyQueue text={t('refunds.requestsEmpty')} />
        ) : (
          <ul className={styles.list}>
            {list.lines.map((line) => (
              <Line key={line.id} line={line} onAct={(isRefund) => setAsked({ line, isRefund })} />
            ))}
          </ul>
        )}
      </div>
      <More list={list} />
      <Suspense>
        {asked?.isRefund === true && <RefundDialog order={asked.line.order} onClose={close} />}
        {asked?.isRefund === false && (
          <ReasonDialog
            title={t('refunds.declineTitle')}
            text={t('refunds.declineText')}
            label={t('refunds.declineReason')}
            limit={refundRequestMaxLength}
            action={t('refunds.decline')}
            done={t('refunds.declined')}
            send={async ({ supabase }, reason) => declineRefund(await supabase(), asked.line.id, reason)}
            onDone={() => lines.current?.focus()}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

const isBeingMade = ({ order }: RefundRequestLine) => order.refunds.some(({ status }) => status === 'OPEN')
const hasOpenRefund = (page: Page<RefundRequestLine>) => page.lines.some(isBeingMade)

function Line(props: { line: RefundRequestLine; onAct: (isRefund: boolean) => void }) {
  const { line, onAct } = props
  const { t, language } = useTranslation('failures', 'issuers', 'operators', 'ownplan', 'payments', 'refunds')
  const me = useMember()
  const { order, rule } = line
  const what = useOrderName()(order)
  const isOwn = line.member_id === me?.id
  const isForOwners = line.role !== 'member' && me?.role !== 'owner'
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <h2 className={styles.name} dir="auto">
          <Link to={`/${language}/admin/member/${line.member_id}/payment`} prefetch="intent">
            {t('refunds.requestOf', { name: line.member, what })}
          </Link>
        </h2>
        <p className="u-facts">
          <span>{formatDay(order.paid_at ?? order.created_at, language)}</span>
          <span>{t('refunds.left', { left: formatWon(rule.left, language) })}</span>
          <span>{t(rule.is_in_time ? 'refunds.inTime' : 'refunds.late')}</span>
          <span>{t(rule.is_unused ? 'refunds.unused' : 'refunds.used')}</span>
          {rule.is_full && <strong>{t('refunds.full')}</strong>}
          <RelativeTime iso={line.created_at} language={language} />
        </p>
        <p className="u-quiet" dir="auto">
          {line.reason}
        </p>
      </div>
      {isOwn || isForOwners ? (
        <p className="u-quiet">{t(isOwn ? 'operators.own' : 'refunds.ownersOnly')}</p>
      ) : isBeingMade(line) ? (
        <p className="u-quiet">{t('refunds.state.OPEN')}</p>
      ) : (
        <div className="u-wide-row">
          <Button variant="default" onClick={() => onAct(false)}>
            {t('refunds.decline')}
          </Button>
          <Button variant="default" onClick={() => onAct(true)}>
            {t('refunds.action')}
          </Button>
        </div>
      )}
    </li>
  )
}
