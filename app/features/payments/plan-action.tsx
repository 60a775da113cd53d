import { useMember } from '#app/session/facts.ts'
import { CheckIcon } from '#app/ui/icons.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { BillingPeriod, PlanType } from '#shared/payments.ts'
import { checkoutPath } from './checkout.ts'
import { isLive, type PlanState } from './payments-data.ts'
import { usePaymentsWords } from './payments-words.ts'
import styles from './plan-list.module.css'

/** Whether this is what the member pays for now (M10). */
export function isSelected(type: PlanType, period: BillingPeriod, state: PlanState | null): boolean {
  if (!state) return false
  const { subscription } = state
  if (!isLive(subscription)) return type === 'starter'
  return subscription.plan === type && subscription.period === period
}

const selectedWords: Record<string, 'selectedUnpaid' | 'selectedEnding'> = {
  UNPAID: 'selectedUnpaid',
  PENDING_CANCEL: 'selectedEnding',
}

/** The one thing that can be done about a plan now: begin it, change to it, or see that it is one's own. */
export function PlanAction(props: {
  type: PlanType
  period: BillingPeriod
  state: PlanState | null
  isOpen: boolean
  start: { to: string; label: string }
}) {
  const { type, period, state, isOpen, start } = props
  const { t, language } = usePaymentsWords()
  const isVisitor = useMember() === null
  const subscription = state?.subscription ?? null
  const live = isLive(subscription) ? subscription : null
  const name = t(`payments.plan.${type}.name`)
  if (isSelected(type, period, state) && (type !== 'starter' || isOpen))
    return (
      <p className={styles.selected} data-status={live?.status}>
        {live?.status !== 'UNPAID' && <CheckIcon size={18} />}
        {t(`payments.action.${selectedWords[live?.status ?? ''] ?? 'selected'}`)}
      </p>
    )
  if (type === 'starter')
    return live ? null : (
      <LinkButton to={start.to} variant={isOpen && !isVisitor ? 'default' : 'filled'} isWide>
        {start.label}
      </LinkButton>
    )
  if (!isOpen || state?.benefitUntil || state?.confirming || live?.status === 'UNPAID') return null
  const checkout = checkoutPath({ plan: type, period })
  if (isVisitor)
    return (
      <LinkButton to={`/${language}${checkout}`} isWide>
        {t('payments.action.choose', { plan: name })}
      </LinkButton>
    )
  return (
    <LinkButton
      to={`/${language}${checkout}`}
      variant={!live && type === 'pro' ? 'filled' : 'default'}
      isWide
    >
      {live?.plan === type
        ? t(period === 'year' ? 'payments.action.toYear' : 'payments.action.toMonth')
        : t(live ? 'payments.action.change' : 'payments.action.choose', { plan: name })}
    </LinkButton>
  )
}
