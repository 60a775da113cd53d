import type { KeywordTrend } from '#shared/keywords.ts'
import { useKeywordsWords } from './keywords-words.ts'
import styles from './trend-chart.module.css'
import table from './figure-table.module.css'

const width = 720
const height = 240
const inset = { left: 48, right: 8, top: 18, bottom: 24 }
const levels = [0, 25, 50, 75, 100]

/** Lines over twelve months, distinguished by colour and dashes, and the same data as a table. */
export function TrendChart({ trend }: { trend: KeywordTrend }) {
  const { t, language } = useKeywordsWords()
  const { months, series } = trend
  const x = (index: number) =>
    inset.left + (index / Math.max(1, months.length - 1)) * (width - inset.left - inset.right)
  const y = (ratio: number) => inset.top + (1 - ratio / 100) * (height - inset.top - inset.bottom)
  const nameMonth = (month: string, style: 'short' | 'long') =>
    new Date(`${month}-15T00:00:00Z`).toLocaleDateString(language, {
      month: 'short',
      timeZone: 'UTC',
      ...(style === 'long' ? { year: 'numeric' } : {}),
    })

  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${width} ${height}`} className={styles.chart} aria-hidden="true" focusable="false">
        {levels.map((level) => (
          <g key={level}>
            <line
              x1={inset.left}
              x2={width - inset.right}
              y1={y(level)}
              y2={y(level)}
              className={styles.level}
            />
            <text x={inset.left - 6} y={y(level) + 4} textAnchor="end" className={styles.label}>
              {level}
            </text>
          </g>
        ))}
        {months.map((month, index) => (
          <text
            key={month}
            x={x(index)}
            y={height - 6}
            textAnchor={index === 0 ? 'start' : index === months.length - 1 ? 'end' : 'middle'}
            className={styles.label}
            data-odd={index % 2 === 1 || undefined}
          >
            {nameMonth(month, 'short')}
          </text>
        ))}
        {series.map(({ keyword, ratios }, place) => (
          <polyline
            key={keyword}
            points={ratios.map((ratio, index) => `${x(index)},${y(ratio)}`).join(' ')}
            className={styles.line}
            data-place={place}
          />
        ))}
      </svg>
      <figcaption className={styles.caption}>
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
