import { calledServices, dailyCallLimits } from '#shared/daily-calls.ts'
import type { DailyCalls } from './operators-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import lineStyles from './operators-lines.module.css'
import styles from './overview.module.css'

/** The calls to outside services today: how many were made, and how many are left. */
export function CallsTable({ calls }: { calls: DailyCalls }) {
  const { t } = useTranslation('operators', 'overview')
  const number = (value: number) => value.toLocaleString('en-US')
  return (
    <section className="u-mt6" aria-labelledby="calls">
      <h2 id="calls" className={lineStyles.heading}>
        {t('overview.calls.title')}
      </h2>
      <div className={styles.tableFrame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('overview.calls.service')}</th>
              <th scope="col">{t('overview.calls.used')}</th>
              <th scope="col">{t('overview.calls.left')}</th>
            </tr>
          </thead>
          <tbody>
            {calledServices.map((name) => {
              const used = calls[name] ?? 0
              const limit = dailyCallLimits[name]
              return (
                <tr key={name}>
                  <th scope="row">{t(`overview.calls.name.${name}`)}</th>
                  <td>{number(used)}</td>
                  <td>
                    {limit === null ? t('overview.calls.unlimited') : number(Math.max(0, limit - used))}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className="u-quiet">{t('overview.calls.note')}</p>
    </section>
  )
}
