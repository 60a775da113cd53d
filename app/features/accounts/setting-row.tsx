import type { ReactNode } from 'react'
import styles from './setting-page.module.css'

/** One line of the settings: label, state and action. */
export function SettingRow(props: { label?: string; value?: string; note?: string; children?: ReactNode }) {
  return (
    <div className={`u-spread ${styles.row}`}>
      <div className={styles.about}>
        {props.label && <span className="u-bold">{props.label}</span>}
        {props.value && <span className={styles.value}>{props.value}</span>}
        {props.note && <span className={styles.note}>{props.note}</span>}
      </div>
      {props.children}
    </div>
  )
}
