import { useEffect, useEffectEvent, useState } from 'react'
import { chargeFailures, type PaymentOrder } from '#shared/payments.ts'
import { useMember } from '#app/session/root-data.ts'
import { useApi } from '#app/session/use-api.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { type TranslationKey, useTranslation } from '#app/session/words.tsx'
import { checkoutPath } from './checkout.ts'
import { cancelOrder } from './payments-data.ts'
import frame from '#app/ui/frame.module.css'
import styles from './billing-page.module.css'

/**
 * The page of a failed payment, with the possible next steps.
 * @param props.first the order at page load, or null for an address without one
 */
export function PaymentErrorPage({ first }: { first: PaymentOrder | null }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'outcome', 'payments')
  const order = useGivenUp(first)
  const reason = order?.failure ?? (order ? 'canceled' : null)
  const isCanceled = reason === 'canceled'
  const isPaying = order?.status === 'CHARGING' || order?.status === 'UNKNOWN'
  if (order && isPaying) return <StillUnknown code={order.code} />
  const text = (
    reason && (chargeFailures as readonly string[]).includes(reason)
      ? `failures.${reason}`
      : 'outcome.failure.none'
  ) as TranslationKey<'billing' | 'failures' | 'issuers' | 'outcome' | 'payments'>
  const again = order && againPath(order)
  return (
    <div className={styles.page}>
      <div className={styles.result} role="alert">
        <span className={styles.sign} data-tone={isCanceled ? 'waiting' : 'failed'} data-still>
          <CloseIcon />
        </span>
        <h1 className={frame.title}>
          {t(
            order
              ? isCanceled
                ? 'outcome.failure.titleCanceled'
                : 'outcome.failure.title'
              : 'outcome.failure.titleNone',
          )}
        </h1>
        <p className="u-muted u-mt2">{t(text)}</p>
        {order && !['canceled', 'not_charged', 'refunded'].includes(reason ?? '') && (
          <p className="u-quiet">
            {t('outcome.failure.noMoney')} {order.type === 'change' && t('outcome.failure.stays')}
          </p>
        )}
      </div>
      <div className="u-row u-mt5">
        {again && (
          <LinkButton to={`/${language}${again}`} variant="filled">
            {t('outcome.failure.again')}
          </LinkButton>
        )}
        {order === null || ['card', 'renewal', 'change'].includes(order.type) ? (
          <LinkButton to={`/${language}/my/plan`}>{t('billing.plan')}</LinkButton>
        ) : (
          <LinkButton to={`/${language}/price`}>{t('outcome.failure.price')}</LinkButton>
        )}
      </div>
    </div>
  )
}

function StillUnknown({ code }: { code: string }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'outcome', 'payments')
  return (
    <div className={styles.page}>
      <div className={styles.result} role="status">
        <h1 className={frame.title}>{t('outcome.confirm.unknown')}</h1>
        <p className="u-muted u-mt2">{t('outcome.confirm.unknownText')}</p>
      </div>
      <div className="u-row u-mt5">
        <LinkButton to={`/${language}/payment/confirm?order=${encodeURIComponent(code)}`} variant="filled">
          {t('billing.look')}
        </LinkButton>
      </div>
    </div>
  )
}

/** Selects the same order again. */
function againPath({ type, plan, period, pack }: PaymentOrder): string | null {
  if (type === 'card' || type === 'renewal') return checkoutPath({ card: '1' })
  if (pack) return checkoutPath({ pack })
  return plan && period ? checkoutPath({ plan, period }) : null
}

/**
 * A member who returns here from the provider's page has not paid. The order is cancelled, so that another can be
 * opened.
 */
function useGivenUp(first: PaymentOrder | null): PaymentOrder | null {
  const api = useApi()
  const uuid = useMember()?.uuid ?? ''
  const [order, setOrder] = useState(first)
  const giveUp = useEffectEvent(async () =>
    first?.status === 'PENDING' ? cancelOrder({ api, uuid }, first.code) : null,
  )
  useEffect(() => {
    let isGone = false
    giveUp().then(
      (over) => over && !isGone && setOrder(over),
      // It expires by itself after a day, and blocks nothing until then.
      (error: unknown) => console.warn('The order could not be closed.', error),
    )
    return () => {
      isGone = true
    }
  }, [])
  return order
}
