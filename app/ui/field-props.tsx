import type { ReactNode } from 'react'
import { countCharacters } from '#shared/characters.ts'
import styles from './input.module.css'

export type FieldProps = {
  name: string
  label: string
  /** Says in a sentence what belongs here. */
  hint?: string | undefined
  /** What is wrong, in the visitor's words; marks the field as invalid. */
  error?: string | undefined
  /** The language of what is put in, where that is not the page's: label, hint and error stay in theirs. */
  textLanguage?: { lang: string; dir: 'ltr' | 'rtl' }
  isRequired?: boolean
  isDisabled?: boolean
}

/** What every field hands to Mantine's: name, label with counter, hint and error. */
export function fieldProps(props: FieldProps & { value: string; limit?: number }) {
  return {
    name: props.name,
    label: (
      <FieldLabel label={props.label}>
        {props.limit !== undefined && <Counter value={props.value} limit={props.limit} />}
      </FieldLabel>
    ),
    description: props.hint,
    error: props.error,
    disabled: props.isDisabled ?? false,
    'aria-required': props.isRequired ?? false,
    ...props.textLanguage,
  }
}

function FieldLabel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <span>{label}</span>
      {children}
    </>
  )
}

/** `18/500`: characters as people count them, with thousands grouped. */
function Counter({ value, limit }: { value: string; limit: number }) {
  const length = countCharacters(value)
  return (
    <span aria-hidden="true" className={styles.count} data-over={length > limit || undefined}>
      {group(length)}/{group(limit)}
    </span>
  )
}

const group = (number: number): string => number.toLocaleString('en-US')
