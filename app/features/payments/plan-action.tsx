import { useMember } from '#app/session/root-data.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { BillingPeriod, PlanType } from '#shared/payments.ts'
import { checkoutPath } from './checkout.ts'
import { isLive, type PlanState } from './payments-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './plan-list.module.css'

/** Whether this is the member's current paid plan (M10). */
export function isSelected(
  type: PlanType,
  period: BillingPeriod,
  state: PlanState | null,
  isSeated: boolean,
): boolean {
  if (!state) return false
  const { subscription } = state
  if (!isLive(subscription)) return type === 'starter' && state.benefit === null && !isSeated
  return subscription.plan === type && subscription.period === period
}

/** Whether the plan is active without a payment: by a seat in a team, or as a benefit. */
export function isGiven(
  type: PlanType,
  state: PlanState | null,
  isSeated: boolean,
): 'selectedTeam' | 'selectedBenefit' | null {
  if (type === 'team' && isSeated) return 'selectedTeam'
  return state?.benefit?.plan === type ? 'selectedBenefit' : null
}

/** Whether another member's team pays for this member. */
export const useIsSeated = (): boolean => typeof useUsage()?.team_owner === 'string'

const selectedWords: Record<string, 'selectedUnpaid' | 'selectedEnding'> = {
  UNPAID: 'selectedUnpaid',
  PENDING_CANCEL: 'selectedEnding',
}

/** The one available action for a plan: subscribe, change, or see that it is the current one. */
export function PlanAction(props: {
  type: PlanType
  period: BillingPeriod
  state: PlanState | null
  isOpen: boolean
  start: { to: string; label: string }
}) {
  const { type, period, state, isOpen, start } = props
  const { t, language } = useTranslation('payments')
  const isVisitor = useMember() === null
  const subscription = state?.subscription ?? null
  const live = isLive(subscription) ? subscription : null
  const name = t(`payments.plan.${type}.name`)
  const isSeated = useIsSeated()
  if (isSelected(type, period, state, isSeated) && (type !== 'starter' || isOpen))
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
  const given = isGiven(type, state, isSeated)
  if (given)
    return (
      <p className={styles.selected}>
        <CheckIcon size={18} />
        {t(`payments.action.${given}`)}
      </p>
    )
  if (!isOpen || state?.benefit || state?.confirming || live?.status === 'UNPAID') return null
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
