import { formatDay, useZone } from '#app/ui/zone.ts'
import { heightsOf, weekChangeOf } from './chart-data.ts'
import { LineChart } from './line-chart.tsx'
import type { SavedKeyword } from './saved-data.ts'
import { useNumbers } from './use-numbers.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './saved-page.module.css'

/** The last weeks of a saved keyword: their change in words, and a small chart. */
export default function KeywordWeeks({ line: { keyword, weeks } }: { line: SavedKeyword }) {
  const { t, language } = useTranslation('savedkeywords')
  const { searches } = useNumbers()
  const zone = useZone()
  const change = weekChangeOf(weeks)
  const values = weeks.map(({ week, searches: count, less_than: isLess }) =>
    t('savedkeywords.weekValue', {
      date: formatDay(`${week}T12:00:00Z`, language, zone),
      searches: count === null ? t('savedkeywords.weekNone') : searches({ count, less_than: isLess }),
    }),
  )
  return (
    <div className={styles.weeks}>
      <p className={styles.note}>{weeks.length < 2 ? t('savedkeywords.weekFirst') : describe()}</p>
      {weeks.length > 1 && (
        <div role="img" aria-label={`${t('savedkeywords.weeks', { keyword })}: ${values.join(', ')}`}>
          <LineChart
            size="small"
            columns={weeks.map(({ week }) => ({ key: week, label: week }))}
            levels={[]}
            lines={[heightsOf(weeks)]}
          />
        </div>
      )}
    </div>
  )

  function describe(): string {
    if (!change) return t('savedkeywords.weekNone')
    if (change.count === 0) return t('savedkeywords.weekSame')
    return t(change.count > 0 ? 'savedkeywords.weekUp' : 'savedkeywords.weekDown', {
      count: Math.abs(change.count),
      percent: Math.abs(change.percent),
    })
  }
}
