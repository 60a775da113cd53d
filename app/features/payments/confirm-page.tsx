import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { plans, type PaymentOrder } from '#shared/payments.ts'
import type { ConfirmForm } from '#shared/payments-form.ts'
import { toAppError } from '#app/ui/to-app-error.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { CheckIcon, Icon } from '#app/ui/icons.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { describeCard, formatWon } from '#shared/payments-text.ts'
import { useTranslation } from '#app/session/words.tsx'
import { confirmOrder } from './payments-data.ts'
import { useRecord } from './use-record.ts'
import frame from '#app/ui/frame.module.css'
import styles from './billing-page.module.css'

/** The polling interval for an undecided order. */
const pollMs = 3_000

/**
 * Shows the result of an order. Its requests are idempotent, so this page may be loaded any number of times. The
 * one-time tokens in its address are removed once they have been used.
 * @param props.first the order as it was at page load; null when it is not the member's
 */
export function ConfirmPage({ first }: { first: PaymentOrder }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'outcome', 'payments')
  const { order, isStuck, ask } = useDecision(first)
  const isDone = order.status === 'PAID' || order.status === 'DONE'
  if (isDone) return <Done order={order} />
  const isUnknown = order.status === 'UNKNOWN'
  return (
    <div className={styles.page}>
      <div className={styles.result} role="status" aria-live="polite">
        <span className={styles.sign} data-tone="waiting">
          <Icon>
            <path d="M16 10a6 6 0 1 1-2-4.5" />
          </Icon>
        </span>
        <h1 className={frame.title}>
          {t(isUnknown ? 'outcome.confirm.unknown' : 'outcome.confirm.confirming')}
        </h1>
        <p className="u-muted u-mt2">
          {t(isUnknown ? 'outcome.confirm.unknownText' : 'outcome.confirm.confirmingText')}
        </p>
        {isStuck && <p className={styles.problem}>{t('outcome.confirm.stuck')}</p>}
      </div>
      {(isUnknown || isStuck) && (
        <div className="u-row u-mt5">
          {isStuck && (
            <Button variant="default" onClick={ask}>
              {t('outcome.confirm.again')}
            </Button>
          )}
          <LinkButton to={`/${language}/my/plan`}>{t('billing.plan')}</LinkButton>
        </div>
      )}
    </div>
  )
}

function Done({ order }: { order: PaymentOrder }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'outcome', 'payments')
  const plan = order.plan ? t(`payments.plan.${order.plan}.name`) : ''
  const pack = order.pack ? t(`payments.pack.names.${order.pack}`) : ''
  const card = describeCard({ issuer: order.card_issuer, lastFour: order.card_last_four }, t)
  const gave = [
    order.token > 0 ? t('billing.tokens', { count: order.token }) : '',
    order.image > 0 ? t('billing.images', { count: order.image }) : '',
    order.plan && plans[order.plan].imagesMonth === 'unlimited' ? t('billing.unlimited') : '',
  ].filter(Boolean)
  return (
    <div className={styles.page}>
      <div className={styles.result} role="status" aria-live="polite">
        <span className={styles.sign}>
          <CheckIcon />
        </span>
        <h1 className={frame.title}>{t(`outcome.confirm.done.${order.type}`, { plan, pack })}</h1>
        {order.type === 'card' && <p className="u-muted u-mt2">{t('outcome.confirm.cardText', { card })}</p>}
      </div>
      {order.type !== 'card' && (
        <dl className={`u-surface ${styles.summary}`}>
          <div>
            <dt>{t('outcome.confirm.gave')}</dt>
            <dd>{gave.join(', ')}</dd>
          </div>
          <div>
            <dt>{t('billing.card')}</dt>
            <dd>{card}</dd>
          </div>
          <div className={styles.total}>
            <dt>{t('outcome.confirm.paid')}</dt>
            <dd>{formatWon(order.amount, language)}</dd>
          </div>
        </dl>
      )}
      <div className="u-row u-mt5">
        {order.type === 'card' ? null : (
          <LinkButton to={`/${language}/tool/list`} variant="filled">
            {t('outcome.confirm.write')}
          </LinkButton>
        )}
        <LinkButton to={`/${language}/my/plan`}>{t('billing.plan')}</LinkButton>
      </div>
    </div>
  )
}

/** Polls until the order is decided; a failed order leads to the error page. */
function useDecision(first: PaymentOrder) {
  const { language } = useTranslation('billing', 'failures', 'issuers', 'outcome', 'payments')
  const api = useApi()
  const uuid = useMember()?.uuid ?? ''
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const record = useRecord()
  const [order, setOrder] = useState(first)
  const [isStuck, setIsStuck] = useState(false)
  const [round, setRound] = useState(0)
  const isOpen = ['PENDING', 'CHARGING', 'UNKNOWN'].includes(order.status)

  const leave = useEffectEvent((code: string) =>
    navigate(`/${language}/payment/error?${new URLSearchParams({ order: order.code, reason: code })}`, {
      replace: true,
    }),
  )

  const look = useEffectEvent(async (isGone: () => boolean) => {
    try {
      const found = await confirmOrder({ api, uuid }, readReturn(query, order.code))
      if (isGone()) return
      setIsStuck(false)
      setOrder(found)
      if (found.status === 'PAID' || found.status === 'DONE') record('PAYMENT_DONE')
      if (found.status === 'FAILED') record('PAYMENT_FAIL')
    } catch (error) {
      if (isGone()) return
      const code = toAppError(error).code
      if (['unavailable', 'try_again', 'internal', 'too_many_requests', 'payment_confirming'].includes(code))
        return setIsStuck(code !== 'payment_confirming')
      await leave(code)
    }
  })
  const settle = useEffectEvent(() => {
    if (['FAILED', 'CANCELED', 'REFUNDED'].includes(order.status)) void leave('')
    // Used tokens must not stay in the address, its history or a screenshot.
    else if (!isOpen && query.size > 1)
      void navigate(`/${language}/payment/confirm?order=${encodeURIComponent(order.code)}`, { replace: true })
  })

  useEffect(() => {
    if (!isOpen) return settle()
    let isGone = false
    const timer = setTimeout(
      () =>
        void look(() => isGone).then(() => {
          if (!isGone) setRound((count) => count + 1)
        }),
      round === 0 ? 0 : pollMs,
    )
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isOpen, round])

  return { order, isStuck, ask: () => setRound((count) => count + 1) }
}

/** The parameters that the provider's page adds to the address. `orderId` is its name for the charge. */
function readReturn(query: URLSearchParams, order: string): ConfirmForm {
  const value = (name: string) => query.get(name) || undefined
  const amount = Number(query.get('amount') ?? Number.NaN)
  const [customerKey, authKey] = [value('customerKey'), value('authKey')]
  const [paymentKey, charge] = [value('paymentKey'), value('orderId')]
  return {
    order,
    ...(customerKey ? { customer_key: customerKey } : {}),
    ...(authKey ? { auth_key: authKey } : {}),
    ...(paymentKey ? { payment_key: paymentKey } : {}),
    ...(charge ? { charge } : {}),
    ...(Number.isInteger(amount) ? { amount } : {}),
  }
}
