import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isSlipAddress, vatOf, type CardMode, type PaymentOrder } from '#shared/payments.ts'
import { describeCard, formatDay, formatWon } from '#shared/payments-text.ts'
import { BusinessDetails } from '#app/session/business-details.tsx'
import { findSlip } from './payments-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import frame from '#app/ui/frame.module.css'
import { useMutation } from '#app/session/use-mutation.ts'
import styles from './billing-page.module.css'

/** A receipt of our own for one payment, to print, and the way to the card company's slip. */
export function ReceiptPage({ order, mode }: { order: PaymentOrder; mode: CardMode }) {
  const { t, language } = useTranslation('billing', 'issuers', 'payments', 'receipt')
  const left = order.amount - order.refunded
  const what = order.pack
    ? t(`payments.pack.names.${order.pack}`)
    : order.plan
      ? `${t(`payments.plan.${order.plan}.name`)} · ${t(`billing.${order.period ?? 'month'}`)}`
      : ''
  const facts = [
    [t('receipt.what'), what],
    [t('receipt.day'), formatDay(order.paid_at ?? order.created_at, language)],
    [t('receipt.card'), describeCard({ issuer: order.card_issuer, lastFour: order.card_last_four }, t)],
    [t('receipt.supply'), formatWon(order.amount - vatOf(order.amount), language)],
    [t('receipt.vat'), formatWon(vatOf(order.amount), language)],
  ] as const
  return (
    <div className={styles.page}>
      <Link to={`/${language}/my/plan#orders`} className={`${frame.back} ${styles.screenOnly}`}>
        {t('receipt.back')}
      </Link>
      <h1 className={frame.title}>{t('receipt.title')}</h1>
      {mode === 'simulator' && <p className={styles.standIn}>{t('billing.simulator')}</p>}
      <dl className={`u-surface ${styles.summary} ${styles.receipt}`}>
        <div>
          <dt>{t('receipt.order')}</dt>
          <dd translate="no">{order.code}</dd>
        </div>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t('receipt.paid')}</dt>
          <dd>{formatWon(order.amount, language)}</dd>
        </div>
        {order.refunded > 0 && (
          <>
            <div>
              <dt>{t('receipt.refunded')}</dt>
              <dd>{formatWon(order.refunded, language)}</dd>
            </div>
            <div>
              <dt>{t('receipt.left')}</dt>
              <dd>{formatWon(left, language)}</dd>
            </div>
          </>
        )}
      </dl>
      <section className={`${styles.seller} ${styles.receipt}`} aria-label={t('receipt.seller')}>
        <h2>{t('receipt.seller')}</h2>
        <BusinessDetails />
      </section>
      <p className={`u-quiet ${styles.receipt}`}>{t('receipt.note')}</p>
      <div className="u-row u-mt5">
        <Button onClick={() => print()}>{t('receipt.print')}</Button>
        {mode === 'toss' && <Slip order={order} />}
      </div>
    </div>
  )
}

/** The link to the card company's slip. An older order lacks its address, which a press then asks the provider for. */
function Slip({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('billing', 'issuers', 'payments', 'receipt')
  const { send, isPending, problem } = useMutation({ isInline: true })
  const [url, setUrl] = useState(order.receipt_url)
  const [isMissing, setIsMissing] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  // The press that found the address continues on the link.
  const isFound = url !== order.receipt_url
  useEffect(() => {
    if (isFound) link.current?.focus()
  }, [isFound])
  if (isSlipAddress(url))
    return (
      <Button
        ref={link}
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        className={styles.screenOnly}
      >
        {t('receipt.slip')}
      </Button>
    )
  const find = () =>
    send(async (call) => {
      const found = await findSlip(call, order.code)
      setUrl(found.url)
      setIsMissing(!isSlipAddress(found.url))
    })
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => void find()}>
        {t('receipt.slipFind')}
      </Button>
      <p className={styles.problem} role="status">
        {problem ?? (isMissing ? t('receipt.slipNone') : '')}
      </p>
    </>
  )
}
