import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { memo, type ComponentProps, type KeyboardEventHandler, type ReactNode } from 'react'
import { countCharacters } from '#shared/characters.ts'
import { useLatest } from './use-latest.ts'
import styles from './input.module.css'

type FieldProps = {
  name: string
  label: string
  /** Says in a sentence what belongs here. */
  hint?: string | undefined
  /** What is wrong, in the visitor's words; marks the field as invalid. */
  error?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
}

type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** Shows `123/500` and counts Hangul per syllable. The limit is shown, not enforced: whoever submits says what is wrong. */
  limit?: number
}

type LineFieldProps = TextFieldProps & {
  type?: 'text' | 'email' | 'url' | 'search'
  inputProps?: ComponentProps<'input'>
}

/** One line of text with its label, counter, hint and error. */
export function TextField(props: LineFieldProps) {
  return <LineField {...props} {...useLatest({ onChange: props.onChange })} />
}

// A key in one field of a form draws the form anew, but not its other fields.
const LineField = memo(function LineField(props: LineFieldProps) {
  return (
    <TextInput
      {...common(props)}
      {...(props.inputProps as object)}
      type={props.type ?? 'text'}
      value={props.value}
      placeholder={props.placeholder ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
})

type AreaFieldProps = TextFieldProps & {
  rows?: number
  onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement>
}

/** Several lines of text; grows with what is written between `rows` and `maxRows` where the browser can. */
export function TextAreaField(props: AreaFieldProps) {
  return <AreaField {...props} {...useLatest({ onChange: props.onChange })} />
}

const AreaField = memo(function AreaField(props: AreaFieldProps) {
  return (
    <Textarea
      {...common(props)}
      rows={props.rows ?? 3}
      {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
      value={props.value}
      placeholder={props.placeholder ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
})

type SelectFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** One of a few values, with the platform's own list, so that phones show theirs. */
export function SelectField(props: SelectFieldProps) {
  return <ListField {...props} {...useLatest({ onChange: props.onChange })} />
}

const ListField = memo(function ListField(props: SelectFieldProps) {
  return (
    <NativeSelect
      {...common(props)}
      value={props.value}
      data={[...props.options]}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}, isSameList)

/** Options are made anew each time and hardly ever differ. */
function isSameList(before: SelectFieldProps, now: SelectFieldProps): boolean {
  const { options: optionsBefore, ...othersBefore } = before
  const { options: optionsNow, ...othersNow } = now
  const names = Object.keys({ ...othersBefore, ...othersNow }) as (keyof typeof othersNow)[]
  return (
    optionsBefore.length === optionsNow.length &&
    optionsBefore.every(
      ({ value, label }, index) => value === optionsNow[index]?.value && label === optionsNow[index].label,
    ) &&
    names.every((name) => othersBefore[name] === othersNow[name])
  )
}

function common(props: FieldProps & { value: string; limit?: number }) {
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
