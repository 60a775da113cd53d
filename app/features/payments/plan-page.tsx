import { HelpLink } from '#app/session/help-link.tsx'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { plans, type SubscriptionStatus } from '#shared/payments.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { useMutation } from '#app/session/use-mutation.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { formatDay, formatWon } from '#shared/payments-text.ts'
import { siteZone } from '#shared/site.ts'
import { useTranslation } from '#app/session/words.tsx'
import { CardSection } from './card-section.tsx'
import { isLive, payUnpaid, resumePlan, type OwnPlan, type Subscription } from './payments-data.ts'
import { useRecord } from './use-record.ts'
import frame from '#app/ui/frame.module.css'
import styles from './plan-page.module.css'

// Below all other content.
const OrderList = lazyWithRetry(async () => ({ default: (await import('./order-list.tsx')).OrderList }))
// Opened by a press.
const CancelDialog = lazyWithRetry(() => import('./cancel-dialog.tsx'))
const EndUnpaidDialog = lazyWithRetry(() => import('./end-unpaid-dialog.tsx'))

/** The member's plan: its state, next charge, card and payments. */
export function PlanPage({ plan }: { plan: OwnPlan }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const { subscription } = plan
  const usage = useUsage()
  const teamOwner = usage?.team_owner ?? null
  return (
    <div className={frame.reading}>
      <Link to={`/${language}/my`} className={frame.back}>
        {t('ownplan.back')}
      </Link>
      <h1 className={frame.title}>{t('ownplan.title')}</h1>
      <HelpLink topic="payment" about={t('ownplan.title')} />
      {plan.confirming && (
        <div className="u-spread u-notice u-mt4">
          <p>{t('ownplan.confirming')}</p>
          <LinkButton
            to={`/${language}/payment/confirm?order=${encodeURIComponent(plan.confirming)}`}
            size="sm"
          >
            {t('billing.look')}
          </LinkButton>
        </div>
      )}
      {plan.benefit && <Benefit benefit={plan.benefit} />}
      {teamOwner !== null && (
        <section className={`u-card ${styles.current}`}>
          <header className={`u-actions ${styles.head}`}>
            <h2 className={styles.plan}>{t('payments.plan.team.name')}</h2>
            <span className={styles.badge}>{t('ownplan.teamOf', { name: teamOwner })}</span>
          </header>
          <p className="u-muted u-mt2">{t('ownplan.teamText', { name: teamOwner })}</p>
          <div className={styles.actions}>
            <TeamLink />
          </div>
        </section>
      )}
      {(isLive(subscription) || (!plan.benefit && teamOwner === null)) && (
        <Current subscription={subscription} isBenefit={plan.benefit !== null} hasCard={plan.card !== null} />
      )}
      {plan.debt && <p className="u-spread u-notice u-mt4">{t('ownplan.debt', plan.debt)}</p>}
      {isLive(subscription) && <CardSection card={plan.card} subscription={subscription} />}
      <section className="u-mt6">
        <h2 id="orders" className={styles.heading}>
          {t('ownplan.orders')}
        </h2>
        <Suspense>
          <OrderList orders={plan.orders} />
        </Suspense>
      </section>
    </div>
  )
}

function TeamLink() {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  return <LinkButton to={`/${language}/my/team`}>{t('ownplan.team')}</LinkButton>
}

/** A benefit that an operator granted for a period: in addition to a paid plan, or instead of it. */
function Benefit({ benefit }: { benefit: NonNullable<OwnPlan['benefit']> }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const { plan, until } = benefit
  return (
    <section className={`u-card ${styles.current}`}>
      <header className={`u-actions ${styles.head}`}>
        <h2 className={styles.plan}>{t(`payments.plan.${plan}.name`)}</h2>
        <span className={styles.badge}>{t('ownplan.benefit')}</span>
      </header>
      <p className="u-muted u-mt2">
        {t(plans[plan].isKeywordUnlimited ? 'ownplan.benefitUnlimited' : 'ownplan.benefitBasic', {
          date: formatDay(until, language),
        })}
      </p>
      <p className="u-muted u-mt2">{t('ownplan.benefitText')}</p>
      {plan === 'team' && (
        <div className={styles.actions}>
          <TeamLink />
        </div>
      )}
    </section>
  )
}

function Current(props: { subscription: Subscription | null; isBenefit: boolean; hasCard: boolean }) {
  const { subscription, isBenefit, hasCard } = props
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const status: SubscriptionStatus | 'NONE' = subscription?.status ?? 'NONE'
  const live = isLive(subscription) ? subscription : null
  const shown = live?.plan ?? 'starter'
  return (
    <section className={`u-card ${styles.current}`} data-status={status}>
      <header className={`u-actions ${styles.head}`}>
        <h2 className={styles.plan}>
          {t(`payments.plan.${shown}.name`)}
          {live && <small>{t(`billing.${live.period}`)}</small>}
        </h2>
        <span className={styles.badge} data-status={status}>
          {t(`ownplan.state.${status}`)}
        </span>
      </header>
      <p className="u-muted u-mt2">
        {t(`ownplan.text.${status === 'ACTIVE' && live?.period === 'year' ? 'ACTIVE_year' : status}`, {
          price: formatWon(subscription?.amount ?? 0, language),
          date: subscription ? formatDay(dayOf(subscription), language) : '',
        })}
      </p>
      {live && live.status !== 'UNPAID' && <Left live={live} />}
      <Actions live={live} isBenefit={isBenefit} hasCard={hasCard} />
    </section>
  )
}

/** The day that the message of each state names. */
function dayOf({ status, period_end, next_try_at, ended_at }: Subscription): string {
  if (status === 'UNPAID') return next_try_at ?? period_end
  return (status === 'EXPIRED' || status === 'CANCELED' ? ended_at : null) ?? period_end
}

function Left({ live }: { live: Subscription }) {
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const usage = useUsage()
  if (!usage) return null
  const isUnlimited = plans[live.plan].imagesMonth === 'unlimited'
  const days = [live.period_start, live.period_end].map((day) =>
    new Date(day).toLocaleDateString(language, {
      ...(live.period === 'year' ? { dateStyle: 'medium' } : { month: 'short', day: 'numeric' }),
      timeZone: siteZone,
    }),
  )
  return (
    <dl className={`u-definitions ${styles.facts}`}>
      <div>
        <dt>{t('ownplan.left')}</dt>
        <dd>{usage.payment_token.toLocaleString('en-US')}</dd>
      </div>
      <div>
        <dt>{t('ownplan.leftImages')}</dt>
        <dd>{isUnlimited ? t('ownplan.unlimited') : usage.payment_image.toLocaleString('en-US')}</dd>
      </div>
      {(usage.token > 0 || usage.image > 0) && (
        <div>
          <dt>{t('ownplan.besides')}</dt>
          <dd>{t('ownplan.besidesValue', { tokens: usage.token, images: usage.image })}</dd>
        </div>
      )}
      <div>
        <dt>{t('ownplan.period')}</dt>
        <dd>{days.join(' – ')}</dd>
      </div>
    </dl>
  )
}

function Actions(props: { live: Subscription | null; isBenefit: boolean; hasCard: boolean }) {
  const { live, isBenefit, hasCard } = props
  const { t, language } = useTranslation('billing', 'failures', 'issuers', 'ownplan', 'payments')
  const navigate = useNavigate()
  const record = useRecord()
  const { send, isPending, problem } = useMutation({ isInline: true })
  const [isCancelling, setIsCancelling] = useState(false)
  const pay = () =>
    send(async (call) => {
      const { code } = await payUnpaid(call)
      await navigate(`/${language}/payment/confirm?order=${encodeURIComponent(code)}`)
    })
  const resume = () =>
    send(
      async (call) => {
        await resumePlan(call)
        record('PLAN_RESUME')
      },
      { done: t('ownplan.resumed'), revalidates: true },
    )
  return (
    <>
      <div className={styles.actions}>
        {live?.status === 'UNPAID' && (
          <Button loading={isPending} onClick={() => void pay()}>
            {t('ownplan.pay', { price: formatWon(live.amount, language) })}
          </Button>
        )}
        {live?.status === 'PENDING_CANCEL' && hasCard && (
          <Button loading={isPending} onClick={() => void resume()}>
            {t('ownplan.resume')}
          </Button>
        )}
        {live?.status !== 'UNPAID' && !isBenefit && (
          <LinkButton to={`/${language}/price`} variant={live ? 'default' : 'filled'}>
            {t(live ? 'ownplan.change' : 'ownplan.choose')}
          </LinkButton>
        )}
        {live?.plan === 'team' && <TeamLink />}
        {(live?.status === 'ACTIVE' || live?.status === 'UNPAID') && (
          <Button variant="subtle" onClick={() => setIsCancelling(true)}>
            {t(live.status === 'UNPAID' ? 'ownplan.end' : 'ownplan.cancel')}
          </Button>
        )}
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Suspense>
        {isCancelling && live?.status === 'ACTIVE' && (
          <CancelDialog endsAt={live.period_end} onClose={() => setIsCancelling(false)} />
        )}
        {isCancelling && live?.status === 'UNPAID' && (
          <EndUnpaidDialog onClose={() => setIsCancelling(false)} />
        )}
      </Suspense>
    </>
  )
}
