import { Button } from '@mantine/core'
import { useState } from 'react'
import { totalSearches, type KeywordMetrics } from '#shared/keywords.ts'
import { whenOnline } from '#app/session/chunk-errors.ts'
import { showToast } from '#app/ui/toast.tsx'
import { useTranslation } from '#app/session/words.tsx'
import { useNumbers } from './use-numbers.ts'
import styles from './figure-table.module.css'

const columns = ['total', 'pc', 'mobile', 'competition', 'adCount'] as const
type Column = (typeof columns)[number]
const rowsShown = 20
const competitionOrder = { low: 1, middle: 2, high: 3 }

/** Related keywords, sorted by any column, and all of them as a workbook (K06). */
export function RelatedKeywords(props: {
  keyword: string
  related: readonly KeywordMetrics[]
  onChoose?: ((keyword: string) => void) | undefined
}) {
  const { t } = useTranslation('keywords')
  const { searches } = useNumbers()
  const [sort, setSort] = useState<{ column: Column; isRising: boolean }>({
    column: 'total',
    isRising: false,
  })
  const [isWhole, setWhole] = useState(false)
  const { related, onChoose } = props
  const sorted = related.toSorted(
    (a, b) => (valueOf(a, sort.column) - valueOf(b, sort.column)) * (sort.isRising ? 1 : -1),
  )

  const download = async () => {
    try {
      const { downloadKeywords } = await whenOnline(() => import('./download-keywords.ts'))
      await downloadKeywords(props.keyword, sorted, t)
    } catch (error) {
      console.warn('The workbook was not made.', error)
      showToast({ message: t('keywords.related.failed'), tone: 'error' })
    }
  }

  return (
    <section>
      <div className="u-spread">
        <h3 className={styles.title} id="keyword-related">
          {t('keywords.related.title')}{' '}
          <small>{t('keywords.related.count', { count: related.length })}</small>
        </h3>
        {onChoose && related.length > 0 && (
          <Button variant="default" size="sm" onClick={() => void download()}>
            {t('keywords.related.excel')}
          </Button>
        )}
      </div>
      {related.length === 0 ? (
        <p className="u-note">{t('keywords.related.none')}</p>
      ) : (
        <div className={styles.scroll} role="region" aria-labelledby="keyword-related">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('keywords.related.keyword')}</th>
                {columns.map((column) => (
                  <th key={column} scope="col" aria-sort={describeSort(column)}>
                    <button type="button" className={styles.sort} onClick={() => sortBy(column)}>
                      {t(`keywords.figures.${column}`)}
                      <span aria-hidden="true">{mark(column)}</span>
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(isWhole ? sorted : sorted.slice(0, rowsShown)).map((row) => (
                <tr key={row.keyword}>
                  <th scope="row" dir="auto">
                    {onChoose ? (
                      <button
                        type="button"
                        className={styles.keyword}
                        aria-label={t('keywords.related.analyse', { keyword: row.keyword })}
                        onClick={() => onChoose(row.keyword)}
                      >
                        {row.keyword}
                      </button>
                    ) : (
                      row.keyword
                    )}
                  </th>
                  <td>{searches(totalSearches(row))}</td>
                  <td>{searches(row.pc_searches)}</td>
                  <td>{searches(row.mobile_searches)}</td>
                  <td>{t(`keywords.figures.${row.competition ?? 'unknown'}`)}</td>
                  <td>{t('keywords.figures.adCountValue', { count: row.ad_count })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {sorted.length > rowsShown && (
        <Button variant="default" className="u-mt3" onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'keywords.related.fewer' : 'keywords.related.more')}
        </Button>
      )}
    </section>
  )

  function sortBy(column: Column) {
    setSort((before) => ({ column, isRising: before.column === column ? !before.isRising : false }))
  }
  function describeSort(column: Column) {
    if (sort.column !== column) return 'none'
    return sort.isRising ? 'ascending' : 'descending'
  }
  function mark(column: Column) {
    if (sort.column !== column) return ''
    return sort.isRising ? ' ↑' : ' ↓'
  }
}

function valueOf(row: KeywordMetrics, column: Column): number {
  switch (column) {
    case 'total':
      return totalSearches(row).count
    case 'pc':
      return row.pc_searches.count
    case 'mobile':
      return row.mobile_searches.count
    case 'competition':
      return row.competition ? competitionOrder[row.competition] : 0
    case 'adCount':
      return row.ad_count
  }
}
