import { keywordTokens } from '#shared/keywords.ts'
import { isPaidPlan, plans, planTypes, type PlanType } from '#shared/payments.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './plan-table.module.css'

const rows = [
  'tokens',
  'articles',
  'images',
  'keywords',
  'links',
  'tone',
  'seats',
  'tools',
  'rollover',
] as const

/** Every difference between the plans, feature by feature. Scrolls sideways where it does not fit. */
export function PlanTable({ articleTokens, giftTokens }: { articleTokens: number; giftTokens: number }) {
  const { t } = useTranslation('payments', 'pricing')
  const valueOf = usePlanValue({ articleTokens, giftTokens })
  return (
    <section className={styles.section}>
      <h2 id="compare">{t('pricing.compare.title')}</h2>
      <div
        className={`u-surface ${styles.scroll}`}
        role="region"
        aria-labelledby="compare"
        // What scrolls is reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('pricing.compare.feature')}</th>
              {planTypes.map((type) => (
                <th key={type} scope="col">
                  {t(`payments.plan.${type}.name`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{t(`pricing.compare.row.${row}`)}</th>
                {planTypes.map((type) => (
                  <td key={type}>{valueOf(row, type)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The text for a feature's value in a plan. */
function usePlanValue({ articleTokens, giftTokens }: { articleTokens: number; giftTokens: number }) {
  const { t } = useTranslation('payments', 'pricing')
  const yesOrNo = (has: boolean) => t(has ? 'pricing.compare.yes' : 'pricing.compare.no')
  return (row: (typeof rows)[number], type: PlanType): string => {
    const { tokensMonth, imagesMonth, isKeywordUnlimited, seats } = plans[type]
    switch (row) {
      case 'tokens':
        return tokensMonth > 0
          ? tokensMonth.toLocaleString('en-US')
          : t('pricing.compare.giftOnly', { tokens: giftTokens })
      case 'articles':
        return t('pricing.compare.articlesCount', {
          count: Math.floor((tokensMonth || giftTokens) / articleTokens),
        })
      case 'images':
        if (imagesMonth === 'unlimited') return t('pricing.compare.unlimited')
        return imagesMonth > 0
          ? t('pricing.compare.imagesCount', { images: imagesMonth })
          : t('pricing.compare.none')
      case 'keywords':
        return isKeywordUnlimited
          ? t('pricing.compare.unlimited')
          : t('pricing.compare.keywordPrice', { tokens: keywordTokens })
      case 'seats':
        return t('pricing.compare.people', { count: seats })
      case 'tools':
        return yesOrNo(true)
      case 'rollover':
        return t(isPaidPlan(type) ? 'pricing.compare.expires' : 'pricing.compare.notApplicable')
      default:
        return yesOrNo(isPaidPlan(type))
    }
  }
}
