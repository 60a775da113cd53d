import { useState } from 'react'
import { plans, planTypes, type PlanType } from '#shared/payments.ts'
import { usePaymentsWords } from './payments-words.ts'
import { ChoiceField } from '#app/ui/choice-field.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import styles from './plan-list.module.css'

export type BillingPeriod = 'month' | 'year'

type PlanListProps = {
  /** What an article usually costs, to make the amounts graspable. */
  articleTokens: number
  giftTokens: number
  /** The one thing that can be done from here. */
  start: { to: string; label: string }
}

/** The four plans, monthly or yearly (M01). */
export function PlanList(props: PlanListProps) {
  const { t } = usePaymentsWords()
  const [period, setPeriod] = useState<BillingPeriod>('month')
  return (
    <>
      <div className={styles.period}>
        <ChoiceField
          name="period"
          label={t('payments.period.label')}
          value={period}
          onChange={(value) => setPeriod(value as BillingPeriod)}
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
  const { t } = usePaymentsWords()
  const plan = plans[type]
  const perMonth = period === 'year' ? Math.round(plan.priceYear / 12) : plan.priceMonth
  return (
    <li className={styles.plan}>
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
      {type === 'starter' && (
        <div className={styles.action}>
          <LinkButton to={props.start.to} variant="filled" isWide>
            {props.start.label}
          </LinkButton>
        </div>
      )}
    </li>
  )
}

function usePlanFeatures(
  type: PlanType,
  { articleTokens, giftTokens }: PlanListProps | Omit<PlanListProps, 'start'>,
): string[] {
  const { t } = usePaymentsWords()
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
    plan.isKeywordUnlimited ? t('payments.feature.keywords') : '',
    plan.seats > 1 ? t('payments.feature.seats', { seats: plan.seats }) : '',
  ].filter((feature) => feature !== '')
}
