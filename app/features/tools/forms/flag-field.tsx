import { useId, type ReactNode } from 'react'
import styles from './flag-field.module.css'

/** A checkbox for an extra of the text, with a description. */
export function FlagField(props: {
  name: string
  label: string
  hint: ReactNode
  value: boolean
  onChange: (value: boolean) => void
}) {
  const id = useId()
  return (
    <label className={styles.flag}>
      <input
        type="checkbox"
        name={props.name}
        checked={props.value}
        aria-describedby={id}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span className={styles.name}>{props.label}</span>
      <span id={id} className={styles.hint}>
        {props.hint}
      </span>
    </label>
  )
}
