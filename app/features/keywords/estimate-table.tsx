import type { KeywordEstimate } from '#shared/keywords.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useNumbers } from './use-numbers.ts'
import styles from './figure-table.module.css'

/** The estimated results of an advertisement, by bid (K04). */
export function EstimateTable({ estimates }: { estimates: readonly KeywordEstimate[] }) {
  const { t } = useTranslation('keywords')
  const { count, percent, won } = useNumbers()
  return (
    <section>
      <h3 className={styles.title} id="keyword-estimates">
        {t('keywords.estimates.title')}
      </h3>
      <p className="u-note">{t('keywords.estimates.lead')}</p>
      {/* Scrollable content must also be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-labelledby="keyword-estimates" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('keywords.estimates.bid')}</th>
              <th scope="col">{t('keywords.estimates.impressions')}</th>
              <th scope="col">{t('keywords.estimates.clicks')}</th>
              <th scope="col">{t('keywords.estimates.clickRate')}</th>
              <th scope="col">{t('keywords.estimates.costPerClick')}</th>
              <th scope="col">{t('keywords.estimates.cost')}</th>
            </tr>
          </thead>
          <tbody>
            {estimates.map((estimate) => (
              <tr key={estimate.bid}>
                <th scope="row">{won(estimate.bid)}</th>
                <td>{count(estimate.impressions)}</td>
                <td>{count(estimate.clicks)}</td>
                <td>{estimate.click_rate === null ? '–' : percent(estimate.click_rate)}</td>
                <td>{estimate.cost_per_click === null ? '–' : won(estimate.cost_per_click)}</td>
                <td>{won(estimate.cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
