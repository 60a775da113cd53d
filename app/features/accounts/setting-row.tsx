import type { ReactNode } from 'react'
import textStyles from '#app/ui/text.module.css'
import layout from '#app/ui/layout.module.css'
import styles from './setting-page.module.css'

/** One line of the settings: label, state and action. */
export function SettingRow(props: { label?: string; value?: string; note?: string; children?: ReactNode }) {
  return (
    <div className={`${layout.spread} ${styles.row}`}>
      <div className={styles.about}>
        {props.label && <span className={textStyles.bold}>{props.label}</span>}
        {props.value && <span className={styles.value}>{props.value}</span>}
        {props.note && <span className={styles.note}>{props.note}</span>}
      </div>
      {props.children}
    </div>
  )
}
