import { Link } from 'react-router'
import { renewalNoticeDays, withdrawalDays, type CardMode } from '#shared/payments.ts'
import { formatDay, formatWon } from '#shared/payments-text.ts'
import { useTranslation } from '#app/session/words.tsx'
import { givesOf, nextPaymentDay, type Checkout } from './checkout.ts'
import styles from './billing-page.module.css'

/** The summary of an order: content, price, next payment, payment provider and refund terms. */
export function CheckoutSummary(props: {
  checkout: Exclude<Checkout, { type: 'card' }>
  mode: CardMode
  articleTokens: number
  now: string
}) {
  const { checkout, mode, articleTokens, now } = props
  const { t, language } = useTranslation('billing', 'checkout', 'payments')
  const { tokens, images, isUnlimited } = givesOf(checkout)
  const gives = [
    tokens > 0 ? t('billing.tokens', { count: tokens }) : '',
    images > 0 ? t('billing.images', { count: images }) : '',
    isUnlimited ? t('billing.unlimited') : '',
  ].filter(Boolean)
  const price = formatWon(checkout.amount, language)
  const isPack = checkout.type === 'pack'
  return (
    <div className={`u-surface ${styles.summary}`}>
      <dl>
        <div>
          <dt>{t('checkout.what')}</dt>
          <dd>
            {isPack
              ? t(`payments.pack.names.${checkout.pack}`)
              : `${t(`payments.plan.${checkout.plan}.name`)} · ${t(`billing.${checkout.period}`)}`}
          </dd>
        </div>
        {!isPack && (
          <div>
            <dt>{t('checkout.gives')}</dt>
            <dd>{gives.join(', ')}</dd>
          </div>
        )}
        {!isPack && (
          <div>
            <dt>{t('checkout.next')}</dt>
            <dd>
              {t('checkout.nextText', {
                date: formatDay(nextPaymentDay(checkout.period, new Date(now)), language),
                price,
              })}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('checkout.provider.label')}</dt>
          <dd>{t(`checkout.provider.${mode}`)}</dd>
        </div>
        <div className={styles.total}>
          <dt>
            {t('checkout.today')} <small>{t('checkout.vat')}</small>
          </dt>
          <dd>{price}</dd>
        </div>
      </dl>
      <ul className={styles.terms}>
        <li>{isPack ? t('checkout.once') : t(`checkout.renews.${checkout.period}`)}</li>
        {!isPack && <li>{t('checkout.renewalNotice', { days: renewalNoticeDays })}</li>}
        <li>
          {t('checkout.refund', { days: withdrawalDays })}{' '}
          <Link to={`/${language}/terms/use#withdrawal`} target="_blank">
            {t('checkout.refundMore')}
          </Link>
        </li>
        {tokens > 0 && <li>{t('checkout.token', { article: articleTokens })}</li>}
      </ul>
    </div>
  )
}
