import { formatDay } from '#shared/payments-text.ts'
import { useUsage } from '#app/session/live-usage.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { PlanState } from './payments-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './plan-list.module.css'

/** A notice above the plans about an obstacle to choosing a plan, or a plan that ends soon. */
export function PlanNotice({ state }: { state: PlanState }) {
  const { t, language } = useTranslation('payments')
  const teamOwner = useUsage()?.team_owner ?? null
  const told = describe(state)
  if (!told && teamOwner !== null)
    return (
      <div className={`u-spread u-notice ${styles.state}`}>
        <p>{t('payments.state.TEAM', { name: teamOwner })}</p>
        <LinkButton to={`/${language}/my/team`} size="sm">
          {t('payments.action.team')}
        </LinkButton>
      </div>
    )
  if (!told) return null
  const { kind, plan, day } = told
  const date = day ? formatDay(day, language) : ''
  return (
    <div className={`u-spread u-notice ${styles.state}`} data-tone={kind}>
      <p>{t(`payments.state.${kind}`, { date, plan: plan ? t(`payments.plan.${plan}.name`) : '' })}</p>
      <LinkButton to={`/${language}/my/plan`} size="sm">
        {t('payments.action.own')}
      </LinkButton>
    </div>
  )
}

function describe({ subscription, benefit, confirming }: PlanState) {
  if (confirming) return { kind: 'CONFIRMING' as const, plan: null, day: null }
  const status = subscription?.status
  if (status === 'UNPAID' || status === 'PENDING_CANCEL')
    return { kind: status, plan: subscription!.plan, day: subscription!.period_end }
  return benefit ? { kind: 'BENEFIT' as const, plan: benefit.plan, day: benefit.until } : null
}
