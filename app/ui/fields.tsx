import { Textarea, TextInput } from '@mantine/core'
import { memo, type ComponentProps, type KeyboardEventHandler } from 'react'
import { fieldProps, type FieldProps } from './field-props.tsx'
import { useStableCallbacks } from './use-stable-callbacks.ts'

type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /**
   * Shows `123/500` and counts Hangul per syllable. The limit is shown, not enforced: the submit handler reports the
   * error.
   */
  limit?: number
}

type LineFieldProps = TextFieldProps & {
  type?: 'text' | 'email' | 'url' | 'search' | 'date' | 'datetime-local'
  inputProps?: ComponentProps<'input'>
}

/** One line of text with its label, counter, hint and error. */
export function TextField(props: LineFieldProps) {
  return <LineField {...props} {...useStableCallbacks({ onChange: props.onChange })} />
}

// A key in one field renders the form again, but not its other fields.
const LineField = memo(function LineField(props: LineFieldProps) {
  return (
    <TextInput
      {...fieldProps(props)}
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

/** Several lines of text; grows with its content between `rows` and `maxRows` where the browser can. */
export function TextAreaField(props: AreaFieldProps) {
  return <AreaField {...props} {...useStableCallbacks({ onChange: props.onChange })} />
}

const AreaField = memo(function AreaField(props: AreaFieldProps) {
  return (
    <Textarea
      {...fieldProps(props)}
      rows={props.rows ?? 3}
      {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
      value={props.value}
      placeholder={props.placeholder ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
})
