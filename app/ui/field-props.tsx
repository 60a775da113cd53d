import type { ReactNode } from 'react'
import { countCharacters } from '#shared/characters.ts'
import styles from './input.module.css'

export type FieldProps = {
  name: string
  label: string
  /** A sentence about the field's content. */
  hint?: string | undefined
  /** The error in the visitor's language; marks the field as invalid. */
  error?: string | undefined
  /** The language of the input where it differs from the page's. Label, hint and error stay in the page's language. */
  textLanguage?: { lang: string; dir: 'ltr' | 'rtl' }
  isRequired?: boolean
  isDisabled?: boolean
}

/** The props that every field passes to Mantine's: name, label with counter, hint and error. */
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

/** `18/500`: characters as users count them, with thousands grouped. */
function Counter({ value, limit }: { value: string; limit: number }) {
  const length = countCharacters(value)
  return (
    <span aria-hidden="true" className={styles.count} data-over={length > limit || undefined}>
      {group(length)}/{group(limit)}
    </span>
  )
}

const group = (number: number): string => number.toLocaleString('en-US')
