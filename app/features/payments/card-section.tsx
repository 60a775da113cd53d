import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { describeCard } from '#shared/payments-text.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { checkoutPath } from './checkout.ts'
import { useTranslation } from '#app/session/words.tsx'
import type { OwnPlan, Subscription } from './payments-data.ts'
import styles from './plan-page.module.css'

// Opened by a press.
const RemoveCardDialog = lazyWithRetry(() => import('./remove-card-dialog.tsx'))

/** The stored card: what it pays, another one, and its removal once the plan needs it no more. */
export function CardSection(props: { card: OwnPlan['card']; subscription: Subscription }) {
  const { card, subscription } = props
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const [isRemoving, setIsRemoving] = useState(false)
  const isEnding = subscription.status === 'PENDING_CANCEL'
  const change = card ? 'ownplan.cardChange' : 'ownplan.cardAdd'
  return (
    <section className="u-mt6">
      <h2 className={styles.heading}>{t('ownplan.card')}</h2>
      <div className={`u-spread ${styles.row}`}>
        <span className="u-tabular">{card ? describeCard(card, t) : t('ownplan.cardNone')}</span>
        <span className="u-row">
          {card && isEnding && (
            <Button variant="subtle" onClick={() => setIsRemoving(true)}>
              {t('ownplan.cardRemove')}
            </Button>
          )}
          {card && <LinkButton to={`/${language}/price#packs`}>{t('ownplan.cardPacks')}</LinkButton>}
          <LinkButton to={`/${language}${checkoutPath({ card: '1' })}`}>
            {t(subscription.status === 'UNPAID' ? 'ownplan.cardPay' : change)}
          </LinkButton>
        </span>
      </div>
      <p className="u-muted u-mt2">
        {t(isEnding ? (card ? 'ownplan.cardEnding' : 'ownplan.cardMissing') : 'ownplan.cardNeeded')}
      </p>
      <Suspense>{isRemoving && <RemoveCardDialog onClose={() => setIsRemoving(false)} />}</Suspense>
    </section>
  )
}
