import { useState } from 'react'
import { isPaidPlan, plans, planTypes, type BillingPeriod, type PlanType } from '#shared/payments.ts'
import { isGiven, isSelected, PlanAction, useIsSeated } from './plan-action.tsx'
import type { PlanState } from './payments-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import styles from './plan-list.module.css'

type PlanListProps = {
  /** The usual cost of an article, to illustrate the amounts. */
  articleTokens: number
  giftTokens: number
  /** Null for visitors. */
  state: PlanState | null
  /** Whether payments are open. */
  isOpen: boolean
  /** The link to what is free. */
  start: { to: string; label: string }
}

/** The four plans, monthly or yearly (M01). */
export function PlanList(props: PlanListProps) {
  const { t } = useTranslation('payments')
  const [period, setPeriod] = useState<BillingPeriod>(props.state?.subscription?.period ?? 'month')
  return (
    <>
      <div className="u-mt6">
        <ChoiceField
          name="period"
          label={t('payments.period.label')}
          value={period}
          onChange={setPeriod}
          options={[
            { value: 'month', label: t('payments.period.month') },
            { value: 'year', label: `${t('payments.period.year')} · ${t('payments.period.saving')}` },
          ]}
        />
      </div>
      <ul className={styles.plans}>
        {planTypes.map((type) => (
          <PlanCard key={type} type={type} period={period} {...props} />
        ))}
      </ul>
    </>
  )
}

function PlanCard({ type, period, ...props }: PlanListProps & { type: PlanType; period: BillingPeriod }) {
  const { t } = useTranslation('payments')
  const plan = plans[type]
  const isSeated = useIsSeated()
  const isCurrent =
    isSelected(type, period, props.state, isSeated) || isGiven(type, props.state, isSeated) !== null
  const perMonth = period === 'year' ? Math.round(plan.priceYear / 12) : plan.priceMonth
  return (
    <li className={`u-surface ${styles.plan}`} aria-current={isCurrent ? 'true' : undefined}>
      <h2>{t(`payments.plan.${type}.name`)}</h2>
      <p className={styles.text}>{t(`payments.plan.${type}.text`)}</p>
      <p className={styles.price}>
        <strong>
          {plan.priceMonth === 0 ? t('payments.free') : t('payments.price', { price: perMonth })}
        </strong>
        {plan.priceMonth > 0 && <span>{t('payments.perMonth')}</span>}
      </p>
      <p className={styles.billing}>
        {plan.priceMonth > 0 &&
          (period === 'year' ? t('payments.yearTotal', { price: plan.priceYear }) : t('payments.monthNote'))}
      </p>
      <ul className={styles.features}>
        {usePlanFeatures(type, props).map((feature) => (
          <li key={feature}>
            <CheckIcon size={16} /> <span>{feature}</span>
          </li>
        ))}
      </ul>
      <div className={styles.action}>
        <PlanAction type={type} period={period} {...props} />
      </div>
    </li>
  )
}

function usePlanFeatures(
  type: PlanType,
  { articleTokens, giftTokens }: Pick<PlanListProps, 'articleTokens' | 'giftTokens'>,
): string[] {
  const { t } = useTranslation('payments')
  const plan = plans[type]
  const tokens = plan.tokensMonth || giftTokens
  return [
    plan.tokensMonth > 0 ? t('payments.feature.tokens', { tokens }) : t('payments.feature.gift', { tokens }),
    t('payments.feature.articles', { count: Math.floor(tokens / articleTokens) }),
    plan.imagesMonth === 'unlimited'
      ? t('payments.feature.imagesUnlimited')
      : plan.imagesMonth > 0
        ? t('payments.feature.images', { images: plan.imagesMonth })
        : '',
    isPaidPlan(type) ? t('payments.feature.links') : '',
    isPaidPlan(type) ? t('payments.feature.tone') : '',
    plan.isKeywordUnlimited ? t('payments.feature.keywords') : '',
    plan.seats > 1 ? t('payments.feature.seats', { count: plan.seats }) : '',
  ].filter((feature) => feature !== '')
}
