import type { VisitDay } from './operators-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import lineStyles from './operators-lines.module.css'
import styles from './overview.module.css'

/** The visitors' actions, in their usual order. */
const kinds = ['VIEW_UNIQUE', 'VIEW_PAGE', 'SIGN_UP', 'PAYMENT_ORDER', 'PAYMENT_DONE'] as const

/** Visits and the actions that followed, a line for each day. */
export function VisitTable({ days }: { days: VisitDay[] }) {
  const { t, language } = useTranslation('operators', 'overview')
  const nameOf = (day: string) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <section className="u-mt6" aria-labelledby="visits">
      <h2 id="visits" className={lineStyles.heading}>
        {t('overview.visits.title')}
      </h2>
      <div className={styles.tableFrame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('overview.visits.day')}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {t(`overview.visits.kind.${kind}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, totals }) => (
              <tr key={day}>
                <th scope="row">{nameOf(day)}</th>
                {kinds.map((kind) => (
                  <td key={kind}>{(totals[kind] ?? 0).toLocaleString('en-US')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="u-quiet">{t(days.length === 0 ? 'overview.visits.empty' : 'overview.visits.note')}</p>
    </section>
  )
}
