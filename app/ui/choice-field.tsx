import { useId } from 'react'
import styles from './choice-field.module.css'

/** One of some values, all of them visible as chips. Real radio buttons: they work by keyboard, and without JavaScript. */
export function ChoiceField<Value extends string>(props: {
  name: string
  label: string
  options: readonly { value: Value; label: string }[]
  /** Uncontrolled unless `value` and `onChange` are given. Empty: none is chosen. */
  value?: Value | ''
  defaultValue?: Value | undefined
  onChange?: (value: Value) => void
  error?: string | undefined
  /**
   * Columns of equal width: the number of rows is independent of the words, and nothing below moves when the font
   * loads.
   */
  columns?: 'wide' | 'narrow'
}) {
  const { onChange } = props
  const errorId = useId()
  return (
    <fieldset
      className="u-bare-fieldset"
      aria-invalid={props.error ? true : undefined}
      aria-describedby={props.error ? errorId : undefined}
    >
      <legend className={styles.label}>{props.label}</legend>
      <div className={props.columns ? styles.columns : 'u-row'} data-columns={props.columns}>
        {props.options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="radio"
              name={props.name}
              value={option.value}
              className={styles.radio}
              {...(onChange
                ? { checked: props.value === option.value, onChange: () => onChange(option.value) }
                : { defaultChecked: props.defaultValue === option.value })}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {props.error && (
        <p id={errorId} className={styles.error}>
          {props.error}
        </p>
      )}
    </fieldset>
  )
}
