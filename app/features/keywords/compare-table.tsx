import type { SavedKeyword } from './saved-data.ts'
import { useSavedFigures } from './use-saved-figures.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './figure-table.module.css'

const columns = ['total', 'change', 'pc', 'mobile', 'blogs', 'webs', 'competition'] as const

/** The chosen keywords side by side. */
export function CompareTable({ lines }: { lines: readonly SavedKeyword[] }) {
  const { t } = useTranslation('savedkeywords')
  const figures = useSavedFigures()
  const rows = lines.map((line) => ({ ...line, shown: figures(line) }))
  return (
    // Scrollable content must also be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={t('savedkeywords.compare')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('savedkeywords.keyword')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`savedkeywords.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, keyword, is_sample: isSample, shown }) => (
            <tr key={id}>
              <th scope="row" dir="auto">
                {keyword}
                {isSample && <small> {t('savedkeywords.sample')}</small>}
              </th>
              {columns.map((column) => (
                <td key={column}>{shown[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
