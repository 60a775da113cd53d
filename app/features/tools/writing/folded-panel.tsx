import type { ReactNode } from 'react'
import styles from './folded-panel.module.css'

/** A card below the text that opens: its title with a result, what it is about, and its content. */
export function FoldedPanel(props: {
  title: string
  /** Next to the title, also while it is closed. */
  result: string | null
  lead: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className={`u-surface ${styles.panel}`} open={props.isOpen || undefined}>
      <summary className={styles.summary}>
        {props.title}
        {props.result !== null && <b className="u-muted u-tabular">{props.result}</b>}
      </summary>
      <p className={styles.lead}>{props.lead}</p>
      {props.children}
    </details>
  )
}
