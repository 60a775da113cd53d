import { NativeSelect } from '@mantine/core'
import { memo } from 'react'
import { fieldProps, type FieldProps } from './field-props.tsx'
import { useStableCallbacks } from './use-stable-callbacks.ts'

type SelectFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** One of a few values, with the platform's own list, so that phones show theirs. */
export function SelectField(props: SelectFieldProps) {
  return <ListField {...props} {...useStableCallbacks({ onChange: props.onChange })} />
}

const ListField = memo(function ListField(props: SelectFieldProps) {
  return (
    <NativeSelect
      {...fieldProps(props)}
      value={props.value}
      data={[...props.options]}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}, isSameList)

/** Options are new objects at each render and rarely differ. */
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
