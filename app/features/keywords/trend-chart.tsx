import type { KeywordTrend } from '#shared/keywords.ts'
import { LineChart } from './line-chart.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './trend-chart.module.css'
import table from './figure-table.module.css'

const levels = [0, 25, 50, 75, 100]

/** Lines over twelve months, distinguished by colour and dashes, and the same data as a table. */
export function TrendChart({ trend }: { trend: KeywordTrend }) {
  const { t, language } = useTranslation('keywords')
  const { months, series } = trend
  const nameMonth = (month: string, style: 'short' | 'long') =>
    new Date(`${month}-15T00:00:00Z`).toLocaleDateString(language, {
      month: 'short',
      timeZone: 'UTC',
      ...(style === 'long' ? { year: 'numeric' } : {}),
    })

  return (
    <figure className={styles.figure}>
      <LineChart
        columns={months.map((month) => ({ key: month, label: nameMonth(month, 'short') }))}
        levels={levels.map((level) => ({ at: level / 100, label: String(level) }))}
        lines={series.map(({ ratios }) => ratios.map((ratio) => ratio / 100))}
      />
      <figcaption className="u-mt2">
        <ul className={styles.legend}>
          {series.map(({ keyword }, place) => (
            <li key={keyword} data-place={place}>
              <svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true" focusable="false">
                <line x1="0" x2="24" y1="4" y2="4" className={styles.line} data-place={place} />
              </svg>
              <span dir="auto">{keyword}</span>
            </li>
          ))}
        </ul>
        <details className={styles.details}>
          <summary>{t('keywords.trend.table')}</summary>
          <div className={table.scroll}>
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">{t('keywords.trend.month')}</th>
                  {series.map(({ keyword }) => (
                    <th key={keyword} scope="col" dir="auto">
                      {keyword}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {months.map((month, index) => (
                  <tr key={month}>
                    <th scope="row">{nameMonth(month, 'long')}</th>
                    {series.map(({ keyword, ratios }) => (
                      <td key={keyword}>{ratios[index]?.toFixed(1)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </figcaption>
    </figure>
  )
}
