import { formatDay, useZone } from '#app/ui/zone.ts'
import { rankHeights } from './chart-data.ts'
import { LineChart } from './line-chart.tsx'
import type { KeywordRank } from './rank-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import chart from './trend-chart.module.css'
import table from './figure-table.module.css'

const labelsMax = 6

/** The ranks of the last days as a line, the first position at the top, and as a table. */
export function RankHistory({ keyword, ranks }: { keyword: string; ranks: readonly KeywordRank[] }) {
  const { t, language } = useTranslation('keywordrank')
  const zone = useZone()
  const { heights, levels } = rankHeights(ranks.map(({ position }) => position))
  const step = Math.ceil(ranks.length / labelsMax)
  const nameDay = (day: string) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(language, {
      month: 'numeric',
      day: 'numeric',
      timeZone: 'UTC',
    })
  return (
    <figure className={chart.figure} aria-label={t('keywordrank.historyOf', { keyword })}>
      {ranks.length > 1 && (
        <LineChart
          size="half"
          columns={ranks.map(({ day }, index) => ({
            key: day,
            label: index % step === 0 ? nameDay(day) : '',
          }))}
          levels={levels}
          lines={[heights]}
        />
      )}
      <details className={chart.details}>
        <summary>{t('keywordrank.table')}</summary>
        <div className={table.scroll}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t('keywordrank.day')}</th>
                <th scope="col">{t('keywordrank.rank')}</th>
              </tr>
            </thead>
            <tbody>
              {ranks.toReversed().map(({ day, position }) => (
                <tr key={day}>
                  <th scope="row">{formatDay(`${day}T12:00:00Z`, language, zone)}</th>
                  <td>
                    {position === null ? t('keywordrank.none') : t('keywordrank.position', { position })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
